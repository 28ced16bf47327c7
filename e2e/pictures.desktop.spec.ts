/** Screenshots for the README, taken from the running application by `npm run pictures` only. */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import {
  agreeToQuote,
  boughtPolicy,
  carDone,
  driverDone,
  fillCar,
  fillDriver,
  fillPolicyholder,
  payBy,
  payByBank,
  priceConfirmed,
  reachQuote,
  startQuote,
} from './customer.ts'
import { expect, test } from './product.ts'

const savesPictures = process.env.OPENROAD_PICTURES === '1'
const folder = join(import.meta.dirname, '../docs/pictures')

async function photograph(page: Page, name: string, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme })
  await page.evaluate(() => window.scrollTo(0, 0))
  const picture = await page.screenshot({ path: join(folder, `${name}.png`), caret: 'hide' })
  expect(picture.length, name).toBeGreaterThan(10_000)
}

if (savesPictures) {
  test('[SHELL-03] README pictures of the provider’s brand on a desktop', async ({ page, product }) => {
    await page.goto(`${product.origin}/vehicle`)
    await expect(page).toHaveTitle(/Openroad/)
    await photograph(page, 'openroad-entry', 'light')
    await reachQuote(page, product)
    await priceConfirmed(page)
    await photograph(page, 'openroad-quote', 'dark')
  })

  test('[SHELL-03] README pictures of a partner’s brand on a phone', async ({ page, product }) => {
    const partner = { ...product, origin: product.origin.replace('localhost', 'harbour.localhost') }
    await page.setViewportSize({ width: 390, height: 844 })
    await startQuote(page, partner)
    await expect(page).toHaveTitle(/Harbour Mutual/)
    await fillCar(page)
    await photograph(page, 'harbour-car', 'light')
    await carDone(page)
    await fillDriver(page)
    await driverDone(page)
    await priceConfirmed(page)
    await photograph(page, 'harbour-quote', 'dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await agreeToQuote(page)
    await fillPolicyholder(page)
    await payBy(page, 'Direct Debit - Bank Transfer')
    await payByBank(page)
    await boughtPolicy(page)
    await photograph(page, 'harbour-success', 'light')
  })
}
