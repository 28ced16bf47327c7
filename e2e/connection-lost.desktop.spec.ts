/** Browser tests of a broken connection and a crashed server: the page retries once, then shows the error page. */
import type { Page } from '@playwright/test'
import { retryingText } from '#web/content/layout.ts'
import { expectAccessible } from './axe.ts'
import {
  boughtPolicy,
  carDone,
  choose,
  fillBankAccount,
  fillCar,
  fillPolicyholder,
  next,
  payBy,
  payByBank,
  startQuote,
} from './customer.ts'
import { countRequests, problem } from './hold-request.ts'
import { openStep } from './open-step.ts'
import { expect, test } from './product.ts'
import { patchStoredDraft } from './stored-draft.ts'

const retryNotice = (page: Page) => page.getByRole('status').filter({ hasText: retryingText })

/** Breaks off this many calls. Those after the first one wait for the release, so that the notice stays until then. */
async function breakOff(page: Page, call: string, times: number): Promise<() => void> {
  const released = Promise.withResolvers<void>()
  let calls = 0
  await page.route(call, async route => {
    calls += 1
    const isBroken = calls <= times
    if (calls > 1) await released.promise
    await (isBroken ? route.abort() : route.fallback())
  })
  return released.resolve
}

async function expectErrorPage(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/error-occurred$/)
  await expect(page.getByText('Oops! An unexpected error occurred. Please try again.')).toBeVisible()
}

const plate = (page: Page) => page.getByRole('textbox', { name: 'Number plate' })
const value = (page: Page) => page.getByRole('textbox', { name: 'Car value' })
const radio = (page: Page, group: string, name: string) =>
  page.getByRole('group', { name: group }).getByRole('radio', { name })

/** Messages about a car that was looked up. */
const verdicts = (page: Page) => page.getByText(/Could not find vehicle|valid plate number/)

for (const call of ['**/secure/vehicleDetails/**', '**/edge/login', '**/edge/vero/vehiclelookup'])
  test(`[CAR-03] [CAR-05] [SHELL-14] step 1 retries a broken ${call} and says so`, async ({
    page,
    product,
  }) => {
    await startQuote(page, product)
    const release = await breakOff(page, call, 1)
    await plate(page).fill('JHU968')
    await choose(page, 'Transmission', 'Automatic')
    await expect(retryNotice(page)).toBeVisible()
    await expect(verdicts(page)).toHaveCount(0)
    release()
    await fillCar(page)
    await expect(retryNotice(page)).toHaveCount(0)
    await expect(verdicts(page)).toHaveCount(0)
    await carDone(page)
  })

for (const call of ['**/edge/vero/prospect/registration', '**/edge/login', '**/edge/vero/vehicle/suminsured'])
  test(`[CAR-03] [CAR-05] [SHELL-14] a second failure of ${call} opens the error page, and Back restores every answer`, async ({
    page,
    product,
  }) => {
    await startQuote(page, product)
    await choose(page, 'Is the car used to earn an income?', 'No')
    await choose(page, 'Is the car financed?', 'No')
    await value(page).fill('13700')
    const release = await breakOff(page, call, 2)
    release()
    await plate(page).fill('JHU968')
    await choose(page, 'Transmission', 'Automatic')
    const isOfModel = call.endsWith('suminsured')
    const model = page.getByRole('group', { name: 'Model' }).getByRole('radio').first()
    if (isOfModel) await model.check()
    await expectErrorPage(page)
    await page.goBack()
    await expect(page).toHaveURL(/\/vehicle\/step1$/)
    await expect(plate(page)).toHaveValue('JHU968')
    await expect(radio(page, 'Transmission', 'Automatic')).toBeChecked()
    await expect(radio(page, 'Is the car used to earn an income?', 'No')).toBeChecked()
    await expect(radio(page, 'Is the car financed?', 'No')).toBeChecked()
    await expect(value(page)).toHaveValue('$13,700')
    if (isOfModel) await expect(model).toBeChecked()
    await expect(verdicts(page)).toHaveCount(0)
    await fillCar(page)
    await carDone(page)
  })

