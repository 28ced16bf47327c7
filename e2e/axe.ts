/** Says what axe finds wrong with a page as it stands, by WCAG 2.0 to 2.2 A and AA, in both colour schemes; every journey's states are held against it. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { expect } from './product.ts'

/** Of the same rules the smaller file: a page takes half as long to read it, and it is read for every state. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']

interface Finding {
  readonly id: string
  readonly help: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
}

async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axeSource)
  const violations = await page.evaluate(async tags => {
    const { axe } = window as unknown as {
      axe: { run(options: object): Promise<{ violations: readonly Finding[] }> }
    }
    return (await axe.run({ runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] })).violations
  }, standards)
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(node => `${id}: ${help}\n  ${node.html}\n  ${node.failureSummary ?? ''}`),
  )
}

export type Scheme = 'dark' | 'light'
export const bothSchemes: readonly Scheme[] = ['dark', 'light']

/** Fails with axe's own words; `state` names what the page shows. Leaves the page in the last scheme looked at, light unless said. */
export async function expectAccessible(
  page: Page,
  state: string,
  schemes: readonly Scheme[] = bothSchemes,
): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // A colour still on its way from one scheme to the other is nobody's fault.
    await page.waitForFunction(() =>
      document.getAnimations().every(({ playState }) => playState !== 'running'),
    )
    expect(await findings(page), `axe, ${state}, ${colorScheme}`).toEqual([])
  }
}
