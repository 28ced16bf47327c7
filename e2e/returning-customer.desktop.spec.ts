/** Browser tests of a reopened quote with an outdated start date or a cleared car value. */

import { addDays, nzToday, typedDay } from '#journey/dates.ts'
import { draftStorageKey } from '#web/features/draft/storage-key.ts'
import {
  agreeToQuote,
  carDone,
  driverDone,
  fillCarForLink,
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

test('[ENTRY-09] [QUOTE-08] [QUOTE-02] a past start date is cleared, the price stays, and a new date is priced', async ({
  page,
  product,
}) => {
  await openStep(page, product, 3)
  // Yesterday it was typed by Next, and saved.
  await next(page).click()
  await page.keyboard.press('Escape')
  const start = page.getByRole('textbox', { name: 'Policy start date' })
  const today = nzToday(new Date())
  await expect(start).toHaveValue(typedDay(today))
  // Before the page's own script, and after the last that the page before it wrote down.
  await page.addInitScript(
    ([key, from, to]) =>
      sessionStorage.setItem(key, (sessionStorage.getItem(key) ?? '').replaceAll(from, to)),
    [draftStorageKey, typedDay(today), typedDay(addDays(today, -1))] as const,
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
  const link = await fillCarForLink(page, product)
  await carDone(page)
  await fillDriver(page)
  await driverDone(page)
  await page.getByRole('tab', { name: /^Third Party Property/ }).click()
  await priceConfirmed(page)

  const elsewhere = await browser.newContext()
  const visitor = await elsewhere.newPage()
  await visitor.goto(`${link}&partnerId=p1`)
  await visitor.getByRole('button', { name: 'I understand' }).click()
  await visitor.getByRole('textbox', { name: 'Date of birth' }).fill('12/04/1988')
  await visitor.getByRole('textbox', { name: 'Postcode' }).fill('1050')
  await visitor.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(visitor.getByRole('textbox', { name: 'Car value' })).toHaveValue('')
  await visitor.getByRole('link', { name: 'Continue to your quote' }).click()
  await priceConfirmed(visitor)
  await visitor.getByRole('tab', { name: /^Everyday Plus/ }).click()
  const value = visitor.getByRole('textbox', { name: 'Car value' })
  await expect(value).toHaveValue('')
  // Nobody works on a price that cannot be worked out.
  await priceConfirmed(visitor)
  await next(visitor).click()
  await expect(visitor.getByRole('alert')).toContainText("Please enter car's value")
  await value.fill('13700')
  await visitor.getByRole('button', { name: 'Update car value' }).click()
  await priceConfirmed(visitor)
  await next(visitor).click()
  await expect(visitor.getByRole('dialog', { name: 'Disclosure and declaration' })).toBeVisible()
  await elsewhere.close()
})

test('[SHELL-13] [QUOTE-07] a cover without a car value shows no error about the value', async ({
  page,
  product,
}) => {
  await openStep(page, product, 3)
  await page.getByRole('textbox', { name: 'Car value' }).fill('900')
  await page.getByRole('button', { name: 'Update car value' }).click()
  await expect(page).toHaveTitle(/^Error: /)
  await page.getByRole('tab', { name: /^Third Party Property/ }).click()
  await expect(page).toHaveTitle(/^Step 3/)
})

test('[QUOTE-07] checks a value whose band arrives while another cover is open', async ({
  page,
  product,
}) => {
  await openStep(page, product, 3)
  // Before the page's own script: who comes by a link has not been on step 1, which looks it up.
  await page.addInitScript(key => {
    const draft = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    sessionStorage.setItem(
      key,
      JSON.stringify({
        ...draft,
        state: { ...draft.state, draftState: { ...draft.state.draftState, valueBand: undefined } },
      }),
    )
  }, draftStorageKey)
  const band = '**/edge/vero/vehicle/suminsured'
  const answer = await holdRequest(page, band)
  const askedByItself = page.waitForRequest(band)
  await page.reload()
  const value = page.getByRole('textbox', { name: 'Car value' })
  await value.fill('900')
  await askedByItself
  const asked = page.waitForRequest(band)
  await page.getByRole('button', { name: 'Update car value' }).click()
  const request = await asked
  await page.getByRole('tab', { name: /^Third Party Property/ }).click()
  await expect(value).toHaveCount(0)
  answer()
  await (await request.response())?.finished()
  await priceConfirmed(page)
  await expect(page).toHaveTitle(/^Step 3/)
  await page.getByRole('tab', { name: /^Everyday Plus/ }).click()
  await expect(value).toHaveValue('900')
  await expect(page.getByText('Not in your price yet')).toBeVisible()
})

test('[QUOTE-09] [ENTRY-08] a link straight to step 4 requires the declaration before payment', async ({
  page,
  product,
}) => {
  const link = await fillCarForLink(page, product)
  await carDone(page)
  await fillDriver(page)
  await driverDone(page)
  // Left while it is being amended, the quote would have gone on meanwhile.
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

test('[QUOTE-08] [QUOTE-02] [T46] a device with yesterday’s date gets a price and keeps it after a reload', async ({
  page,
  product,
}) => {
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
