/** Browser tests of returning to a quote by link or number, with wrong details, and after it has expired. */

import type { Page } from '@playwright/test'
import type { StoredQuote } from '#web/features/quote-access/draft-from-quote.ts'
import { openConfiguredDatabase } from '../scripts/command.ts'
import { expectAccessible } from './axe.ts'
import {
  agreeToQuote,
  driverDone,
  fillPolicyholder,
  payBy,
  premium,
  priceConfirmed,
  startQuote,
} from './customer.ts'
import { openQuoteByDriver, openStep, partnerLink } from './open-step.ts'
import { expect, test } from './product.ts'
import { storedDraft } from './stored-draft.ts'

test.use({ refusals: [401, 403, 404, 409, 422] })

const quoteNumberField = (page: Page) => page.getByRole('textbox', { name: 'Quote Number' })

/** Fills and submits the form of the start page for customers without a link. */
async function retrieveQuote(
  page: Page,
  quoteNumber = 'OR123456789',
  dateOfBirth = '12/04/1988',
  postcode = '1050',
): Promise<void> {
  await quoteNumberField(page).fill(quoteNumber)
  await page.getByRole('textbox', { name: 'Date of birth' }).fill(dateOfBirth)
  await page.getByRole('textbox', { name: 'Postcode' }).fill(postcode)
  await page.getByRole('button', { name: 'Retrieve your quote' }).click()
}

/** Fills and submits the 'Confirm it’s you' form of step 1. */
async function confirmIdentity(page: Page, postcode: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Date of birth' }).fill('12/04/1988')
  await page.getByRole('textbox', { name: 'Postcode' }).fill(postcode)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
}

