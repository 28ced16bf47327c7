/** A page that outlives its release, or its network: a file of it that is gone is asked for again, once, and then said. */
import { carDone, fillCar, next, startQuote } from './customer.ts'
import { expect, test } from './product.ts'

test.use({ refusals: [404, 500] })

test('[SHELL-02] [SHELL-14] a step whose file is gone leads to the error page, and no answer is lost', async ({
  page,
  product,
}) => {
  let asked = 0
  await page.route('**/assets/driver-step-*.js', async route => {
    asked += 1
    await route.fulfill({ status: 404, body: '' })
  })
  await startQuote(page, product)
  await fillCar(page)
  await next(page).click()
  await expect(page).toHaveURL(/\/error-occurred$/)
  expect(asked).toBe(2)
  await page.unroute('**/assets/driver-step-*.js')
  await page.goto(`${product.origin}/vehicle/step1`)
  await expect(page.getByRole('textbox', { name: 'Number plate' })).toHaveValue('JHU968')
  await expect(page.getByRole('textbox', { name: 'Car value' })).toHaveValue('$13,700')
  await carDone(page)
})

test('[SHELL-02] [SHELL-14] a step whose file could not be fetched ahead is fetched when it is wanted', async ({
  page,
  product,
}) => {
  const failed = page.waitForEvent('requestfailed', request => request.url().includes('/driver-step-'))
  await page.route('**/assets/driver-step-*.js', route => route.abort(), { times: 1 })
  await startQuote(page, product)
  await fillCar(page)
  await failed
  await carDone(page)
  await expect(page.getByRole('region', { name: 'Main driver' })).toBeVisible()
})

test('[SHELL-02] [SHELL-14] a page of a release whose node is gone is fetched anew, once, and is awake then', async ({
  page,
  product,
}) => {
  let pages = 0
  page.on('framenavigated', () => {
    pages += 1
  })
  await page.route('**/assets/main-*.js', route =>
    pages > 1 ? route.continue() : route.fulfill({ status: 404, body: '' }),
  )
  await startQuote(page, product)
  await fillCar(page)
  expect(pages).toBe(2)
})

test('[SHELL-02] [SHELL-14] where that does not help, it is not fetched without end, and links lead on', async ({
  page,
  product,
}) => {
  let asked = 0
  await page.route('**/assets/main-*.js', async route => {
    asked += 1
    await route.fulfill({ status: 404, body: '' })
  })
  await page.goto(`${product.origin}/page-not-found`)
  const link = page.getByRole('link', { name: 'Start a new quote' })
  await expect(async () => {
    await link.click({ timeout: 1_000 })
    await expect(page).toHaveURL(/\/vehicle\/step1$/, { timeout: 1_000 })
  }).toPass()
  expect(asked).toBeLessThan(9)
})

test('[SHELL-02] [PAY-10] an error page whose file is gone is drawn by the server', async ({
  page,
  product,
}) => {
  // Gone for this page; the one that the server draws is of its own release.
  const gone = '**/assets/outcomes-*.js'
  await page.route(gone, route => route.abort())
  await page.route('**/error-occurred', async route => {
    await page.unroute(gone)
    await route.continue()
  })
  await page.route('**/edge/vero/quote/create', route => route.fulfill({ status: 500 }))
  await startQuote(page, product)
  await fillCar(page)
  await next(page).click()
  await expect(page).toHaveURL(/\/error-occurred$/)
  await expect(page.getByText('An unexpected error occurred. Please try again.')).toBeVisible()
})
