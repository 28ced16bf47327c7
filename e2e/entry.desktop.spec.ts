/** Browser tests of returning to a quote by link or number, with wrong details, and after it has expired. */

import type { Prospect } from '#web/features/quote-access/restore-quote.ts'
import { openConfiguredDatabase } from '../scripts/configured-database.ts'
import { expectAccessible } from './axe.ts'
import {
  agreeToQuote,
  carDone,
  driverDone,
  fillCarForLink,
  fillDriver,
  fillPolicyholder,
  payBy,
  premium,
  priceConfirmed,
  startQuote,
} from './customer.ts'
import { openStep } from './open-step.ts'
import { expect, test } from './product.ts'

test.use({ refusals: [401, 403, 404, 409, 422] })

test('[ENTRY-01] [ENTRY-02] [ENTRY-03] [ENTRY-05] [ENTRY-06] [ENTRY-07] [ENTRY-08] [ENTRY-10] another browser opens a quote by link or by number with the owner’s details only', async ({
  page,
  product,
  browser,
}) => {
  const link = new URL(await fillCarForLink(page, product))
  await carDone(page)
  await fillDriver(page)
  await driverDone(page)
  const price = (await premium(page).textContent()) ?? ''
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'quote-id')
  const quoteNumber = decodeURIComponent(cookie?.value ?? '')
  // Ten minutes by its own count (SHELL-10).
  expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeLessThanOrEqual(600)
  expect(quoteNumber).not.toBe('')
  const at = (query: string, host = product.origin) => `${host}/vehicle?${query}`
  const [id, token] = [link.searchParams.get('id'), link.searchParams.get('token')]

  // Another browser: the link logs in and asks for the number; the people on it only for who knows them.
  const elsewhere = await browser.newContext()
  const visitor = await elsewhere.newPage()
  await visitor.goto(at(`id=${id}&token=${token}`))
  // It was opened while they listened: they are told that it is there.
  await expect(visitor.getByRole('heading', { level: 1, name: 'Welcome Back' })).toBeFocused()
  expect(new URL(visitor.url()).search).toBe('')
  const number = visitor.getByRole('textbox', { name: 'Quote Number' })
  const retrieve = visitor.getByRole('button', { name: 'Retrieve your quote' })
  await retrieve.click()
  await expect(number).toHaveAccessibleDescription(/Quote number is required to proceed\./)
  await number.fill('OR000000000')
  await retrieve.click()
  await expect(number).toHaveAccessibleDescription(/Invalid quote number\./)
  // Pressed again as it is, it says so again: at the top, where the focus goes.
  const summary = visitor.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(summary).toBeFocused()
  await retrieve.focus()
  await retrieve.click()
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('link', { name: /Invalid quote number\./ })).toBeVisible()
  // As dictated.
  await number.fill(`${quoteNumber}. `)
  await retrieve.click()
  await expect(visitor).toHaveURL(/step1$/)
  await expect(visitor.getByRole('textbox', { name: 'Number plate' })).toHaveValue('JHU968')
  await expect(visitor.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible()
  await visitor.getByRole('button', { name: 'I understand' }).click()
  await expectAccessible(visitor, 'confirm it’s you')
  await visitor.getByRole('textbox', { name: 'Date of birth' }).fill('12/04/1988')
  await visitor.getByRole('textbox', { name: 'Postcode' }).fill('9999')
  await visitor.getByRole('button', { name: 'Confirm', exact: true }).click()
  const mismatch = visitor.getByText('These details do not match your quote.')
  await expect(mismatch).toBeFocused()
  // After five tries the right ones are refused as well.
  await expect(mismatch).toContainText('After several tries, wait an hour or call us.')
  // Pasted, with a blank before it.
  await visitor.getByRole('textbox', { name: 'Postcode' }).selectText()
  await visitor.keyboard.insertText(' 1050')
  await visitor.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(visitor.getByRole('heading', { level: 1 })).toBeFocused()
  await visitor.getByRole('link', { name: 'Continue to your quote' }).click()
  await expect(visitor).toHaveURL(/step3$/)
  await expect(premium(visitor)).toHaveText(price)
  await visitor.goBack()
  for (const legend of ['Is the car used to earn an income?', 'Is the car financed?'])
    await expect(
      visitor.getByRole('group', { name: legend }).getByRole('radio', { name: 'No' }),
    ).toBeChecked()
  // With the number still known the link opens at once, and back=yes at the policyholder.
  await visitor.goto(at(`id=${id}&token=${token}`))
  await expect(visitor).toHaveURL(/step1$/)
  await visitor.goto(at(`id=${id}&token=${token}&back=yes`))
  await expect(visitor).toHaveURL(/step4$/)
  await expect(visitor.getByText('Payment cancelled.')).toHaveCount(0)
  await elsewhere.close()

  // Typed and pressed the moment there is a field. From the first byte no other form stands where the link's will.
  const unscripted = await browser.newContext({ javaScriptEnabled: false })
  const firstByte = await unscripted.newPage()
  await firstByte.goto(at(`id=${id}&token=${token}`))
  await expect(firstByte.getByRole('heading', { level: 1, name: 'Your quote' })).toBeVisible()
  await expect(firstByte.getByRole('textbox')).toHaveCount(0)
  // What is said where no script runs is not lain upon by the way round the header.
  const notice = firstByte.getByText(/needs JavaScript/)
  await notice.click({ trial: true, position: { x: 40, y: 12 } })
  await unscripted.close()
  const inHaste = await browser.newContext()
  const hasty = await inHaste.newPage()
  await hasty.goto(at(`id=${id}&token=${token}`), { waitUntil: 'commit' })
  await hasty.getByRole('textbox', { name: 'Quote Number' }).fill(quoteNumber)
  await hasty.getByRole('button', { name: 'Retrieve your quote' }).click()
  await expect(hasty).toHaveURL(/step1$/)
  // Back of step 1 is a newcomer's screen, as ever.
  await hasty.getByRole('button', { name: 'I understand' }).click()
  await hasty.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(hasty.getByRole('link', { name: 'Start a new quote' })).toBeVisible()
  await inHaste.close()

  // With a partner's id there is no Welcome Back at all, with or without a quote; the partner's own brand is the source of another quote.
  const byPartner = await browser.newContext()
  const partner = await byPartner.newPage()
  await partner.goto(`${product.origin}/vehicle?partnerId=p1`)
  await expect(partner).toHaveURL(/step1$/)
  // The popup was there with the page, and nothing had the focus before it.
  await expect(partner.getByRole('dialog', { name: 'Important information' })).toBeVisible()
  await partner.getByRole('button', { name: 'I understand' }).click()
  await expect(partner.getByRole('heading', { level: 1 })).toBeFocused()
  await partner.goto(at(`id=${id}&token=${token}&partnerId=p1`))
  await expect(partner).toHaveURL(/step1$/)
  await expect(partner.getByRole('textbox', { name: 'Number plate' })).toHaveValue('JHU968')
  await byPartner.close()

  // By number alone, in a browser that knows nothing: one wrong of three, and the answer does not say which.
  const anew = await browser.newContext()
  const owner = await anew.newPage()
  await owner.goto(`${product.origin}/vehicle`)
  const box = owner.getByRole('textbox', { name: 'Quote Number' })
  const fill = async (birth: string, postcode: string) => {
    await box.fill(quoteNumber)
    await owner.getByRole('textbox', { name: 'Date of birth' }).fill(birth)
    await owner.getByRole('textbox', { name: 'Postcode' }).fill(postcode)
    await owner.getByRole('button', { name: 'Retrieve your quote' }).click()
  }
  await fill('13/04/1988', '1050')
  await expect(box).toHaveAccessibleDescription(/Invalid quote number\./)
  await fill('12/04/1988', '1050')
  await expect(owner.getByRole('link', { name: 'Continue to your quote' })).toBeVisible()
  await expect(owner.getByRole('heading', { name: 'Confirm it’s you' })).toHaveCount(0)

  await agreeToQuote(page)
  await fillPolicyholder(page)
  // A name put right on the other device: here they are asked who they are, and keep what they typed.
  await owner.getByRole('link', { name: 'Continue to your quote' }).click()
  await priceConfirmed(owner)
  await owner.getByRole('button', { name: 'Back', exact: true }).click()
  const driver = owner.getByRole('region', { name: 'Main driver' })
  await driver.getByRole('textbox', { name: 'First name' }).fill('Maia')
  await driverDone(owner)
  await anew.close()
  await payBy(page, 'Direct Debit - Bank Transfer')
  await expect(page).toHaveURL(/step1$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.getByRole('textbox', { name: 'Date of birth' }).fill('12/04/1988')
  await page.getByRole('textbox', { name: 'Postcode' }).fill('1050')
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toHaveCount(0)
  const typed = {
    driver: { drivers: [{ firstName: 'Māia' }] },
    policyholders: { policyholders: [{ email: 'maia@example.nz' }] },
  }
  const kept = () =>
    page.evaluate(() => JSON.parse(sessionStorage.getItem('openroad.draft.2') ?? '{}')) as Promise<object>
  await expect.poll(kept).toMatchObject({
    state: { answers: typed, draftState: { needsIdentityCheck: false, furthestStep: 'car' } },
  })
})

