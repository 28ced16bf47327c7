/** Browser tests of the printed quote and policy pages. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { expect } from './product.ts'
import { findState, showState, test } from './state-book.ts'

const run = promisify(execFile)

/** The words of the printed page in their order, and how many sheets it takes. */
async function printed(page: Page): Promise<{ text: string; sheets: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'openroad-print-'))
  const path = join(folder, 'page.pdf')
  await page.pdf({ path, format: 'A4' })
  const { stdout } = await run('pdftotext', ['-layout', path, '-'])
  await rm(folder, { recursive: true })
  return { text: stdout.replace(/[ \n]+/g, ' '), sheets: stdout.split('\f').length - 1 }
}

for (const scheme of ['light', 'dark'] as const)
  test(`[QUOTE-03] prints a quote in dark text on white from a ${scheme} screen`, async ({ page, book }) => {
    await showState(page, book, findState('quote-extras'), 'harbour')
    await page.emulateMedia({ colorScheme: scheme, media: 'screen' })
    await expect(page.getByRole('button', { name: 'Print my quote' })).toBeVisible()
    await page.emulateMedia({ colorScheme: scheme, media: 'print' })
    expect(await page.locator('h1').evaluate(node => getComputedStyle(node).color)).toBe('rgb(23, 33, 43)')
    const { text, sheets } = await printed(page)
    const inOrder = [
      'Harbour Mutual',
      'Q40815162',
      '0800 100 427',
      'Your quote',
      '$37.09 a fortnight',
      '$964.34 in total for the year',
      '$1,000',
      'Starts 25 November 2026',
      'Valid until 21 December 2026',
      'Total for the year',
      'Everyday Plus',
      'Fortnightly',
      '88 Remuera Road',
      'Included',
      'Not covered',
    ]
    for (const extra of [
      'A driver without a licence for your car',
      'No excess when only the windscreen',
      'A hire car for up to 14 days',
      'Help day and night',
    ])
      expect(text).toContain(extra)
    // The car and the driver that the price is for.
    for (const asked of ['JHU968', 'Toyota Corolla 2014', 'O’Brien, 12/04/1988, no incidents'])
      expect(text).toContain(asked)
    const places = inOrder.map(words => text.indexOf(words))
    expect(inOrder.filter((_, index) => places[index] === -1)).toEqual([])
    expect(places.slice(3)).toEqual(places.slice(3).toSorted((a, b) => a - b))
    for (const screenOnly of [
      'Next',
      'Back',
      'Change',
      'Email my quote',
      'Policy start date',
      'Update car value',
      // All three extras are chosen.
      'You can add',
      'Need a hand?',
      'Choose your cover.',
      'Third Party Property Damage',
      'Monthly',
    ])
      expect(text).not.toContain(screenOnly)
    expect(sheets).toBeLessThanOrEqual(4)
  })

for (const name of ['quote-unconfirmed', 'quote-updating'])
  test(`[QUOTE-13] ${name} prints the price as unconfirmed, without the parts of another price`, async ({
    page,
    book,
  }) => {
    await showState(page, book, findState(name), 'openroad')
    const { text } = await printed(page)
    expect(text).toMatch(/Not confirmed|Updating price…/)
    expect(text).not.toContain('How your price is made up')
  })

test('[QUOTE-10] an unconfirmed price is not mailed', async ({ page, book }) => {
  await showState(page, book, findState('quote-unconfirmed'), 'openroad')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Email my quote' })).toHaveCount(0)
})

test('[PAY-06] prints the purchased policy on one page', async ({ page, book }) => {
  await showState(page, book, findState('success'), 'fern')
  const { text, sheets } = await printed(page)
  for (const words of [
    'Fern Finance',
    'Payment successful',
    'You’re covered from 25 November 2026',
    'OR000048151',
    'Everyday Plus',
    'Fortnightly',
    '$13,700',
    'You can cancel until 16 December 2026',
  ])
    expect(text).toContain(words)
  expect(text).not.toContain('Download policy details')
  expect(sheets).toBe(1)
})

test('[PAY-02] prints the ticked authorisation as the browser draws it, because backgrounds are not printed', async ({
  page,
  book,
}) => {
  await showState(page, book, findState('payment'), 'openroad')
  const authorised = page.getByRole('checkbox')
  expect((await printed(page)).text).not.toContain('I am authorised')
  await authorised.check()
  expect((await printed(page)).text).toContain('I am authorised')
  await page.emulateMedia({ media: 'print' })
  await expect(authorised).toHaveCSS('appearance', 'auto')
})