test('[ENTRY-01] [ENTRY-02] [ENTRY-03] [ENTRY-05] [ENTRY-06] [ENTRY-07] [ENTRY-08] [ENTRY-10] another browser opens a quote by link or by number with the owner’s details only', async ({
  page,
  product,
  browser,
}) => {
  const link = new URL(await openQuoteByDriver(page, product))
  const price = (await premium(page).textContent()) ?? ''
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'quote-id')
  const quoteNumber = decodeURIComponent(cookie?.value ?? '')
  const at = (query: string, host = product.origin) => `${host}/vehicle?${query}`
  const [id, token] = [link.searchParams.get('id'), link.searchParams.get('token')]

  // In another browser the link logs in, and the page asks for the quote number, then for details of its owner.
  const otherContext = await browser.newContext()
  const other = await otherContext.newPage()
  await other.goto(at(`id=${id}&token=${token}`))
  // The focus announces that the quote is open.
  await expect(other.getByRole('heading', { level: 1, name: 'Welcome Back' })).toBeFocused()
  expect(new URL(other.url()).search).toBe('')
  const number = quoteNumberField(other)
  const retrieve = other.getByRole('button', { name: 'Retrieve your quote' })
  await number.fill('OR000000000')
  await retrieve.click()
  await expect(number).toHaveAccessibleDescription(/Invalid quote number\./)
  // Pressed again unchanged, the form shows the error again and focuses the summary.
  const summary = other.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(summary).toBeFocused()
  await retrieve.focus()
  await retrieve.click()
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('link', { name: /Invalid quote number\./ })).toBeVisible()
  // Dictation adds a full stop and a blank.
  await number.fill(`${quoteNumber}. `)
  await retrieve.click()
  await expect(other).toHaveURL(/step1$/)
  await expect(other.getByRole('textbox', { name: 'Number plate' })).toHaveValue('JHU968')
  await expect(other.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible()
  await other.getByRole('button', { name: 'I understand' }).click()
  await expectAccessible(other, 'confirm it’s you')
  await confirmIdentity(other, '9999')
  const mismatch = other.getByText('These details do not match your quote.')
  await expect(mismatch).toBeFocused()
  // After five tries the server refuses the right details as well.
  await expect(mismatch).toContainText('After several tries, wait an hour or call us.')
  // A pasted postcode with a blank before it.
  await other.getByRole('textbox', { name: 'Postcode' }).selectText()
  await other.keyboard.insertText(' 1050')
  await other.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(other.getByRole('heading', { level: 1 })).toBeFocused()
  await other.getByRole('link', { name: 'Continue to your quote' }).click()
  await expect(other).toHaveURL(/step3$/)
  await expect(premium(other)).toHaveText(price)
  // While the browser knows the number, the link opens at once, and with back=yes at step 4.
  await other.goto(at(`id=${id}&token=${token}`))
  await expect(other).toHaveURL(/step1$/)
  await other.goto(at(`id=${id}&token=${token}&back=yes`))
  await expect(other).toHaveURL(/step4$/)
  await expect(other.getByText('Payment cancelled.')).toHaveCount(0)
  await otherContext.close()

  // The first HTML has no form where the form of the link will be.
  const unscripted = await browser.newContext({ javaScriptEnabled: false })
  const firstByte = await unscripted.newPage()
  await firstByte.goto(at(`id=${id}&token=${token}`))
  await expect(firstByte.getByRole('heading', { level: 1, name: 'Your quote' })).toBeVisible()
  await expect(firstByte.getByRole('textbox')).toHaveCount(0)
  // The skip link does not cover the message for browsers without script.
  const notice = firstByte.getByText(/needs JavaScript/)
  await notice.click({ trial: true, position: { x: 40, y: 12 } })
  await unscripted.close()
  // Filled and pressed as soon as the field is there.
  const fastContext = await browser.newContext()
  const fast = await fastContext.newPage()
  await fast.goto(at(`id=${id}&token=${token}`), { waitUntil: 'commit' })
  await quoteNumberField(fast).fill(quoteNumber)
  await fast.getByRole('button', { name: 'Retrieve your quote' }).click()
  await expect(fast).toHaveURL(/step1$/)
  await fastContext.close()

  // With a partner's id the Welcome Back page is skipped, with or without a quote.
  const byPartner = await browser.newContext()
  const partner = await byPartner.newPage()
  await partner.goto(`${product.origin}/vehicle?partnerId=p1`)
  await expect(partner).toHaveURL(/step1$/)
  // The dialog opened with the page, and nothing had the focus before it.
  await expect(partner.getByRole('dialog', { name: 'Important information' })).toBeVisible()
  await partner.getByRole('button', { name: 'I understand' }).click()
  await expect(partner.getByRole('heading', { level: 1 })).toBeFocused()
  await partner.goto(at(`id=${id}&token=${token}&partnerId=p1`))
  await expect(partner).toHaveURL(/step1$/)
  await expect(partner.getByRole('textbox', { name: 'Number plate' })).toHaveValue('JHU968')
  await byPartner.close()

  // Without a link, by three details: one of them is wrong, and the message does not say which.
  const ownerContext = await browser.newContext()
  const owner = await ownerContext.newPage()
  await owner.goto(`${product.origin}/vehicle`)
  await retrieveQuote(owner, quoteNumber, '13/04/1988')
  await expect(quoteNumberField(owner)).toHaveAccessibleDescription(/Invalid quote number\./)
  await retrieveQuote(owner, quoteNumber)
  await expect(owner.getByRole('link', { name: 'Continue to your quote' })).toBeVisible()
  await expect(owner.getByRole('heading', { name: 'Confirm it’s you' })).toHaveCount(0)

  await agreeToQuote(page)
  await fillPolicyholder(page)
  // A name is corrected on the other device: this one asks for the identity and keeps the typed answers.
  await owner.getByRole('link', { name: 'Continue to your quote' }).click()
  await priceConfirmed(owner)
  await owner.getByRole('button', { name: 'Back', exact: true }).click()
  const driver = owner.getByRole('region', { name: 'Main driver' })
  await driver.getByRole('textbox', { name: 'First name' }).fill('Maia')
  await driverDone(owner)
  await ownerContext.close()
  await payBy(page, 'Direct Debit - Bank Transfer')
  await expect(page).toHaveURL(/step1$/)
  await confirmIdentity(page, '1050')
  await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toHaveCount(0)
  await expect
    .poll(async () => JSON.parse(await storedDraft(page)))
    .toMatchObject({
      state: {
        answers: {
          driver: { drivers: [{ firstName: 'Māia' }] },
          policyholders: { policyholders: [{ email: 'maia@example.nz' }] },
        },
        draftState: { needsIdentityCheck: false, furthestStep: 'car' },
      },
    })
})

test('[CAR-03] [ENTRY-03] [ENTRY-04] an invalid link and a failed login open the not-found page, the partner’s on its host', async ({
  page,
  product,
}) => {
  const id = '11111111-2222-4333-8444-555555555555'
  const turners = product.origin.replace('localhost', 'turners.localhost')
  for (const [address, path] of [
    [`${product.origin}/vehicle?id=${id}&token=wrong&partnerId=p1`, '/turners/page-not-found'],
    [`${turners}/paymentsuccess?id=${id}&token=wrong`, '/turners/page-not-found'],
    [`${product.origin}/vehicle?id=${id}`, '/error-occurred'],
  ] as const) {
    await page.goto(address)
    await expect(page).toHaveURL(new URL(path, address).href)
  }
  await page.route('**/edge/login', route => route.fulfill({ status: 401, json: { code: 'NOT_LOGGED_IN' } }))
  await startQuote(page, { ...product, origin: turners })
  const plate = page.getByRole('textbox', { name: 'Number plate' })
  await plate.fill('JHU968')
  await plate.blur()
  await expect(page).toHaveURL(`${turners}/turners/page-not-found`)
})

