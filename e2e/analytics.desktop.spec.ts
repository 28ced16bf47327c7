/** Browser tests of the analytics data layer on a production host: all steps and events, and no personal data. */
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
import { atProductionHost, expect, test } from './product.ts'

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
  await openStep(page, atProductionHost(product), 2)
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

test('[SHELL-06] [PAY-07] [PAY-10] a logged event reaches the console and the server from a page that is left at once, and the data layer of a production host only', async ({
  page,
  product,
}) => {
  const layer = await allPushed(page)
  const event = 'policy_not_retrieved'
  const lines: string[] = []
  page.on('console', message => lines.push(message.text()))
  // The browser does not always report the response to a page that was left, so requests are recorded.
  const sent: (string | null)[] = []
  page.on('request', request => {
    if (request.url().endsWith('/edge/logged-event')) sent.push(request.postData())
  })
  await page.route('**/payment/policy/retrieve*', route => route.fulfill({ status: 500, json: {} }))
  for (const { origin } of [product, atProductionHost(product)]) {
    expect(layer).toEqual([])
    await page.goto(`${origin}/paymentsuccess?id=a-quote`)
    await expect(page).toHaveURL(/\/error-occurred$/)
    await expect.poll(() => sent).toContain(JSON.stringify({ event }))
    await expect.poll(() => lines).toContain(event)
    sent.length = 0
    lines.length = 0
  }
  expect(layer).toContainEqual({ event })
})

test('[SHELL-06] [PAY-11] reports a purchase without personal data', async ({ page, product }) => {
  const pushed = await allPushed(page)
  await openQuoteByDriver(page, atProductionHost(product))
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

test('[SHELL-06] [SHELL-07] [SHELL-09] [PAY-06] reports an ended session, a failed download and a captcha that is not ready', async ({
  page,
  product,
}) => {
  const { origin } = atProductionHost(product)
  const layer = await allPushed(page)
  const reported = (event: string) => expect.poll(() => layer).toContainEqual({ event })
  await page.goto(`${origin}/session-expired`)
  await reported('session_expired')

  const policy = { policyId: 'OR1', paymentFrequency: 'MONTHLY', cover: 'THIRD_PARTY', amountCovered: 0 }
  await page.route('**/payment/policy/retrieve*', route => route.fulfill({ json: policy }))
  await page.route('**/document/retrieve', route => route.abort())
  await page.goto(`${origin}/paymentsuccess?id=a-quote`)
  await page.getByRole('button', { name: 'Download policy details' }).click()
  await expect(page.getByText('The file could not be downloaded.')).toBeVisible()
  await reported('download_failed')

  await page.route('**/captcha/challenge*', route => route.abort())
  await page.goto(`${origin}/vehicle/step1`)
  await page.getByRole('button', { name: 'I understand' }).click()
  await page.getByRole('textbox', { name: 'Number plate' }).fill('JHU968')
  await page.keyboard.press('Tab')
  await reported('captcha_not_ready')
})
