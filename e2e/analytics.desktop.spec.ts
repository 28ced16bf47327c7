/** Browser tests of the analytics data layer on a live host: all steps and events, and no personal data. */
import type { Page } from '@playwright/test'
import {
  agreeToQuote,
  boughtPolicy,
  fillDriver,
  fillPolicyholder,
  next,
  ownEmail,
  payBy,
  payByBank,
  priceConfirmed,
} from './customer.ts'
import { countRequests, responsesHandled } from './hold-request.ts'
import { openQuoteByDriver, openStep } from './open-step.ts'
import { expect, liveProduct, test } from './product.ts'

test.use({ refusals: [500] })

/** All entries pushed from now on, on this and later pages. */
async function allPushed(page: Page): Promise<unknown[]> {
  const pushed: unknown[] = []
  await page.exposeFunction('pushed', (entry: unknown) => pushed.push(entry))
  await page.addInitScript(() => {
    const layer: unknown[] = []
    layer.push = entry => {
      Reflect.get(window, 'pushed')(entry)
      return 0
    }
    Object.assign(window, { dataLayer: layer })
  })
  return pushed
}

const view = (step: number) => ({ event: 'virtual_page_view', page: `/vehicle/step${step}` })

test('[SHELL-06] [DRIVER-07] reports once that a quote cannot be given online', async ({ page, product }) => {
  const pushed = await allPushed(page)
  const amends = countRequests(page, '/quote/amend')
  await page.clock.install()
  await openStep(page, liveProduct(product), 2)
  await fillDriver(page)
  await page.route('**/quote/create', route => route.fulfill({ status: 204 }))
  await next(page).click()
  await page.getByRole('dialog', { name: 'Sorry' }).getByRole('button', { name: 'Close' }).first().click()
  // The step is rendered and counted by now.
  const ofQuote = () => pushed.filter(entry => /offline|step3/.test(JSON.stringify(entry)))
  const once = [{ event: 'quote_offline' }, view(3)]
  await expect.poll(ofQuote).toEqual(once)
  // By then the page would send an amend and report it.
  await page.clock.runFor(5_000)
  await responsesHandled(page)
  expect(amends()).toBe(0)
  expect(ofQuote()).toEqual(once)
})

test('[SHELL-06] [SHELL-09] [PAY-06] [PAY-07] [PAY-08] [PAY-10] [PAY-11] logged events reach the data layer, the console and the server’s log, also from a page that is left at once', async ({
  page,
  product,
}) => {
  const live = liveProduct(product).origin
  const logged = await allPushed(page)
  const named = ['payment_page_missing', 'policy_not_retrieved', 'download_failed', 'captcha_not_ready']
  const lines: string[] = []
  page.on('console', message => {
    if (named.includes(message.text())) lines.push(message.text())
  })
  // The browser does not always report the response to a page that was left, so requests are recorded too.
  const sent: (string | null)[] = []
  const statuses: number[] = []
  const isReport = (url: string) => url.endsWith('/edge/logged-event')
  page.on('request', request => {
    if (isReport(request.url())) sent.push(request.postData())
  })
  page.on('response', response => {
    if (isReport(response.url())) statuses.push(response.status())
  })
  const open = (path: string) => page.goto(`${live}${path}`)
  const has = (event: string) => expect.poll(() => logged).toContainEqual({ event })

  await open('/session-expired')
  await has('session_expired')

  // After a declined card: first no payment page, then one.
  const attributes = [{}, { url: `${live}/converted` }]
  await page.route('**/payment/retry', route =>
    route.fulfill({ json: { data: { attributes: attributes.shift() } } }),
  )
  await open('/cc-payment-failure?uuid=a-quote')
  const proceed = page.getByRole('button', { name: 'Proceed to payment' })
  await page.route('**/payment/retry', route => route.abort(), { times: 2 })
  await proceed.click()
  await expect(page).toHaveURL(/\/error-occurred$/)
  await page.goBack()
  expect(logged).not.toContainEqual({ event: 'payment_page_missing' })
  await proceed.click()
  await has('payment_page_missing')
  await proceed.click()
  await expect(page).toHaveURL(/\/converted$/)
  const begun = { event: 'payment_started', paymentMethod: 'Credit_Card' }
  await expect.poll(() => logged).toContainEqual(begun)

  const policy = '**/payment/policy/retrieve*'
  await page.route(policy, route => route.fulfill({ status: 500, json: {} }))
  await open('/paymentsuccess?id=a-quote')
  await expect(page).toHaveURL(/\/error-occurred$/)
  await has('policy_not_retrieved')

  await page.unroute(policy)
  const details = {
    policyId: 'P-1',
    paymentFrequency: 'MONTHLY',
    cover: 'COMPREHENSIVE',
    amountCovered: 13_700,
  }
  await page.route(policy, route => route.fulfill({ json: details }))
  await page.route('**/document/retrieve', route => route.abort())
  await open('/paymentsuccess?id=a-quote')
  await page.getByRole('button', { name: 'Download policy details' }).click()
  await has('download_failed')

  await page.route('**/captcha/challenge*', route => route.abort())
  await open('/vehicle/step1')
  await page.getByRole('button', { name: 'I understand' }).click()
  await page.getByRole('textbox', { name: 'Number plate' }).fill('JHU968')
  await page.keyboard.press('Tab')
  await has('captcha_not_ready')
  const unique = <T>(list: readonly T[]) => [...new Set(list)]
  await expect.poll(() => unique(sent)).toEqual(named.map(event => JSON.stringify({ event })))
  await expect.poll(() => unique(statuses)).toEqual([204])
  expect(unique(lines)).toEqual(named)

  // Also reported on a host that is not live.
  const pushed = logged.length
  await page.goto('about:blank')
  await page.unroute('**/captcha/challenge*')
  sent.length = 0
  statuses.length = 0
  await page.goto(`${product.origin}/paymentsuccess?id=a-quote`)
  await page.getByRole('button', { name: 'Download policy details' }).click()
  await expect.poll(() => statuses).toEqual([204])
  expect(sent).toEqual([JSON.stringify({ event: 'download_failed' })])
  expect(lines.at(-1)).toBe('download_failed')
  expect(logged).toHaveLength(pushed)
})

