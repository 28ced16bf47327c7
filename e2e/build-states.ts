/** Before the first browser test: the state book as the sources are now. */
import { buildStateBook } from '../states/build.ts'

// biome-ignore lint/style/noDefaultExport: Playwright wants it so
export default buildStateBook
