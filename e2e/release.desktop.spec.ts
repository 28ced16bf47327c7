/** Browser tests of a page from an older release: a missing file is requested again, then an error is shown. */
import type { Route } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { announcement, carDone, next, startQuote } from './customer.ts'
import { holdRequest, problem, responsesHandled } from './hold-request.ts'
import { openStep } from './open-step.ts'
import { expect, test } from './product.ts'

test.use({ refusals: [404, 409, 428, 500] })

const gone = { status: 404, body: '' }

test('[SHELL-02] [SHELL-14] a missing file of a step loses no answer', async ({ page, product }) => {
  let asked = 0
  await page.route('**/assets/driver-*.js', async route => {
    asked += 1
    await route.fulfill({ status: 404, body: '' })
  })
  await openStep(page, product, 1)
  await next(page).click()
  await expect(page).toHaveURL(/\/error-occurred$/)
  expect(asked).toBe(2)
  await page.unroute('**/assets/driver-*.js')
  await page.goto(`${product.origin}/vehicle/step1`)
  await expect(page.getByRole('textbox', { name: 'Number plate' })).toHaveValue('JHU968')
  await expect(page.getByRole('textbox', { name: 'Car value' })).toHaveValue('$13,700')
  await carDone(page)
})

test('[SHELL-02] [SHELL-14] a step is loaded after a failed prefetch', async ({ page, product }) => {
  const failed = page.waitForEvent('requestfailed', request => request.url().includes('/driver-'))
  await page.route('**/assets/driver-*.js', route => route.abort(), { times: 1 })
  await openStep(page, product, 1)
  await failed
  await carDone(page)
  await expect(page.getByRole('region', { name: 'Main driver' })).toBeVisible()
})

test('[QUOTE-10] [SHELL-14] an e-mail dialog with a missing file says so, and opens at the next click', async ({
  page,
  product,
}) => {
  const file = '**/assets/email-quote-dialog-*.js'
  await page.route(file, route => route.fulfill(gone))
  await openStep(page, product, 3)
  const open = page.getByRole('button', { name: 'Email my quote' })
  await open.click()
  await expect(page.getByText('The email could not be sent.')).toBeVisible()
  await page.unroute(file)
  await open.click()
  await expect(page.getByRole('dialog', { name: 'Save this quote for later' })).toBeVisible()
})

for (const [what, reply, requests] of [
  // The page requests a missing file a second time.
  ['missing file', (route: Route) => route.fulfill(gone), 2],
  ['file', (route: Route) => route.continue(), 1],
] as const)
  test(`[QUOTE-10] [SHELL-14] a late ${what} of the e-mail dialog leaves the declaration alone`, async ({
    page,
    product,
  }) => {
    let answered = 0
    const answer = await holdRequest(page, '**/assets/email-quote-dialog-*.js', async route => {
      await reply(route)
      answered += 1
    })
    await openStep(page, product, 3)
    await page.getByRole('button', { name: 'Email my quote' }).click()
    await next(page).click()
    const declaration = page.getByRole('dialog', { name: 'Disclosure and declaration' })
    await expect(declaration).toBeVisible()
    answer()
    await expect.poll(() => answered).toBe(requests)
    await responsesHandled(page)
    await expect(declaration).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await expect(page.getByText('The email could not be sent.')).toHaveCount(0)
  })

test('[CAR-11] [SHELL-14] a manual address dialog with a missing file says so, keeps the answers, and opens at the next click', async ({
  page,
  product,
}) => {
  const file = '**/assets/manual-address-dialog-*.js'
  await page.route(file, route => route.fulfill(gone))
  await openStep(page, product, 1)
  const open = page.getByRole('button', { name: 'Enter address manually' })
  await open.click()
  await expect(page.getByText('The form to type your address could not be opened.').first()).toBeVisible()
  await expect(announcement(page)).toContainText('The form to type your address could not be opened.')
  await expectAccessible(page, 'step 1, a manual address dialog with a missing file')
  await page.unroute(file)
  await open.click()
  await expect(page.getByRole('dialog', { name: 'Enter Address Manually' })).toBeVisible()
})

