/** Before the first browser test: the state book as the sources are now. */
import { buildBook } from '../states/build.ts'

// biome-ignore lint/style/noDefaultExport: Playwright wants it so
export default buildBook
