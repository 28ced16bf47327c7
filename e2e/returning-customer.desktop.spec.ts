/** Browser tests of a reopened quote with an outdated start date or a cleared car value. */

import { addDays, formatDay, nzToday } from '#journey/dates.ts'
import { draftStorageKey } from '#web/features/draft/storage-key.ts'
import {
  agreeToQuote,
  driverDone,
  fillDriver,
  fillPolicyholder,
  next,
  payBy,
  priceConfirmed,
  reachDriver,
} from './customer.ts'
import { holdRequest } from './hold-request.ts'
import { openStep } from './open-step.ts'
import { expect, test } from './product.ts'
import { patchStoredDraft } from './stored-draft.ts'

test('[ENTRY-09] [QUOTE-08] [QUOTE-02] a past start date is cleared', async ({ page, product }) => {
  await openStep(page, product, 3)
  // Next fills in today, which is then changed to yesterday.
  await next(page).click()
  await page.keyboard.press('Escape')
  const start = page.getByRole('textbox', { name: 'Policy start date' })
  const today = nzToday(new Date())
  await expect(start).toHaveValue(formatDay(today))
  // Runs before the page's own script, after the previous page has stored its draft.
  await page.addInitScript(
    ([key, from, to]) =>
      sessionStorage.setItem(key, (sessionStorage.getItem(key) ?? '').replaceAll(from, to)),
    [draftStorageKey, formatDay(today), formatDay(addDays(today, -1))] as const,
  )
  await page.reload()
  await expect(start).toHaveValue('')
  await priceConfirmed(page)
  const amended = page.waitForRequest('**/quote/amend')
  await page.getByRole('radio', { name: /^\$800/ }).check()
  expect((await amended).postDataJSON().attributes.quoteRequestDetails.policyInceptionDate).toBe(today)
  await priceConfirmed(page)
})

test('[ENTRY-07] [QUOTE-06] [QUOTE-07] changing a partner’s third party quote to another cover asks for the car value', async ({
  page,
  product,
  browser,
}) => {
  const link = await openStep(page, product, 3)
  await page.getByRole('tab', { name: /^Third Party Property/ }).click()
  await priceConfirmed(page)

  const elsewhere = await browser.newContext()
  const customer = await elsewhere.newPage()
  await customer.goto(`${link}&partnerId=p1`)
  await customer.getByRole('button', { name: 'I understand' }).click()
  await customer.getByRole('textbox', { name: 'Date of birth' }).fill('12/04/1988')
  await customer.getByRole('textbox', { name: 'Postcode' }).fill('1050')
  await customer.getByRole('button', { name: 'Confirm', exact: true }).click()
  await customer.getByRole('link', { name: 'Continue to your quote' }).click()
  await priceConfirmed(customer)
  await customer.getByRole('tab', { name: /^Everyday Plus/ }).click()
  const value = customer.getByRole('textbox', { name: 'Car value' })
  await expect(value).toHaveValue('')
  await next(customer).click()
  await expect(customer.getByRole('alert')).toContainText("Please enter car's value")
  await value.fill('13700')
  await customer.getByRole('button', { name: 'Update car value' }).click()
  await priceConfirmed(customer)
  await next(customer).click()
  await expect(customer.getByRole('dialog', { name: 'Disclosure and declaration' })).toBeVisible()
  await elsewhere.close()
})

test('[SHELL-13] [QUOTE-07] a value band that arrives on another cover', async ({ page, product }) => {
  await openStep(page, product, 3)
  // After opening a link there is no value band, because step 1 looks it up.
  await patchStoredDraft(page, { valueBand: null })
  const band = '**/edge/vero/vehicle/suminsured'
  const answer = await holdRequest(page, band)
  const requested = page.waitForRequest(band)
  await page.reload()
  const value = page.getByRole('textbox', { name: 'Car value' })
  await value.fill('900')
  const request = await requested
  await page.getByRole('button', { name: 'Update car value' }).click()
  await page.getByRole('tab', { name: /^Third Party Property/ }).click()
  await expect(value).toHaveCount(0)
  answer()
  await (await request.response())?.finished()
  await priceConfirmed(page)
  await expect(page).toHaveTitle(/^Step 3/)
  await page.getByRole('tab', { name: /^Everyday Plus/ }).click()
  await expect(value).toHaveValue('900')
  // An error about the value goes with a cover that has none.
  await page.getByRole('button', { name: 'Update car value' }).click()
  await expect(page).toHaveTitle(/^Error: /)
  await page.getByRole('tab', { name: /^Third Party Property/ }).click()
  await expect(page).toHaveTitle(/^Step 3/)
})

test('[QUOTE-09] [ENTRY-08] a link to step 4 requires the declaration', async ({ page, product }) => {
  const link = await openStep(page, product, 3)
  // A running amend would change the quote after the page is left.
  await priceConfirmed(page)
  await page.goto(`${link}&back=yes`)
  await expect(page).toHaveURL(/\/vehicle\/step4$/)
  await fillPolicyholder(page)
  for (const method of ['Direct Debit - Credit Card', 'Direct Debit - Bank Transfer'] as const) {
    await payBy(page, method)
    await expect(page.getByText(/you have not agreed to its declaration yet/)).toBeVisible()
    await expect(page).toHaveURL(/\/vehicle\/step4$/)
  }
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await agreeToQuote(page)
  await next(page).click()
  await expect(page).toHaveURL(/\/vehicle\/step5$/)
})

test('[QUOTE-08] [QUOTE-02] [T46] a device with yesterday’s date gets a price', async ({ page, product }) => {
  await page.clock.install({ time: Date.now() - 86_400_000 })
  await reachDriver(page, product)
  await fillDriver(page)
  await driverDone(page)
  await priceConfirmed(page)
  const shown: string[] = []
  page.on('framenavigated', frame => void shown.push(new URL(frame.url()).pathname))
  await page.reload()
  await priceConfirmed(page)
  expect(new Set(shown)).toEqual(new Set(['/vehicle/step3']))
})

test('[EDGE-01] [SHELL-14] a double click on a link opens the quote in both tabs', async ({
  page,
  product,
  browser,
}) => {
  const link = await openStep(page, product, 3)
  const customer = await browser.newContext()
  const tabs = [await customer.newPage(), await customer.newPage()] as const
  const logins = '**/edge/login'
  const releases = await Promise.all(tabs.map(tab => holdRequest(tab, logins)))
  const asked = tabs.map(tab => tab.waitForRequest(logins))
  await Promise.all(tabs.map(tab => tab.goto(`${link}&partnerId=p1`)))
  await Promise.race(asked)
  for (const release of releases) release()
  for (const tab of tabs) await expect(tab.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible()
  for (const tab of tabs) {
    await tab.getByRole('button', { name: 'I understand' }).click()
    await tab.getByRole('textbox', { name: 'Date of birth' }).fill('12/04/1988')
    await tab.getByRole('textbox', { name: 'Postcode' }).fill('1050')
    await tab.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(tab.getByRole('link', { name: 'Continue to your quote' })).toBeVisible()
  }
  await customer.close()
})