test('[SHELL-09] [SHELL-14] a security check with a missing file says so, and opens at the next click', async ({
  page,
  product,
}) => {
  const file = '**/assets/captcha-dialog-*.js'
  await page.route(file, route => route.fulfill(gone))
  await page.route('**/edge/vero/quote/create', problem(428, 'CAPTCHA_REQUIRED'), { times: 2 })
  await openStep(page, product, 1)
  await next(page).click()
  const notReady = page.getByText('The security check was not ready yet. Please press the button again.')
  await expect(notReady).toBeVisible()
  await page.unroute(file)
  await next(page).click()
  await page.getByRole('dialog', { name: 'Security check' }).getByRole('checkbox').check()
  await expect(page).toHaveURL(/step2$/)
  await expect(notReady).toHaveCount(0)
})

for (const [what, file] of [
  ['entry file', '**/assets/entry-client-*.js'],
  ['own file', '**/assets/start-*.js'],
] as const) {
  test(`[SHELL-02] [SHELL-14] reloads a page once if its ${what} is missing`, async ({ page, product }) => {
    await page.route(file, route => route.fulfill(gone))
    let loads = 0
    page.on('response', response => {
      if (response.request().isNavigationRequest()) loads += 1
    })
    // The page waits a second before it reloads; here it does not. An installed clock would hide that it is a reload.
    await page.addInitScript(() => {
      const { setTimeout: wait } = window
      Object.assign(window, { setTimeout: (then: () => void) => wait(then) })
    })
    await page.goto(`${product.origin}/vehicle`)
    await expect.poll(() => loads).toBe(2)
    await page.waitForLoadState('networkidle')
    await responsesHandled(page)
    expect(loads).toBe(2)
    await page.unroute(file)
    await startQuote(page, product)
  })

  test(`[SHELL-02] [SHELL-14] a clicked link works even if the ${what} is missing`, async ({
    page,
    product,
  }) => {
    const held = Promise.withResolvers<void>()
    await page.route(file, async route => {
      if (!page.url().endsWith('/vehicle')) return route.continue()
      await held.promise
      await route.fulfill(gone)
    })
    const asked = page.waitForRequest(file)
    await page.goto(`${product.origin}/vehicle`)
    await asked
    await page.getByRole('link', { name: 'Start a new quote' }).click()
    held.resolve()
    await expect(page.getByRole('dialog', { name: 'Important information' })).toBeVisible()
  })
}

test('[SHELL-02] [PAY-10] the error page works without its file', async ({ page, product }) => {
  // Missing for this page only; the server's error page has its own release's file.
  const gone = '**/assets/status-*.js'
  await page.route(gone, route => route.abort())
  await page.route('**/error-occurred', async route => {
    await page.unroute(gone)
    await route.continue()
  })
  await page.route('**/edge/vero/quote/create', route => route.fulfill({ status: 500 }))
  await openStep(page, product, 1)
  await next(page).click()
  await expect(page).toHaveURL(/\/error-occurred$/)
  await expect(page.getByText('An unexpected error occurred. Please try again.')).toBeVisible()
})

test('[ENTRY-06] [SHELL-14] the identity check with a missing file opens the error page, and is asked for again', async ({
  page,
  product,
  browser,
}) => {
  const link = await openStep(page, product, 3)
  const elsewhere = await browser.newContext()
  const customer = await elsewhere.newPage()
  const file = '**/assets/confirm-identity-*.js'
  await customer.route(file, route => route.fulfill(gone))
  await customer.goto(`${link}&partnerId=p1`)
  await expect(customer).toHaveURL(/\/error-occurred$/)
  await customer.unroute(file)
  // Not by 'Try again', which leads to the start page if the error came before step 1 was stored.
  await customer.goto(`${product.origin}/vehicle/step1`)
  await expect(customer.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible()
  await elsewhere.close()
})

test('[PAY-07] [PAY-08] [SHELL-14] the card button can be retried', async ({ page, product }) => {
  await page.route('**/payment/policy/retrieve*', route => route.fulfill({ json: { unpaid: true } }))
  const file = '**/assets/card-payment-failed-page-*.js'
  await page.route(file, route => route.fulfill(gone))
  await page.goto(`${product.origin}/cc-payment-success?id=a-quote`)
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  const proceed = page.getByRole('button', { name: 'Proceed to payment' })
  await expect(proceed).toHaveCount(0)
  await page.unroute(file)
  await again.click()
  await expect(proceed).toBeVisible()
})
