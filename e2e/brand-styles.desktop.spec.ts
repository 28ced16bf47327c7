/** Browser tests of styles that are too small for the pictures of the state book: contrast, font sizes, gaps. */
import type { Locator, Page } from '@playwright/test'
import type { StateBookServer } from '../states/serve.ts'
import { expect } from './product.ts'
import { findState, showState, test } from './state-book.ts'

const show = (page: Page, book: StateBookServer, name: string, brand = 'openroad') =>
  showState(page, book, findState(name), brand)

const boxOf = async (part: Locator) => {
  const box = await part.boundingBox()
  if (!box) throw new Error('It is not drawn')
  return { ...box, bottom: box.y + box.height }
}

for (const brand of ['fern', 'turners'] as const)
  test(`[SHELL-03] the logo of ${brand} has contrast to its band in light mode`, async ({ page, book }) => {
    await show(page, book, 'entry', brand)
    const colour = (selector: string, name: string) =>
      page.locator(selector).evaluate((node, wanted) => getComputedStyle(node).getPropertyValue(wanted), name)
    expect(await colour('.header-mark', '--primary')).not.toBe(await colour('.header', '--sky'))
  })

test('in dark mode the accent is not on the brand’s colour', async ({ page, book }) => {
  await show(page, book, 'quote')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('#art-shield path').last()).toHaveCSS('stroke', 'rgb(27, 26, 11)')
  await expect(page.locator('[aria-current=step] > span').first()).toHaveCSS(
    'background-color',
    'rgb(23, 34, 42)',
  )
  await expect(page.getByRole('radio', { name: '$300' })).toHaveCSS('appearance', 'none')
})

test('[QUOTE-01] each tab shows its price, and instalments the year’s total', async ({ page, book }) => {
  await show(page, book, 'quote')
  const tab = page.getByRole('tab').first()
  await expect(tab.getByText('a fortnight')).toHaveCSS('font-size', '20px')
  const total = page.getByRole('group', { name: 'Payment frequency' }).getByText('for the year').first()
  await expect(total).toHaveCSS('font-size', '16px')
  await expect(total).toHaveCSS('font-weight', '650')
  await expect(page.getByText('in total for the year')).toHaveCSS('font-weight', '700')
})

test('[QUOTE-02] nothing moves in the price card during a confirmation', async ({ page, book }) => {
  await show(page, book, 'quote')
  const gapUnder = async (upper: Locator, lower: Locator) =>
    (await boxOf(lower)).y - (await boxOf(upper)).bottom
  const price = page.getByRole('status', { name: 'Premium' })
  const year = page.getByText('in total for the year')
  expect(await gapUnder(price, year)).toBeLessThan(48)
  expect(
    await gapUnder(page.getByText('Includes GST'), page.locator('dt', { hasText: 'Your excess' })),
  ).toBeLessThan(48)
  const positions = async () => [(await boxOf(price)).y, (await boxOf(year)).y]
  const confirmed = await positions()
  await show(page, book, 'quote-updating')
  await expect(page.getByText('Updating price…')).toBeVisible()
  expect(await positions()).toEqual(confirmed)
})

test('[QUOTE-01] [QUOTE-13] a low window shows Next and the whole price', async ({ page, book }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await show(page, book, 'quote')
  const next = page.getByRole('button', { name: 'Next', exact: true })
  await expect(next).toBeInViewport({ ratio: 1 })
  await page.getByText('How your price is made up').click()
  await page.locator('aside').hover()
  await page.mouse.wheel(0, 900)
  await expect(page.getByRole('row', { name: 'Total for the year' })).toBeInViewport({ ratio: 1 })
  await expect(next).toBeInViewport({ ratio: 1 })
})

test('[DRIVER-02] no box surrounds the buttons after a driver was removed', async ({ page, book }) => {
  await show(page, book, 'driver-removed')
  await expect(page.locator('#driver-buttons')).toBeFocused()
  await expect(page.locator('#driver-buttons')).toHaveCSS('outline-style', 'none')
})

test('[CAR-07] a single reason beside Next is not a list', async ({ page, book }) => {
  await show(page, book, 'car-no-models')
  const reason = page.getByRole('listitem').filter({ hasText: 'so that we can find your car' })
  await expect(reason).toHaveCSS('list-style-type', '""')
})
