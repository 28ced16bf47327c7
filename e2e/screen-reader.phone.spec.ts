/** Snapshot tests of the accessibility tree of every page, and tests of announcements. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { carText, slowLookupText } from '#web/content/car.ts'
import { policyholderText } from '#web/content/policyholder.ts'
import { quoteText } from '#web/content/quote.ts'
import { expect } from './product.ts'
import { findState, showSlowLookup, showState, test } from './state-book.ts'

const folder = join(import.meta.dirname, '../states/screen-reader')
const savesSnapshots = process.env.OPENROAD_PICTURES === '1'

/** From the first page to the policy, with the popups on the way and one page full of errors. */
const journey = [
  'entry',
  'car-important',
  'car-errors',
  'car-done',
  'driver-incidents',
  'quote',
  'quote-declaration',
  'holder-done',
  'payment',
  'payment-terms',
  'success',
]

test('[SHELL-13] the accessibility tree of the journey matches its snapshot', async ({ page, book }) => {
  for (const name of journey) {
    await showState(page, book, findState(name), 'openroad')
    const popup = page.locator('dialog:modal')
    const place = (await popup.count()) > 0 ? popup : page.locator('body')
    const heard = `${await place.ariaSnapshot()}\n`
    const path = join(folder, `${name}.txt`)
    if (savesSnapshots) {
      mkdirSync(folder, { recursive: true })
      writeFileSync(path, heard)
      continue
    }
    expect(existsSync(path), `no snapshot of ${name} yet: npm run pictures`).toBe(true)
    expect(heard, `${name} reads differently; npm run pictures if it is intended`).toBe(
      readFileSync(path, 'utf8'),
    )
  }
})

test('[SHELL-09] [SHELL-13] announces an unconfirmed price', async ({ page, book }) => {
  await showState(page, book, findState('quote-unconfirmed'), 'openroad')
  await expect(page.locator('[data-live]')).toHaveText(quoteText.unconfirmedLine)
})

test('[QUOTE-02] [SHELL-13] announces a new price once, in one sentence', async ({ page, book }) => {
  await showState(page, book, findState('quote'), 'openroad')
  await page.getByRole('switch', { name: 'Hire car' }).click()
  const heard = page.locator('[aria-live=polite]').filter({ hasText: /\$/ })
  await expect(heard).toHaveText('Premium $37.59 a fortnight')
  await expect(page.getByRole('status', { name: 'Premium' })).toHaveAttribute('aria-live', 'off')
})

test('[QUOTE-02] [SHELL-13] the choices stay in place in the accessibility tree', async ({ page, book }) => {
  await showState(page, book, findState('quote-updating'), 'openroad')
  await expect(page.getByRole('status', { name: 'Premium' })).toHaveAttribute('aria-busy', 'true')
  // Firefox moves all choices in its tree when an element between them and the panel gets or loses this attribute.
  await expect(page.getByRole('tabpanel').locator('[aria-busy]')).toHaveCount(0)
})

test('[CAR-04] [SHELL-13] announces the look-up of models', async ({ page, book }) => {
  await showState(page, book, findState('car-finding'), 'openroad')
  const heard = page.locator('[data-live]')
  await expect(heard).toHaveText(carText.finding)
  await showSlowLookup(page)
  await expect(heard).toContainText(slowLookupText.still)
})

test('[HOLDER-08] [SHELL-13] the way to the card page is read once', async ({ page, book }) => {
  await showState(page, book, findState('holder-leaving'), 'openroad')
  await expect(page.getByRole('heading', { name: policyholderText.leaving })).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: policyholderText.leaving })).toHaveCount(0)
})

test('[SHELL-13] an immediate click on Next focuses the error summary', async ({ page, book }) => {
  await page.addInitScript(() => {
    let isPressed = false
    new MutationObserver(() => {
      const next = document.querySelector<HTMLElement>('main form [type=submit]')
      if (next && !isPressed) next.click()
      isPressed ||= next !== null
    }).observe(document, { childList: true, subtree: true })
  })
  await showState(page, book, findState('payment'), 'openroad')
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(summary).toBeVisible()
  await expect(summary).toBeFocused()
})