test('[SHELL-06] [PAY-11] page views and events report a purchase with its problems, without personal data', async ({
  page,
  product,
}) => {
  const pushed = await allPushed(page)
  await openQuoteByDriver(page, liveProduct(product))
  // The page's first amend is done.
  await priceConfirmed(page)
  await page.route('**/quote/amend', route => route.fulfill({ status: 204 }), { times: 1 })
  await page.getByRole('radio', { name: /^\$800/ }).check()
  await page.getByRole('dialog', { name: 'Sorry' }).getByRole('button', { name: 'Close' }).first().click()
  await page.getByRole('radio', { name: /^\$300/ }).check()
  await priceConfirmed(page)
  await agreeToQuote(page)

  await fillPolicyholder(page)
  await page.getByRole('radio', { name: 'Direct Debit - Credit Card' }).check()
  await page.getByRole('button', { name: 'Email my quote' }).click()
  const popup = page.getByRole('dialog', { name: 'Save this quote for later' })
  await popup.getByRole('textbox', { name: 'Email' }).fill(ownEmail())
  await popup.getByRole('button', { name: 'Send' }).click()
  await expect(popup.getByText('Email sent!')).toBeVisible()
  await page.keyboard.press('Escape')
  const noPage = { json: { data: { attributes: {} } } }
  await page.route('**/payment/create', route => route.fulfill(noPage), { times: 1 })
  await payBy(page, 'Direct Debit - Credit Card')
  await expect.poll(() => pushed).toContainEqual({ event: 'payment_page_missing' })
  await next(page).click()
  await expect(page.getByRole('button', { name: /^Pay \$/ })).toBeVisible()
  await page.goBack()

  await payBy(page, 'Direct Debit - Bank Transfer')
  await page.route('**/quote/bind', route => route.fulfill({ status: 500, json: {} }), { times: 2 })
  await payByBank(page)
  await page.getByRole('button', { name: 'Proceed to payment' }).click()
  await payByBank(page)
  await boughtPolicy(page)
  // Views that follow Back are repeated.
  const once = [...new Map(pushed.map(entry => [JSON.stringify(entry), entry])).values()]
  expect(once).toEqual([
    ...[view(2), view(3)],
    { event: 'quote_offline' },
    { event: 'declaration_agreed', cover: 'COMPREHENSIVE', frequency: 'FORTNIGHTLY' },
    view(4),
    { event: 'quote_emailed' },
    { event: 'payment_page_missing' },
    { event: 'payment_started', paymentMethod: 'Credit_Card' },
    view(5),
    { event: 'payment_failed', paymentMethod: 'BANK_TRANSFER' },
    { event: 'policy_bought', paymentMethod: 'BANK_TRANSFER' },
  ])
  expect(JSON.stringify(pushed)).not.toMatch(/m[aā]ia|brien|1988|remuera|jhu968|1234567|2350/i)
})
