/** Browser tests of the status pages: their links, their payment states, and no data of another customer. */
import { problems } from '#contract/problems.ts'
import { premium } from './customer.ts'
import { problem } from './hold-request.ts'
import { openStep } from './open-step.ts'
import { expect, test } from './product.ts'
import { patchStoredDraft, storedDraftState } from './stored-draft.ts'

// Their texts are tested in web/entry-server.test.ts, their accessibility in the state book.
test('[PAY-10] every error page focuses its heading and leads to a new quote', async ({ page, product }) => {
  for (const [path, role, name] of [
    ['/session-expired', 'button', 'Get another quote'],
    ['/converted', 'link', 'Get a new quote'],
    ['/expired', 'link', 'Get a new quote'],
    ['/page-not-found', 'link', 'Get a quote'],
    ['/turners/page-not-found', 'link', 'Get a quote'],
    ['/error-occurred', 'link', 'Try again'],
  ] as const) {
    await page.goto(`${product.origin}${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await page.getByRole(role, { name }).click()
    await expect(page).toHaveURL(`${product.origin}/vehicle`)
  }
})

test('[PAY-10] [PAY-06] [PAY-07] [SHELL-14] the error page leads to the furthest step; it warns a customer who may have paid, and links to the purchase', async ({
  page,
  product,
}) => {
  await openStep(page, product, 5)
  await page.goto(`${product.origin}/error-occurred`)
  await expect(page.getByRole('main').getByText('look in your email before you pay again')).toBeVisible()
  const again = page.getByRole('link', { name: 'Try again' })
  // Before hydration it leads to the first page.
  await expect(again).toHaveAttribute('href', /step5$/)
  await again.click()
  await expect(page).toHaveURL(/step5$/)
  await page.goBack()
  await patchStoredDraft(page, { quoteId: 'a-quote', policyNumber: 'OR1' }, '/error-occurred')
  await page.reload()
  await expect(again).toHaveAttribute('href', '/paymentsuccess?id=a-quote')
  await patchStoredDraft(page, { policyNumber: null, cardPageQuoteId: 'a-quote' }, '/error-occurred')
  await page.reload()
  await expect(again).toHaveAttribute('href', '/cc-payment-success?id=a-quote')
})

test('[PAY-07] [PAY-08] [PAY-10] an abandoned card page offers this tab’s quote and states the charge', async ({
  page,
  product,
}) => {
  await openStep(page, product, 5)
  const { quoteId } = await storedDraftState(page)
  await patchStoredDraft(page, { cardPageQuoteId: quoteId }, '/error-occurred')
  const answers: object[] = [{}, { unpaid: true }, { unpaid: true }]
  await page.route('**/payment/policy/retrieve*', route => route.fulfill({ json: answers.shift() ?? {} }))
  await page.goto(`${product.origin}/error-occurred`)
  const again = page.getByRole('link', { name: 'Try again' })
  await expect(again).toHaveAttribute('href', `/cc-payment-success?id=${quoteId}`)
  await again.click()
  await expect(page.getByText('Your payment may have gone through.')).toBeVisible()
  const backToQuote = page.getByRole('button', { name: 'Go back to quote' })
  await expect(backToQuote).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  const notCharged = page.getByText('Your card has not been charged, and your quote is kept.')
  await expect(notCharged).toBeVisible()
  await expect(page.getByText('Your payment may have gone through.')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await backToQuote.click()
  await expect(page).toHaveURL(`${product.origin}/vehicle/step3`)
  await expect(premium(page)).toHaveText(/\$\d/)
  // The tab has no quote of this address, so there is nothing to go back to.
  await page.goto(`${product.origin}/cc-payment-success?id=another`)
  await expect(notCharged).toBeVisible()
  await expect(backToQuote).toHaveCount(0)
})

test('[PAY-07] [PAY-08] an open card page is offered after a minute', async ({ page, product }) => {
  await page.clock.install()
  let answer: { status: number; json?: object } = { status: 202 }
  await page.route('**/payment/policy/retrieve*', route => route.fulfill(answer))
  await page.goto(`${product.origin}/cc-payment-success?id=a-quote`)
  await expect(page.getByText('Loading your payment details…')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.clock.runFor(15_000)
  await expect(page.getByText('Still confirming your payment.')).toBeVisible()
  await page.clock.runFor(46_000)
  await expect(page.getByText('Unable to load payment details. Please try again.')).toBeVisible()
  await page.clock.resume()
  // The outcome is unknown, so no message says that it failed.
  await expect(page.getByText('Check your email before paying again.')).toBeVisible()
  await expect(page.getByText('has not been charged')).toHaveCount(0)
  const policy = { policyId: 'P-1', paymentFrequency: 'MONTHLY', cover: 'THIRD_PARTY', amountCovered: 0 }
  answer = { status: 200, json: { ...policy, refundDueOrDone: true } }
  await page.getByRole('button', { name: 'Proceed to payment' }).click()
  await expect(page.getByText('P-1', { exact: true })).toBeVisible()
  // Another payment than the policy's own.
  await expect(page.getByText('That payment did not buy this policy')).toBeVisible()
})

test('[PAY-10] [CAR-03] an expired quote’s answers are copied to a new one', async ({ page, product }) => {
  await openStep(page, product, 3)
  await page.goto(`${product.origin}/expired`)
  const { quote, quoteId } = await storedDraftState(page)
  expect(quoteId).toBeTruthy()
  const newQuote = page.getByRole('link', { name: 'Get a new quote' })
  const carryOn = page.getByRole('link', { name: 'Carry on with the answers in this tab' })
  // An expired link does not affect the tab's own quote, which is still valid.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await newQuote.click()
  await carryOn.click()
  await expect(premium(page)).toHaveText(/\$\d/)
  expect((await storedDraftState(page)).quoteId).toBe(quoteId)
  await patchStoredDraft(page, { quote: { ...quote, validUntil: '2026-01-01' } }, '/expired')
  await page.goto(`${product.origin}/expired`)
  await expect.poll(async () => (await storedDraftState(page)).quoteId).toBeUndefined()
  await newQuote.click()
  await carryOn.click()
  await expect(page).toHaveURL(/step1$/)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(/step2$/)
  expect((await storedDraftState(page)).quoteId).not.toBe(quoteId)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(/step3$/)
})

test.describe('by another customer’s link', () => {
  test.use({ refusals: [401, 404] })
  test('[PAY-07] [PAY-08] [PAY-09] status pages show nothing of the quote', async ({ page, product }) => {
    const id = '11111111-2222-4333-8444-555555555555'
    const unable = 'Unable to load payment details. Please try again.'
    for (const path of [`/paymentsuccess?id=${id}`, `/cc-payment-success?id=${id}`, '/paymentsuccess']) {
      await page.goto(`${product.origin}${path}`)
      await expect(page.getByText(unable)).toBeVisible()
      await expect(page.getByText('Check your email before paying again.')).toBeVisible()
      await expect(page).toHaveTitle(/^Your payment – /)
      await expect(page.getByRole('button', { name: 'Go back to quote' })).toHaveCount(0)
      const proceed = page.getByRole('button', { name: 'Proceed to payment' })
      await expect(proceed).toHaveCount(path.startsWith('/cc-') ? 1 : 0)
      await page.getByRole('button', { name: 'Try again' }).click()
      // The button is removed at each try, so the result gets the focus and is announced.
      const heading = page.getByRole('heading', { level: 1 })
      await expect(heading).toBeFocused()
      await expect(heading).toHaveAccessibleDescription(unable)
    }

    await page.goto(`${product.origin}/cc-payment-failure?uuid=${id}&token=none`)
    await expect(page.getByText('has not been charged')).toHaveCount(0)
    await page.getByRole('button', { name: 'Proceed to payment' }).click()
    await expect(page.getByText('The payment page could not be opened.')).toBeVisible()
    await page.getByRole('button', { name: 'Go back to quote' }).click()
    await expect(page).toHaveURL(/\/page-not-found$/)

    await page.goto(`${product.origin}/cc-payment-cancel?uuid=${id}&token=none`)
    await expect(page).toHaveURL(/\/page-not-found$/)
  })
})

test.describe('of a quote that can no longer be paid', () => {
  test.use({ refusals: [409, 503] })
  test('[PAY-08] a second card attempt shows its result', async ({ page, product }) => {
    await page.route('**/payment/policy/retrieve*', route => route.fulfill({ json: { unpaid: true } }))
    for (const [code, leadsTo] of [
      ['BIND_PENDING', '/cc-payment-success?id=a-quote'],
      ['QUOTE_CONVERTED', '/converted'],
      ['QUOTE_EXPIRED', '/expired'],
    ] as const) {
      await page.route('**/edge/vero/payment/retry', problem(problems[code].status, code), { times: 1 })
      await page.goto(`${product.origin}/cc-payment-failure?uuid=a-quote&token=none`)
      // Announced after the page has asked the server.
      await expect(
        page.getByRole('status').filter({ hasText: 'Your card has not been charged' }),
      ).toBeVisible()
      await page.getByRole('button', { name: 'Proceed to payment' }).click()
      await expect(page).toHaveURL(`${product.origin}${leadsTo}`)
    }
  })
})

test('[PAY-07] [PAY-08] the refund message offers this tab’s quote', async ({ page, product }) => {
  await openStep(page, product, 4)
  await page.route('**/payment/policy/retrieve*', route => route.fulfill({ json: { refundDueOrDone: true } }))
  await page.goto(`${product.origin}/cc-payment-success?id=a-quote`)
  await expect(page.getByText('All of it goes back to your card.')).toBeVisible()
  await page.getByRole('button', { name: 'Go back to quote' }).click()
  await expect(page).toHaveURL(`${product.origin}/vehicle/step3`)
  await expect(premium(page)).toHaveText(/\$\d/)
})
