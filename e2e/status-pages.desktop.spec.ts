/** Browser tests of the status pages: accessibility, links, and no data of another customer. */
import type { Page } from '@playwright/test'
import { problems } from '#contract/problems.ts'
import { draftStorageKey } from '#web/features/draft/storage-key.ts'
import { expectAccessible } from './axe.ts'
import { premium } from './customer.ts'
import { openStep } from './open-step.ts'
import { expect, test } from './product.ts'

const pages = [
  ['/session-expired', 'Session Expired', 'Get another quote'],
  ['/converted', 'This link is no longer valid, as the quote has already been converted.', 'Get a new quote'],
  ['/expired', 'Your original quote is no longer valid.', 'Get a new quote'],
  ['/page-not-found', "You have reached a page that doesn't exist.", 'Get a quote'],
  ['/turners/page-not-found', "You have reached a page that doesn't exist.", 'Get a quote'],
  ['/error-occurred', 'An unexpected error occurred. Please try again.', 'Try again'],
] as const

test('[PAY-10] every error page explains itself and offers a new quote', async ({ page, product }) => {
  for (const [path, sentence, link] of pages) {
    await page.goto(`${product.origin}${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.getByRole('main').getByText(sentence)).toBeVisible()
    await expectAccessible(page, path)
    // The specification says of the first that it is a button.
    await page.getByRole(path === '/session-expired' ? 'button' : 'link', { name: link }).click()
    await expect(page).toHaveURL(`${product.origin}/vehicle`)
  }
})

test('[PAY-10] [SHELL-14] Try again after an error returns to the furthest step', async ({
  page,
  product,
}) => {
  await openStep(page, product, 2)
  await page.goto(`${product.origin}/error-occurred`)
  const again = page.getByRole('link', { name: 'Try again' })
  // Before the scripts are there it leads to the first page.
  await expect(again).toHaveAttribute('href', /step2$/)
  await again.click()
  await expect(page).toHaveURL(/step2$/)
})

/** What the tab has kept by now. */
const factsOf = (page: Page) =>
  page.evaluate(key => JSON.parse(sessionStorage.getItem(key) ?? '{}').state.draftState, draftStorageKey)

/** Before anything of the page at this address runs. */
const withFacts = (page: Page, path: string, patch: object) =>
  page.addInitScript(
    ([key, at, draftState]) => {
      if (location.pathname !== at) return
      const draft = JSON.parse(sessionStorage.getItem(key) ?? '{}')
      sessionStorage.setItem(
        key,
        JSON.stringify({
          ...draft,
          state: { ...draft.state, draftState: { ...draft.state.draftState, ...draftState } },
        }),
      )
    },
    [draftStorageKey, path, patch] as const,
  )

test('[PAY-10] [PAY-06] [PAY-07] the error page warns a customer who may have paid, and links to the purchase', async ({
  page,
  product,
}) => {
  await openStep(page, product, 5)
  await page.goto(`${product.origin}/error-occurred`)
  await expect(page.getByRole('main').getByText('look in your email before you pay again')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', /step5$/)
  await withFacts(page, '/error-occurred', { quoteId: 'a-quote', policyNumber: 'OR1' })
  await page.reload()
  await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute(
    'href',
    '/paymentsuccess?id=a-quote',
  )
  await withFacts(page, '/error-occurred', { policyNumber: undefined, cardPageQuoteId: 'a-quote' })
  await withFacts(page, '/error-occurred', { policyNumber: null })
  await page.reload()
  await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute(
    'href',
    '/cc-payment-success?id=a-quote',
  )
})

test('[PAY-07] [PAY-08] [PAY-10] an abandoned card page offers this tab’s quote and states the charge', async ({
  page,
  product,
}) => {
  await openStep(page, product, 5)
  const { quoteId } = await factsOf(page)
  await withFacts(page, '/error-occurred', { cardPageQuoteId: quoteId })
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
  await expectAccessible(page, 'a card page left unpaid')
  await backToQuote.click()
  await expect(page).toHaveURL(`${product.origin}/vehicle/step3`)
  await expect(premium(page)).toHaveText(/\$\d/)
  // Of another quote than this tab's there is nothing here to come back to.
  await page.goto(`${product.origin}/cc-payment-success?id=another`)
  await expect(notCharged).toBeVisible()
  await expect(backToQuote).toHaveCount(0)
})

test('[PAY-07] [PAY-08] an open card page is offered after a minute, unless it was paid meanwhile', async ({
  page,
  product,
}) => {
  await page.clock.install()
  let answer: { status: number; json?: object } = { status: 202 }
  await page.route('**/payment/policy/retrieve*', route => route.fulfill(answer))
  const missing = page.getByText('Unable to load payment details. Please try again.')
  const proceed = page.getByRole('button', { name: 'Proceed to payment' })
  const waitAMinute = async () => {
    await page.goto(`${product.origin}/cc-payment-success?id=a-quote`)
    await expect(page.getByText('Loading your payment details…')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await page.clock.runFor(15_000)
    await expect(page.getByText('Still confirming your payment.')).toBeVisible()
    await page.clock.runFor(40_000)
    await expect(missing).toHaveCount(0)
    await page.clock.runFor(6_000)
    await expect(missing).toBeVisible()
    await page.clock.resume()
  }
  await waitAMinute()
  // Nobody is told that it failed.
  await expect(page.getByText('Check your email before paying again.')).toBeVisible()
  await expect(page.getByText('has not been charged')).toHaveCount(0)
  await expectAccessible(page, 'a payment that nobody knows of after a minute')
  const url = `${product.origin}/expired`
  await page.route('**/edge/vero/payment/retry', route =>
    route.fulfill({ json: { data: { attributes: { url } } } }),
  )
  await proceed.click()
  await expect(page).toHaveURL(url)
  await waitAMinute()
  answer = {
    status: 200,
    json: { policyId: 'P-1', paymentFrequency: 'MONTHLY', cover: 'THIRD_PARTY', amountCovered: 0 },
  }
  await proceed.click()
  await expect(page.getByText('P-1', { exact: true })).toBeVisible()
})

test('[PAY-10] [CAR-03] an expired quote’s answers are copied to a new one', async ({ page, product }) => {
  await openStep(page, product, 3)
  await page.goto(`${product.origin}/expired`)
  const { quote, quoteId } = await factsOf(page)
  expect(quoteId).toBeTruthy()
  const newQuote = page.getByRole('link', { name: 'Get a new quote' })
  const carryOn = page.getByRole('link', { name: 'Carry on with the answers in this tab' })
  // A link that is over, opened beside a quote that is not: once the page is awake, and the next after it.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await newQuote.click()
  await carryOn.click()
  await expect(premium(page)).toHaveText(/\$\d/)
  expect((await factsOf(page)).quoteId).toBe(quoteId)
  await withFacts(page, '/expired', { quote: { ...quote, validUntil: '2026-01-01' } })
  await page.goto(`${product.origin}/expired`)
  await expect.poll(async () => (await factsOf(page)).quoteId).toBeUndefined()
  await newQuote.click()
  await carryOn.click()
  await expect(page).toHaveURL(/step1$/)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(/step2$/)
  expect((await factsOf(page)).quoteId).not.toBe(quoteId)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(/step3$/)
})

test('[PAY-06] [PAY-10] two brands offer mechanical breakdown with tracking parameters, two do not', async ({
  page,
  product,
}) => {
  for (const [brand, host] of [
    ['openroad', 'mbi-uat.openroad.example'],
    ['harbour', 'mbi-uat.harbour.example'],
    ['turners', null],
    ['fern', null],
  ] as const) {
    await page.goto(`${product.origin.replace('localhost', `${brand}.localhost`)}/converted`)
    await expect(page.getByRole('link', { name: 'Get a new quote' })).toBeVisible()
    const link = page.getByRole('link', { name: /mechanical breakdown/ })
    if (host === null) {
      await expect(link).toHaveCount(0)
      continue
    }
    const address = new URL((await link.getAttribute('href')) ?? '')
    expect(address.host).toBe(host)
    expect(Object.fromEntries(address.searchParams)).toEqual({
      utm_medium: 'web',
      utm_source: brand,
      utm_campaign: 'car-insurance-success',
      utm_content: 'next-steps',
    })
  }
})

test.describe('by another customer’s link', () => {
  test.use({ refusals: [401, 404] })
  test('[PAY-07] [PAY-08] [PAY-09] status pages show nothing and change nothing', async ({
    page,
    product,
  }) => {
    const id = '11111111-2222-4333-8444-555555555555'
    for (const path of [`/paymentsuccess?id=${id}`, `/cc-payment-success?id=${id}`, '/paymentsuccess']) {
      await page.goto(`${product.origin}${path}`)
      await expect(page.getByText('Unable to load payment details. Please try again.')).toBeVisible()
      await expect(page.getByText('Check your email before paying again.')).toBeVisible()
      await expect(page).toHaveTitle(/^Your payment – /)
      await expect(page.getByRole('button', { name: 'Go back to quote' })).toHaveCount(0)
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByText('Unable to load payment details. Please try again.')).toBeVisible()
      // The button goes with each try: what came of it has the focus, and is heard.
      const heading = page.getByRole('heading', { level: 1 })
      await expect(heading).toBeFocused()
      await expect(heading).toHaveAccessibleDescription('Unable to load payment details. Please try again.')
    }
    await expectAccessible(page, 'no payment details')

    await page.goto(`${product.origin}/cc-payment-failure?uuid=${id}&token=none`)
    await expect(page.getByText('The Openroad car insurance team')).toBeVisible()
    await expect(page.getByText('look there before you pay again')).toBeVisible()
    await expect(page.getByText('has not been charged')).toHaveCount(0)
    await expectAccessible(page, 'card failure')
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
      const { status, title } = problems[code]
      await page.route(
        '**/edge/vero/payment/retry',
        route =>
          route.fulfill({
            status,
            contentType: 'application/problem+json',
            body: JSON.stringify({ type: 'about:blank', title, status, code }),
          }),
        { times: 1 },
      )
      await page.goto(`${product.origin}/cc-payment-failure?uuid=a-quote&token=none`)
      // Said once the page is awake and has asked, and heard by whoever has read on.
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
  await page.route('**/payment/policy/retrieve*', route => route.fulfill({ json: { paymentSentBack: true } }))
  await page.goto(`${product.origin}/cc-payment-success?id=a-quote`)
  await expect(page.getByText('All of it goes back to your card.')).toBeVisible()
  await page.getByRole('button', { name: 'Go back to quote' }).click()
  await expect(page).toHaveURL(`${product.origin}/vehicle/step3`)
  await expect(premium(page)).toHaveText(/\$\d/)
})

test('[PAY-06] the amount covered for fire and theft is shown as a maximum, as in mail and schedule', async ({
  page,
  product,
}) => {
  for (const [cover, amountCovered, says] of [
    ['COMPREHENSIVE', 13_700, '$13,700'],
    ['THIRD_PARTY_FIRE_THEFT', 13_700, 'Market value of your car, up to $13,700'],
    ['THIRD_PARTY', 0, 'Damage to other people’s property, up to $20 million'],
  ] as const) {
    await page.route('**/payment/policy/retrieve*', route =>
      route.fulfill({ json: { policyId: 'P-1', paymentFrequency: 'MONTHLY', cover, amountCovered } }),
    )
    await page.goto(`${product.origin}/paymentsuccess?id=a-quote`)
    const amount = page.locator('dt', { hasText: 'Amount covered' }).locator('xpath=following-sibling::dd')
    await expect(amount).toHaveText(says)
    await page.unroute('**/payment/policy/retrieve*')
  }
})

test.describe('that is not available', () => {
  test.use({ refusals: [500] })
  test('[PAY-07] [PAY-10] a policy opens the error page, and Back retries it', async ({ page, product }) => {
    const policy = '**/payment/policy/retrieve*'
    await page.route(policy, route => route.fulfill({ status: 500, json: { status: 500, code: 'INTERNAL' } }))
    await page.goto(`${product.origin}/paymentsuccess?id=a-quote`)
    await expect(page).toHaveURL(`${product.origin}/error-occurred`)
    await page.unroute(policy)
    await page.route(policy, route =>
      route.fulfill({
        json: { policyId: 'P-1', paymentFrequency: 'MONTHLY', cover: 'THIRD_PARTY', amountCovered: 0 },
      }),
    )
    await page.goBack()
    await expect(page).toHaveURL(`${product.origin}/paymentsuccess?id=a-quote`)
    await expect(page.getByText('P-1', { exact: true })).toBeVisible()
  })
})
