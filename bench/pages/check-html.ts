/** `npm run html`: runs the Nu HTML checker over every route and state of every brand; needs Java. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findProgram } from '../../scripts/system-programs.mjs'
import { addressOf, states } from '../../states/book.ts'
import { buildStateBook } from '../../states/build.ts'
import { serveStateBook } from '../../states/serve.ts'
import { figureWithoutBaseline, storeFigures } from '../figures/figure-store.ts'
import { brandKeys, htmlOf, routes, withBrowser, withServer } from './running-product.ts'

interface Message {
  readonly type: string
  readonly url: string
  readonly lastLine?: number
  readonly message: string
  readonly extract?: string
}

async function saveRoutes(folder: string): Promise<void> {
  await withServer(async port => {
    for (const brand of brandKeys)
      for (const route of routes)
        writeFileSync(
          join(folder, `${brand}${route.replaceAll('/', '-')}.html`),
          await htmlOf(port, brand, route),
        )
  })
}

async function saveStates(folder: string): Promise<void> {
  await buildStateBook()
  const book = await serveStateBook(0)
  try {
    await withBrowser(async browser => {
      const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
      for (const state of states) {
        await page.goto(book.origin('openroad') + addressOf(state))
        await page.waitForSelector('html[data-state="shown"]')
        writeFileSync(join(folder, `state-${state.name}.html`), await page.content())
      }
    })
  } finally {
    await book.close()
  }
}

if (!findProgram('java')) {
  console.error('The HTML checker needs Java (Debian: default-jre-headless).')
  process.exit(1)
}
const folder = mkdtempSync(join(tmpdir(), 'openroad-html-'))
await saveRoutes(folder)
await saveStates(folder)
const vnu = fileURLToPath(import.meta.resolve('vnu-jar/build/dist/vnu.jar'))
const checker = ['-jar', vnu, '--format', 'json', '--errors-only', '--skip-non-html', folder]
const { stderr, error } = spawnSync('java', checker, { encoding: 'utf8', maxBuffer: 100_000_000 })
if (error) throw error
const { messages } = JSON.parse(stderr) as { messages: readonly Message[] }
for (const { url, lastLine, message, extract } of messages)
  console.log(`${url.slice(url.lastIndexOf('/') + 1)}:${lastLine ?? '?'} ${message}\n    ${extract?.trim()}`)
rmSync(folder, { recursive: true, force: true })
const pages = brandKeys.length * routes.length + states.length
console.log(`${pages} pages, ${messages.length} errors`)
storeFigures('html', [
  figureWithoutBaseline(
    'errors of the Nu HTML checker',
    `${messages.length} in ${pages} pages`,
    '0',
    messages.length === 0,
  ),
])
if (messages.length > 0) process.exitCode = 1