test.describe('a partner that fails first', () => {
  test.use({ refusals: [502] })
  test('[CAR-05] [SHELL-14] sends no quote if Next cannot load the value band', async ({ page, product }) => {
    await startQuote(page, product)
    const band = '**/edge/vero/vehicle/suminsured'
    await page.route(band, problem(502, 'PARTNER_UNAVAILABLE'))
    await fillCar(page)
    await page.unroute(band)
    const release = await breakOff(page, band, 2)
    const sent = countRequests(page, '/quote/create')
    await next(page).click()
    await expect(retryNotice(page)).toBeVisible()
    release()
    await expectErrorPage(page)
    expect(sent()).toBe(0)
    await page.goBack()
    await carDone(page)
  })
})

test('[QUOTE-07] [SHELL-14] the value band is retried, then the error page', async ({ page, product }) => {
  await openStep(page, product, 3)
  // As after opening a link without step 1, which looks it up.
  await patchStoredDraft(page, { valueBand: null })
  const band = '**/edge/vero/vehicle/suminsured'
  let release = await breakOff(page, band, 2)
  await page.reload()
  release()
  await expectErrorPage(page)
  release = await breakOff(page, band, 1)
  await page.goBack()
  await expect(retryNotice(page)).toBeVisible()
  release()
  await expect(value(page)).toHaveAccessibleDescription(/Between \$[\d,]+ and \$[\d,]+/)
  await expect(retryNotice(page)).toHaveCount(0)
})

test('[PAY-04] [SHELL-14] the dialog retries the direct debit terms, then opens the error page; Back restores the bank details', async ({
  page,
  product,
}) => {
  await openStep(page, product, 5)
  const account = page.getByRole('textbox', { name: 'Bank account number' })
  await fillBankAccount(page)
  const release = await breakOff(page, '**/document/directdebit/term', 2)
  await next(page).click()
  const terms = page.getByRole('dialog', { name: 'Direct debit terms' })
  await expect(terms.getByRole('status').filter({ hasText: retryingText })).toBeVisible()
  await expectAccessible(page, 'the terms asked for once more')
  release()
  await expectErrorPage(page)
  await page.goBack()
  await expect(page).toHaveURL(/\/vehicle\/step5$/)
  await expect(account).toHaveValue('12-3140-0171323-50')
})

test('[PAY-08] [SHELL-14] the card page is retried, then the error page', async ({ page, product }) => {
  const retry = '**/edge/vero/payment/retry'
  const url = `${product.origin}/converted`
  await page.route(retry, route => route.fulfill({ json: { data: { attributes: { url } } } }))
  let release = await breakOff(page, retry, 2)
  await page.goto(`${product.origin}/cc-payment-failure?uuid=a-quote&token=none`)
  const proceed = page.getByRole('button', { name: 'Proceed to payment' })
  await proceed.click()
  release()
  await expectErrorPage(page)
  await page.goBack()
  release = await breakOff(page, retry, 1)
  await proceed.click()
  await expect(retryNotice(page)).toBeVisible()
  await expect(proceed).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(page).toHaveURL(url)
})

test('[PAY-08] [SHELL-14] before the card page, the question whether it was paid is retried, then the error page', async ({
  page,
  product,
}) => {
  const question = '**/payment/policy/retrieve*'
  const answered = page.waitForResponse(question)
  await page.goto(`${product.origin}/cc-payment-failure?uuid=a-quote&token=none`)
  await answered
  const release = await breakOff(page, question, 2)
  await page.getByRole('button', { name: 'Proceed to payment' }).click()
  await expect(retryNotice(page)).toBeVisible()
  release()
  await expectErrorPage(page)
})

test('[SHELL-14] a server crash loses no typed text', async ({ page, product }) => {
  await openStep(page, product, 4)
  // Waits for prefetches: the browser would log a file that the crash interrupts.
  await page.waitForLoadState('networkidle')
  await fillPolicyholder(page)
  await product.crash()
  await page.reload()
  const first = page.getByRole('region', { name: 'Policyholder 1' })
  await expect(first.getByRole('textbox', { name: 'Email' })).toHaveValue('maia@example.nz')
  await payBy(page, 'Direct Debit - Bank Transfer')
  await payByBank(page)
  await boughtPolicy(page)
})