test('[CAR-03] [ENTRY-03] [ENTRY-04] an invalid link and a failed login open the not-found page, the partner’s on its host', async ({
  page,
  product,
}) => {
  const id = '11111111-2222-4333-8444-555555555555'
  const turners = product.origin.replace('localhost', 'turners.localhost')
  for (const [address, path] of [
    [`${product.origin}/vehicle?id=${id}&token=wrong`, '/page-not-found'],
    [`${product.origin}/vehicle?id=${id}&token=wrong&partnerId=p1`, '/turners/page-not-found'],
    [`${turners}/vehicle?id=${id}&token=wrong`, '/turners/page-not-found'],
    [`${turners}/paymentsuccess?id=${id}&token=wrong`, '/turners/page-not-found'],
    [`${product.origin}/vehicle?id=${id}`, '/error-occurred'],
  ] as const) {
    await page.goto(address)
    await expect(page).toHaveURL(new URL(path, address).href)
  }

  const plate = page.getByRole('textbox', { name: 'Number plate' })
  const registerAt = async (origin: string) => {
    await startQuote(page, { ...product, origin })
    await plate.fill('JHU968')
    await plate.blur()
  }
  await page.route('**/edge/login', route => route.fulfill({ status: 401, json: { code: 'NOT_LOGGED_IN' } }))
  await registerAt(product.origin)
  await expect(page).toHaveURL(`${product.origin}/page-not-found`)
  await registerAt(turners)
  await expect(page).toHaveURL(`${turners}/turners/page-not-found`)
  await page.route('**/edge/vero/prospect/registration', route => route.abort())
  await registerAt(product.origin)
  await expect(page).toHaveURL(`${product.origin}/error-occurred`)
})

