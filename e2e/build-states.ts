/** Playwright's global set-up: builds the state book before the first browser test. */
import { buildStateBook } from '../states/build.ts'

// biome-ignore lint/style/noDefaultExport: Playwright wants it so
export default buildStateBook
