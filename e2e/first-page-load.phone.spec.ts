/** Browser test of a first visit on a slow phone connection while partners fail: messages, and no lost text. */
import { startQuote } from './customer.ts'
import { expect as expectSoon, test } from './product.ts'

test.use({ refusals: [404, 502, 503] })

/** Responses take longer on such a connection and on a slow machine. */
const expect = expectSoon.configure({ timeout: 30_000 })

/** A slow mobile connection: bytes per second, and milliseconds of latency. */
const poor = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 25_000 }

test('[SHELL-14] [CAR-03] [CAR-05] [CAR-09] [CAR-12] step 1 works on a slow phone while each partner fails in turn', async ({
  page,
  product,
  context,
}) => {
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.emulateNetworkConditions', poor)
  await page.goto(`${product.origin}/vehicle`, { waitUntil: 'commit' })
  // The page is readable before its scripts have loaded.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Start a new quote' })).toBeInViewport()
  await startQuote(page, product)

  const plate = page.getByRole('textbox', { name: 'Number plate' })
  await plate.fill('ERR500')
  await plate.blur()
  await expect(plate).toHaveAccessibleDescription(/Please enter a valid plate number/)
  await plate.fill('JHU968')
  await page.route('**/edge/vero/vehiclelookup', route =>
    route.fulfill({ status: 502, json: { code: 'PARTNER_UNAVAILABLE' } }),
  )
  const automatic = page
    .getByRole('group', { name: 'Transmission' })
    .getByRole('radio', { name: 'Automatic' })
  await automatic.check()
  await expect(page.getByText(/^Could not find vehicle/)).toBeVisible()
  await page.unroute('**/edge/vero/vehiclelookup')
  await page.getByRole('button', { name: 'Look again' }).click()
  await page.getByRole('group', { name: 'Model' }).getByRole('radio').first().check()
  for (const legend of [
    'Is the car used to earn an income?',
    'Has the car been modified?',
    'Is the car financed?',
  ])
    await page.getByRole('group', { name: legend }).getByRole('radio', { name: 'No' }).check()

  await page.route('**/edge/vero/address/**', route => route.fulfill({ status: 502, body: '' }))
  const address = page.getByRole('combobox', { name: 'Overnight address' })
  await address.fill('88 Remuera Road')
  await address.blur()
  await expect(address).toHaveAccessibleDescription(/Address not found\./)
  await page.getByRole('button', { name: 'Enter address manually' }).click()
  const manual = page.getByRole('dialog', { name: 'Enter Address Manually' })
  await manual.getByRole('textbox', { name: 'Address line 1' }).fill('88 Remuera Road')
  await manual.getByRole('textbox', { name: 'Suburb' }).fill('Remuera')
  await manual.getByRole('textbox', { name: 'Postcode' }).fill('1050')
  await manual.getByRole('button', { name: 'Use this address' }).click()
  await page.getByRole('textbox', { name: 'Car value' }).fill('13700')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  await page.route('**/edge/vero/quote/create', route => route.fulfill({ status: 502, body: '' }))
  const next = page.getByRole('button', { name: 'Next', exact: true })
  await next.click()
  await expect(page).toHaveURL(/\/error-occurred$/)
  await expect(page.getByRole('main')).toContainText('An unexpected error occurred. Please try again.')
  await page.unroute('**/edge/vero/quote/create')
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(plate).toHaveValue('JHU968')
  await expect(address).toHaveValue(/88 Remuera Road, Remuera/)
  await next.click()
  await expect(page).toHaveURL(/step2$/)
})