test('[ENTRY-07] the link of an expired quote opens the expired page', async ({ page, product }) => {
  const database = await openConfiguredDatabase(
    { database: null, dataDir: product.dataDir },
    { onError: () => undefined },
  )
  try {
    for (const status of ['CONVERTED', 'EXPIRED'] as const) {
      const registered = page.waitForResponse('**/edge/vero/prospect/registration')
      await startQuote(page, product)
      const plate = page.getByRole('textbox', { name: 'Number plate' })
      await plate.fill('JHU968')
      await plate.blur()
      const { search, searchParams } = new URL((await (await registered).json()).url)
      await database.pool.query('update quote set status = $1 where id = $2', [
        status,
        searchParams.get('id'),
      ])
      await page.goto(`${product.origin}/vehicle${search}&partnerId=p1`)
      await expect(page).toHaveURL(new RegExp(`/${status.toLowerCase()}$`))
    }
  } finally {
    await database.close()
  }
})

/** As the server tells of it: third party cover, for a car that has a value. */
const thirdParty = (quoteId: string, status: Prospect['status'] = 'QUOTED'): Prospect => ({
  quoteId,
  status,
  isPartnerQuote: true,
  quoteNumber: 'OR123456789',
  confirmPerson: false,
  vehicle: { regNumber: 'JHU968' },
  vehicleDetails: {
    transmission: 'Automatic',
    vehicleKey: 'corolla-a',
    model: 'Toyota Corolla',
    value: 13_700,
    isFinanced: 'NO',
  },
  cover: 'THIRD_PARTY',
  addressDetails: [],
  drivers: [],
  policyHolderDetails: [],
})

test('[ENTRY-02] [ENTRY-03] [ENTRY-07] the number of an expired quote opens the expired page, the partner’s on its host', async ({
  page,
  product,
}) => {
  const number = page.getByRole('textbox', { name: 'Quote Number' })
  const postcode = page.getByRole('textbox', { name: 'Postcode' })
  const find = async (origin: string, prospect: Prospect, kept = '') => {
    const json = { id: prospect.quoteId, JWT: 'token', prospect }
    await page.route('**/edge/vero/quote/retrieve', route => route.fulfill({ json }), { times: 1 })
    await page.goto(`${origin}/vehicle`)
    // What the tab kept is filled in once the page wakes: nothing is typed under it.
    await expect(postcode).toHaveValue(kept)
    await number.fill('OR123456789')
    await page.getByRole('textbox', { name: 'Date of birth' }).fill('12/04/1988')
    await postcode.fill('1050')
    await page.getByRole('button', { name: 'Retrieve your quote' }).click()
  }
  await find(product.origin, thirdParty('q1', 'CONVERTED'))
  await expect(page).toHaveURL(`${product.origin}/converted`)
  await find(product.origin, thirdParty('q1', 'EXPIRED'), '1050')
  await expect(page).toHaveURL(`${product.origin}/expired`)

  const turners = product.origin.replace('localhost', 'turners.localhost')
  const value = page.getByRole('textbox', { name: 'Car value' })
  const band = { minSumInsured: 10_900, maxSumInsured: 16_500 }
  await page.route('**/edge/vero/vehicle/suminsured', route => route.fulfill({ json: band }))
  // Heard before the page is left: on its way out the call would reach the server itself, which knows no such session.
  const opened = async () => {
    await page.waitForResponse('**/edge/vero/vehicle/suminsured')
    await expect(value).toHaveValue('')
  }
  await Promise.all([opened(), find(turners, thirdParty('q2'))])
  // By link as well, now that the number is known.
  await page.route('**/edge/login', route => route.fulfill({ json: { JWT: 'token' } }))
  const prospect = '**/edge/vero/prospect/car?**'
  await page.route(prospect, route => route.fulfill({ json: thirdParty('q3') }), { times: 1 })
  await Promise.all([opened(), page.goto(`${turners}/vehicle?id=q3&token=t`)])

  // One that cannot be had is asked for by its number, with the reason.
  await page.route(prospect, route => route.fulfill({ status: 204 }))
  await page.goto(`${product.origin}/vehicle?id=q4&token=t&partnerId=p1`)
  await expect(number).toHaveAccessibleDescription(/Invalid quote number\./)
})

