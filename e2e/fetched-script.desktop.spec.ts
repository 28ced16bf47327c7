/** Browser test that compares the script files counted by `npm run size` with those a browser loads. */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { journeyFiles } from '../bench/pages/bundle-size.ts'
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
  startQuote,
} from './customer.ts'
import { expect, test } from './product.ts'

/** Waits until the page is idle, which happens only once per page. */
const read = (page: Page) => page.waitForLoadState('networkidle')

test('a purchase loads exactly the counted script files', async ({ page, product }) => {
  const fetched = new Set<string>()
  page.context().on('request', request => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.js')) fetched.add(pathname.slice(1))
  })
  await startQuote(page, product)
  await read(page)
  await fillCar(page)
  await carDone(page)
  await read(page)
  await fillDriver(page)
  await driverDone(page)
  await priceConfirmed(page)
  await read(page)
  await agreeToQuote(page)
  await read(page)
  await fillPolicyholder(page)
  await payBy(page, 'Direct Debit - Bank Transfer')
  await read(page)
  await payByBank(page)
  await boughtPolicy(page)
  await read(page)
  const counted = journeyFiles(join(import.meta.dirname, '../dist/client')).sort()
  await expect.poll(() => [...fetched].sort()).toEqual(counted)
})
