/** The engines of this machine and the fixture of their tests: a product, and no browser of Playwright's. */
import { writeFile } from 'node:fs/promises'
import { findMiniBrowser, findProgram } from '../../scripts/system-programs.mjs'
import { test as productTest } from '../product.ts'
import type { Engine, Viewport } from './engine.ts'
import { firefox } from './firefox.ts'
import { Screen } from './screen.ts'
import { webkit } from './webkit.ts'

export { ownEmail } from '../customer.ts'
export { expect } from '../product.ts'

const firefoxPath = findProgram('firefox-esr') ?? findProgram('firefox')
const miniBrowser = findMiniBrowser()

export const engines: readonly Engine[] = [
  ...(firefoxPath ? [firefox(firefoxPath)] : []),
  ...(miniBrowser ? [webkit(miniBrowser)] : []),
]

export const test = productTest.extend({
  // The fixture it replaces opens a page in Chromium.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
  quietConsole: async ({}, use) => use(undefined),
})

/** Opens a page, and keeps a picture of it when the journey fails. */
export async function withScreen(
  engine: Engine,
  viewport: Viewport,
  journey: (screen: Screen) => Promise<void>,
): Promise<void> {
  const page = await engine.open(viewport)
  try {
    await journey(new Screen(page))
  } catch (error) {
    const picture = productTest.info().outputPath(`${engine.name}.png`)
    await page.screenshot().then(
      bytes => writeFile(picture, bytes),
      () => undefined,
    )
    throw error
  } finally {
    await page.close()
  }
}
