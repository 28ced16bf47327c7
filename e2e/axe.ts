/** Checks a page's accessibility with axe (WCAG 2.0 to 2.2 A and AA, both colour schemes), for the browser tests. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { expect } from './product.ts'

/** The minified file, because every state loads it. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']

interface Finding {
  readonly id: string
  readonly help: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
}

/** Rules that depend on the colour scheme; the scheme changes colours only (test/conventions/browsers.test.ts). */
const ofColour = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }
const ofAll = { type: 'tag', values: standards }

async function findings(page: Page, runOnly: typeof ofAll): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const violations = await page.evaluate(async rules => {
    const { axe } = window as unknown as {
      axe: { run(options: object): Promise<{ violations: readonly Finding[] }> }
    }
    return (await axe.run({ runOnly: rules, resultTypes: ['violations'] })).violations
  }, runOnly)
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(node => `${id}: ${help}\n  ${node.html}\n  ${node.failureSummary ?? ''}`),
  )
}

export type Scheme = 'dark' | 'light'
export const bothSchemes: readonly Scheme[] = ['dark', 'light']

/** Fails with axe's messages; `state` names what the page shows. Leaves the page in the last checked scheme. */
export async function expectAccessible(
  page: Page,
  state: string,
  schemes: readonly Scheme[] = bothSchemes,
): Promise<void> {
  for (const [index, colorScheme] of schemes.entries()) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Waits for colour transitions between the schemes.
    await page.waitForFunction(() =>
      document.getAnimations().every(({ playState }) => playState !== 'running'),
    )
    expect(await findings(page, index === 0 ? ofAll : ofColour), `axe, ${state}, ${colorScheme}`).toEqual([])
  }
}
