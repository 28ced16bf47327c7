/** Playwright's global set-up: builds the pages, if they changed, and the state book before the first browser test. */
import { ensureBuild } from '../scripts/setup.mjs'
import { buildStateBook } from '../states/build.ts'

// biome-ignore lint/style/noDefaultExport: Playwright reads the default export
export default async () => {
  ensureBuild()
  await buildStateBook()
}