test('[ENTRY-06] [ENTRY-07] [PAY-07] [SHELL-10] a failed retrieval of an old quote or policy keeps this tab’s quote', async ({
  page,
  product,
}) => {
  await openStep(page, product, 2)
  await fillDriver(page)
  const token = () => page.evaluate(() => sessionStorage.getItem('openroad.token'))
  const before = await token()
  expect(before).not.toBeNull()

  // Each as the server answers, with a session that is good for that quote alone.
  const JWT = 'of-another-quote'
  const over = thirdParty('another', 'EXPIRED')
  await page.route('**/edge/vero/quote/retrieve', route =>
    route.fulfill({ json: { id: over.quoteId, JWT, prospect: over } }),
  )
  await page.route('**/edge/login', route => route.fulfill({ json: { JWT } }))
  await page.route('**/edge/vero/prospect/car?**', route => route.fulfill({ json: over }))
  const policy = '**/edge/vero/payment/policy/retrieve*'
  await page.route(policy, route => route.fulfill({ json: {} }))

  await page.goto(`${product.origin}/vehicle`)
  await page.getByRole('textbox', { name: 'Quote Number' }).fill('OR123456789')
  await page.getByRole('textbox', { name: 'Date of birth' }).fill('12/04/1988')
  await page.getByRole('textbox', { name: 'Postcode' }).fill('1050')
  await page.getByRole('button', { name: 'Retrieve your quote' }).click()
  await expect(page).toHaveURL(`${product.origin}/expired`)
  expect(await token()).toBe(before)

  await page.goto(`${product.origin}/vehicle?id=another&token=t&partnerId=p1`)
  await expect(page).toHaveURL(`${product.origin}/expired`)
  expect(await token()).toBe(before)

  await page.goto(`${product.origin}/paymentsuccess?id=another&token=t`)
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  expect(await token()).toBe(before)

  await page.goto(`${product.origin}/vehicle`)
  await page.getByRole('link', { name: 'Carry on with the answers in this tab' }).click()
  await driverDone(page)

  // A policy that is there takes the tab's place, and its session comes along.
  await page.goto(`${product.origin}/paymentsuccess?id=another&token=t`)
  await expect(again).toBeVisible()
  await page.unroute(policy)
  await page.route(policy, route =>
    route.fulfill({
      json: { policyId: 'OR1', paymentFrequency: 'MONTHLY', cover: 'THIRD_PARTY', amountCovered: 0 },
    }),
  )
  await again.click()
  await expect(page.getByText('OR1', { exact: true })).toBeVisible()
  expect(await token()).toBe(JWT)
})

test('[ENTRY-03] [PAY-10] a link opened offline shows the error page, and Back retries it', async ({
  page,
  product,
}) => {
  const link = await fillCarForLink(page, product)
  await carDone(page)
  await page.route('**/edge/login', route => route.abort())
  for (const path of ['/vehicle', '/paymentsuccess']) {
    await page.goto(link.replace('/vehicle', path))
    await expect(page).toHaveURL(/\/error-occurred$/)
  }
  await page.goto(link)
  await expect(page).toHaveURL(/\/error-occurred$/)
  await page.unroute('**/edge/login')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome Back' })).toBeVisible()
  expect(new URL(page.url()).search).toBe('')

  // Nor where the file does not come that reads a stored quote, which a partner's link needs at once.
  const reader = '**/assets/restore-quote-*.js'
  await page.route(reader, route => route.abort())
  await page.goto(`${link}&partnerId=p1`)
  await expect(page).toHaveURL(/\/error-occurred$/)
  await page.unroute(reader)
  await page.goBack()
  await expect(page).toHaveURL(/step1$/)
  await expect(page.getByRole('textbox', { name: 'Number plate' })).toHaveValue('JHU968')
})
