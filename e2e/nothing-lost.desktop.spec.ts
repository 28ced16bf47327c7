/** Browser tests of a page restored from the back/forward cache, simulated by the browser's event. */
import type { Page } from '@playwright/test'
import { draftStorageKey } from '#web/features/draft/storage-key.ts'
import { boughtPolicy, fillDriver, fillPolicyholder, next, payBy } from './customer.ts'
import { holdRequest, responsesHandled } from './hold-request.ts'
import { openStep } from './open-step.ts'
import { expect, type Product, test } from './product.ts'

const dispatch = (page: Page, name: 'pagehide' | 'pageshow') =>
  page.evaluate(name => void dispatchEvent(new PageTransitionEvent(name, { persisted: true })), name)

/** Makes this call return the address of a card page that does not load, so that the current page stays. */
async function cardPageOf(page: Page, { origin }: Product, call: string): Promise<string> {
  const url = `${origin}/card-page`
  await page.route(call, route => route.fulfill({ json: { data: { attributes: { url } } } }))
  await page.route(url, route => route.fulfill({ status: 204 }))
  return url
}

test('[HOLDER-08] [PAY-11] a restored step 4 opens the card page again', async ({ page, product }) => {
  await openStep(page, product, 4)
  await fillPolicyholder(page)
  const cardPage = await cardPageOf(page, product, '**/edge/vero/payment/create')
  const opened = page.waitForRequest(cardPage)
  await payBy(page, 'Direct Debit - Credit Card')
  await opened
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Taking you to our secure payment page')
  await dispatch(page, 'pageshow')
  const policyholder = page.getByRole('region', { name: 'Policyholder 1' })
  await expect(policyholder.getByRole('textbox', { name: 'Email' })).toHaveValue('maia@example.nz')
  await expect(next(page)).not.toHaveAttribute('aria-disabled')
  const openedAgain = page.waitForRequest(cardPage)
  await next(page).click()
  await openedAgain
})

test('[PAY-08] the button of a restored payment failure page works again', async ({ page, product }) => {
  await page.route('**/payment/policy/retrieve*', route => route.fulfill({ json: { unpaid: true } }))
  const cardPage = await cardPageOf(page, product, '**/edge/vero/payment/retry')
  await page.goto(`${product.origin}/cc-payment-failure?uuid=a-quote&token=none`)
  // Shown once the page has asked the server.
  await expect(page.getByText('Your card has not been charged')).toBeVisible()
  const proceed = page.getByRole('button', { name: 'Proceed to payment' })
  const opened = page.waitForRequest(cardPage)
  await proceed.click()
  await opened
  await expect(proceed).toHaveAttribute('aria-busy', 'true')
  await dispatch(page, 'pageshow')
  await expect(proceed).not.toHaveAttribute('aria-busy')
  const openedAgain = page.waitForRequest(cardPage)
  await proceed.click()
  await openedAgain
})

test('[PAY-06] [SHELL-02] a restored step of a bought quote redirects', async ({ page, product }) => {
  await openStep(page, product, 4)
  const email = page.getByRole('textbox', { name: 'Email' })
  await email.fill('maia@example.nz')
  await dispatch(page, 'pageshow')
  // Nothing was bought: the page stays as it was.
  await expect(email).toHaveValue('maia@example.nz')
  await expect(page).toHaveURL(/\/vehicle\/step4$/)

  const policy = {
    policyId: 'OR123456789',
    paymentFrequency: 'FORTNIGHTLY',
    cover: 'COMPREHENSIVE',
    amountCovered: 13_700,
  }
  await page.route('**/payment/policy/retrieve*', route => route.fulfill({ json: policy }))
  // In one task, so that the page does not overwrite what the buying page stored.
  const quoteId = await page.evaluate(
    ([key, policyNumber]) => {
      const draft = JSON.parse(sessionStorage.getItem(key) ?? '{}').state
      sessionStorage.setItem(
        key,
        JSON.stringify({
          state: { ...draft, draftState: { ...draft.draftState, policyNumber } },
          version: 0,
        }),
      )
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
      return String(draft.draftState.quoteId)
    },
    [draftStorageKey, policy.policyId] as const,
  )
  await expect(page).toHaveURL(`${product.origin}/paymentsuccess?id=${quoteId}`)
  expect(await boughtPolicy(page)).toBe(policy.policyId)
})

test('[SHELL-14] a restored step keeps the session of its own quote', async ({ page, product }) => {
  await openStep(page, product, 2)
  const token = () => page.evaluate(() => sessionStorage.getItem('openroad.token'))
  const before = await token()
  // Another quote was bought in this tab meanwhile.
  await page.evaluate(key => {
    const draftState = { quoteId: 'another', policyNumber: 'OR123456789' }
    sessionStorage.setItem(key, JSON.stringify({ state: { answers: {}, draftState }, version: 0 }))
    sessionStorage.setItem('openroad.token', 'of-the-other')
  }, draftStorageKey)
  await dispatch(page, 'pageshow')
  await expect(page).toHaveURL(/\/vehicle\/step2$/)
  expect(await token()).toBe(before)
})

test('[SHELL-14] [DRIVER-07] a call aborted by leaving does not navigate', async ({ page, product }) => {
  await openStep(page, product, 2)
  await fillDriver(page)
  const create = '**/edge/vero/quote/create'
  const abort = await holdRequest(page, create, route => route.abort())
  const asked = page.waitForRequest(create)
  await next(page).click()
  await asked
  await dispatch(page, 'pagehide')
  const failed = page.waitForEvent('requestfailed', request => request.url().endsWith('/quote/create'))
  abort()
  await failed
  await responsesHandled(page)
  await expect(page).toHaveURL(/\/vehicle\/step2$/)
  await expect(next(page)).toHaveAttribute('aria-busy', 'true')
  await dispatch(page, 'pageshow')
  await expect(page).toHaveURL(/\/error-occurred$/)
})
