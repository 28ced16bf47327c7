/** Browser tests of zoom: no horizontal scrolling on the smallest screen with double text size (WCAG 1.4.10). */
import type { Page } from '@playwright/test'
import { carDone, driverDone, fillCar, fillDriver, startQuote } from './customer.ts'
import { openStep } from './open-step.ts'
import { expect, test } from './product.ts'

async function fitsSideways(page: Page, state: string): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    state,
  ).toBeLessThanOrEqual(0)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = ''
  })
  await page.setViewportSize({ width: 1280, height: 900 })
}

test('[SHELL-05] [DRIVER-02] [QUOTE-01] 320 pixels with double text size need no horizontal scrolling', async ({
  page,
  product,
}) => {
  await page.goto(`${product.origin}/vehicle`)
  await fitsSideways(page, 'entry')
  await startQuote(page, product)
  await fillCar(page)
  await fitsSideways(page, 'step 1')
  await carDone(page)
  await fillDriver(page)
  await fitsSideways(page, 'step 2')
  await driverDone(page)
  await fitsSideways(page, 'step 3')
})

test('[CAR-09] the highlighted address is visible at 400 % zoom', async ({ page, product }) => {
  await page.setViewportSize({ width: 640, height: 320 })
  await startQuote(page, product)
  // The lines on offer need the session that comes with a plate.
  const loggedIn = page.waitForResponse('**/edge/login')
  await page.getByRole('textbox', { name: 'Number plate' }).fill('JHU968')
  const address = page.getByRole('combobox', { name: 'Overnight address' })
  // Not on the lines: what scrolls under the mouse is highlighted by it.
  await page.mouse.move(0, 0)
  await address.focus()
  await loggedIn
  // In one piece: the lines of half the word would be exchanged under the arrow keys.
  await address.fill('Auckland')
  const lines = page.getByRole('option')
  await expect(lines.nth(3)).toBeAttached()
  for (const line of await lines.all()) {
    await page.keyboard.press('ArrowDown')
    await expect(line).toHaveAttribute('aria-selected', 'true')
    await expect(line).toBeInViewport()
  }
})

test('[SHELL-11] an open tooltip is completely visible at every width', async ({ page, product }) => {
  await openStep(page, product, 4)
  const tip = page.getByRole('button', { name: 'About additional policyholders' })
  for (const width of [320, 344, 360, 390, 430, 640, 768, 900, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    await tip.focus()
    const told = await page.getByRole('tooltip').boundingBox()
    expect(told?.x, String(width)).toBeGreaterThanOrEqual(0)
    expect((told?.x ?? 0) + (told?.width ?? 0), String(width)).toBeLessThanOrEqual(width)
    await page.keyboard.press('Escape')
    await tip.blur()
  }
})
