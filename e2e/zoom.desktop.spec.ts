/** Steps 2 and 3 on the smallest screen with text twice as large: nothing runs off sideways (WCAG 1.4.4 and 1.4.10). */
import type { Page } from '@playwright/test'
import { carDone, driverDone, fillCar, fillDriver, startQuote } from './customer.ts'
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

test('[SHELL-05] [DRIVER-02] [QUOTE-01] 320 pixels and text twice as large need no scrolling sideways', async ({
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
