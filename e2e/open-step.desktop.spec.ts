/** Tests that a step opened by open-step.ts has the same state as one reached through the pages. */
import type { Page } from '@playwright/test'
import type { DraftState } from '#web/features/draft/draft-state.ts'
import { draftStorageKey } from '#web/features/draft/storage-key.ts'
import {
  agreeToQuote,
  carDone,
  driverDone,
  fillCar,
  fillDriver,
  fillPolicyholder,
  payBy,
  priceConfirmed,
  startQuote,
} from './customer.ts'
import { openStep, type StepNumber } from './open-step.ts'
import { expect, type Product, test } from './product.ts'

/** The tab's storage and cookies, without the values that differ between quotes. */
async function tabState(page: Page): Promise<unknown> {
  const stored = await page.evaluate(() => ({ ...sessionStorage }))
  const { [draftStorageKey]: draft = '{}', ...others } = stored
  const { quoteId, quoteNumber, quote }: DraftState = JSON.parse(draft).state.draftState
  const own = [quoteId, quoteNumber, quote?.policyHistory.lastModifiedDatetime].filter(
    part => part !== undefined,
  )
  const alike = own.reduce((text, part, index) => text.replaceAll(part, `own ${index}`), draft)
  const cookies = (await page.context().cookies()).map(({ name, path, httpOnly, sameSite }) =>
    [name, path, httpOnly, sameSite].join(' '),
  )
  return { draft: JSON.parse(alike), others: Object.keys(others).sort(), cookies: cookies.sort() }
}

const shown: Readonly<Record<StepNumber, (page: Page) => Promise<unknown>>> = {
  1: async page => {
    await expect(page.getByRole('combobox', { name: 'Overnight address' })).toHaveValue(/^88 Remuera Road, /)
    await expect(page.getByRole('textbox', { name: 'Car value' })).toHaveAccessibleDescription(/We expect/)
  },
  2: async () => undefined,
  3: priceConfirmed,
  4: async () => undefined,
  5: page => expect(page.getByRole('textbox', { name: 'Bank account name' })).toBeVisible(),
}

test('[SHELL-14] opening a step directly gives the same state', async ({ page, product, browser }) => {
  const byScreens: Readonly<Record<StepNumber, (page: Page, product: Product) => Promise<void>>> = {
    1: async page => {
      await startQuote(page, product)
      await fillCar(page)
    },
    2: carDone,
    3: async page => {
      await fillDriver(page)
      await driverDone(page)
    },
    4: async page => {
      await agreeToQuote(page)
      await expect(page.getByRole('region', { name: 'Policyholder 1' })).toBeVisible()
    },
    5: async page => {
      await fillPolicyholder(page)
      await payBy(page, 'Direct Debit - Bank Transfer')
      await expect(page).toHaveURL(/\/vehicle\/step5$/)
    },
  }
  for (const step of [1, 2, 3, 4, 5] as const) {
    await byScreens[step](page, product)
    await shown[step](page)
    const elsewhere = await browser.newContext()
    const direct = await elsewhere.newPage()
    await openStep(direct, product, step)
    await shown[step](direct)
    expect.soft(await tabState(direct), `step ${step}`).toEqual(await tabState(page))
    await elsewhere.close()
  }
})