test('[ENTRY-07] the link of an expired quote opens the expired page', async ({ page, product }) => {
  const database = await openConfiguredDatabase(
    { database: null, dataDir: product.dataDir },
    { onError: () => undefined },
  )
  try {
    for (const status of ['CONVERTED', 'EXPIRED'] as const) {
      const link = await partnerLink(product, { registrationNumber: 'JHU968', source: 'openroad' }, 'p1')
      const id = new URL(link).searchParams.get('id')
      await database.pool.query('update quote set status = $1 where id = $2', [status, id])
      await page.goto(link)
      await expect(page).toHaveURL(new RegExp(`/${status.toLowerCase()}$`))
    }
  } finally {
    await database.close()
  }
})

/** The server's reply for a quote with third party cover whose car has a value. */
const thirdParty = (quoteId: string, status: StoredQuote['status'] = 'QUOTED'): StoredQuote => ({
  quoteId,
  status,
  isPartnerQuote: true,
  quoteNumber: 'OR123456789',
  needsIdentityCheck: false,
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

test('[ENTRY-02] [ENTRY-03] [ENTRY-07] a quote found by number opens: a closed one its page, a partner’s third party quote without its value', async ({
  page,
  product,
}) => {
  const find = async (origin: string, prospect: StoredQuote) => {
    const json = { id: prospect.quoteId, JWT: 'token', prospect }
    await page.route('**/edge/vero/quote/retrieve', route => route.fulfill({ json }), { times: 1 })
    await page.goto(`${origin}/vehicle`)
    await retrieveQuote(page)
  }
  await find(product.origin, thirdParty('q1', 'CONVERTED'))
  await expect(page).toHaveURL(`${product.origin}/converted`)

  const band = { minSumInsured: 10_900, maxSumInsured: 16_500 }
  await page.route('**/edge/vero/vehicle/suminsured', route => route.fulfill({ json: band }))
  const opened = page.waitForResponse('**/edge/vero/vehicle/suminsured')
  await find(product.origin.replace('localhost', 'turners.localhost'), thirdParty('q2'))
  // The call ends before the page is left: later it would reach the real server, which does not know this session.
  await opened
  await expect(page.getByRole('textbox', { name: 'Car value' })).toHaveValue('')

  // For a linked quote that is not found, the page asks for its number and shows why.
  await page.route('**/edge/login', route => route.fulfill({ json: { JWT: 'token' } }))
  await page.route('**/edge/vero/prospect/car?**', route => route.fulfill({ status: 204 }))
  await page.goto(`${product.origin}/vehicle?id=q4&token=t&partnerId=p1`)
  await expect(quoteNumberField(page)).toHaveAccessibleDescription(/Invalid quote number\./)
})

test('[ENTRY-06] [ENTRY-07] [PAY-07] [SHELL-10] another quote or policy changes this tab’s session only once it is shown', async ({
  page,
  product,
}) => {
  await openStep(page, product, 2)
  const token = () => page.evaluate(() => sessionStorage.getItem('openroad.token'))
  const before = await token()
  expect(before).not.toBeNull()
  // The replies of the server, with a session that is valid for that quote only.
  const JWT = 'of-another-quote'
  const over = thirdParty('another', 'EXPIRED')
  await page.route('**/edge/vero/quote/retrieve', route =>
    route.fulfill({ json: { id: over.quoteId, JWT, prospect: over } }),
  )
  await page.goto(`${product.origin}/vehicle`)
  await retrieveQuote(page)
  await expect(page).toHaveURL(`${product.origin}/expired`)
  expect(await token()).toBe(before)

  await page.route('**/edge/login', route => route.fulfill({ json: { JWT } }))
  await page.route('**/edge/vero/prospect/car?**', route => route.fulfill({ json: over }))
  await page.goto(`${product.origin}/vehicle?id=another&token=t&partnerId=p1`)
  await expect(page).toHaveURL(`${product.origin}/expired`)
  expect(await token()).toBe(before)

  const answers: object[] = [{}]
  const policy = { policyId: 'OR1', paymentFrequency: 'MONTHLY', cover: 'THIRD_PARTY', amountCovered: 0 }
  await page.route('**/edge/vero/payment/policy/retrieve*', route =>
    route.fulfill({ json: answers.shift() ?? policy }),
  )
  await page.goto(`${product.origin}/paymentsuccess?id=another&token=t`)
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  expect(await token()).toBe(before)
  await again.click()
  await expect(page.getByText('OR1', { exact: true })).toBeVisible()
  expect(await token()).toBe(JWT)
})

test('[ENTRY-03] [PAY-10] a link opened offline is retried by Back', async ({ page, product }) => {
  const link = await openStep(page, product, 2)
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

  // The same if the file that reads a stored quote does not load; a partner's link needs it at once.
  const reader = '**/assets/draft-from-quote-*.js'
  await page.route(reader, route => route.abort())
  await page.goto(`${link}&partnerId=p1`)
  await expect(page).toHaveURL(/\/error-occurred$/)
  await page.unroute(reader)
  await page.goBack()
  await expect(page).toHaveURL(/step1$/)
  await expect(page.getByRole('textbox', { name: 'Number plate' })).toHaveValue('JHU968')
})
