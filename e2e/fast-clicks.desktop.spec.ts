/** Browser tests of fast customers: clicks during look-ups, before the scripts, and before late responses. */
import type { Page } from '@playwright/test'
import {
  agreeToQuote,
  boughtPolicy,
  clearAnswers,
  fillCar,
  fillDriver,
  fillPolicyholder,
  next,
  ownEmail,
  payBy,
  payByBank,
  startQuote,
} from './customer.ts'
import { countRequests, holdRequest, releaseAndHandle } from './hold-request.ts'
import { openStep } from './open-step.ts'
import { expect, test } from './product.ts'
import { storedDraft, storedDraftState } from './stored-draft.ts'

test('[CAR-09] [CAR-10] [CAR-12] Next waits for the look-ups', async ({ page, product }) => {
  const answer = await holdRequest(page, /\/(address\/risk|vehicle\/suminsured)$/)
  await startQuote(page, product)
  await fillCar(page)
  await next(page).click()
  await expect(next(page)).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByText('Address not found')).toHaveCount(0)
  answer()
  await expect(page).toHaveURL(/\/vehicle\/step2$/)
})

test('[HOLDER-05] [HOLDER-08] Next is busy during the look-up of the postal address, and saves once', async ({
  page,
  product,
}) => {
  await openStep(page, product, 4)
  await fillPolicyholder(page)
  await page.getByRole('radio', { name: 'Direct Debit - Bank Transfer' }).check()
  const saved = countRequests(page, '/edge/vero/quote/create')
  const answer = await holdRequest(page, '**/edge/vero/address/postal')
  await page
    .getByRole('combobox', { name: 'Postal Address' })
    .fill('31 Heretaunga Street East, Hastings 4122')
  await next(page).click()
  for (const button of [next(page), page.getByRole('button', { name: 'Email my quote' })]) {
    await expect(button).toHaveAttribute('aria-busy', 'true')
    await button.press('Enter')
  }
  answer()
  await expect(page).toHaveURL(/\/vehicle\/step5$/)
  expect(saved()).toBe(1)
})

test('[HOLDER-05] [SHELL-02] a look-up ends with its step, and starts again there', async ({
  page,
  product,
}) => {
  await openStep(page, product, 4)
  const lookUp = '**/edge/vero/address/postal'
  await page.route(lookUp, () => {}, { times: 1 })
  const asked = page.waitForRequest(lookUp)
  const postal = page.getByRole('combobox', { name: 'Postal Address' })
  await postal.fill('Apt 3, 210 Dominion Road, Mount Eden')
  await postal.blur()
  await asked
  // A late address would be a change on the other step, and lock the later ones.
  const aborted = page.waitForEvent('requestfailed', request => request.url().endsWith('/address/postal'))
  await page.getByRole('navigation', { name: 'Progress' }).getByRole('link', { name: 'Car' }).click()
  await aborted
  await page.goBack()
  await expect(page).toHaveURL(/\/vehicle\/step4$/)
  await expect(postal).toHaveValue('3/210 Dominion Road, Mount Eden, Auckland 1024')
})

test('[SHELL-14] a reload during the address look-up loses nothing', async ({ page, product }) => {
  const asked = page.waitForRequest('**/edge/vero/address/risk')
  await page.route('**/edge/vero/address/risk', () => {}, { times: 1 })
  await startQuote(page, product)
  await fillCar(page)
  await asked
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Overnight address' })).toHaveValue(/^88 Remuera Road/)
  await next(page).click()
  await expect(page).toHaveURL(/\/vehicle\/step2$/)
})

test('[CAR-09] [CAR-11] Next does not move during a look-up', async ({ page, product }) => {
  await openStep(page, product, 1)
  const address = page.getByRole('combobox', { name: 'Overnight address' })
  const line = '31 Heretaunga Street East, Hastings 4122'
  // The look-up without a click on Next.
  await address.scrollIntoViewIfNeeded()
  const place = await next(page).boundingBox()
  const found = await holdRequest(page, '**/edge/vero/address/risk')
  await address.fill(line)
  await address.blur()
  await expect(address).toHaveAttribute('aria-busy', 'true')
  expect(await next(page).boundingBox()).toEqual(place)
  found()
  await expect(address).not.toHaveAttribute('aria-busy')
  await expect(address).toHaveValue(line)
  expect(await next(page).boundingBox()).toEqual(place)

  await page.route('**/edge/vero/address/risk', route => route.abort(), { times: 1 })
  const again = '88 Remuera Road, Remuera, Auckland 1050'
  await address.fill(again)
  await next(page).click()
  await expect(address).toHaveAccessibleDescription(/Address not found/)
  await expect(address).toHaveValue('')
  await expect(page).toHaveURL(/\/vehicle\/step1$/)
  // Found while Next is held down: the message disappears only after the release, because Next would move.
  const answer = await holdRequest(page, '**/edge/vero/address/risk')
  await address.fill(again)
  await address.press('Escape')
  await address.press('Enter')
  await expect(address).toHaveAttribute('aria-busy', 'true')
  // Enter searches and does not open the next step.
  await expect(next(page)).not.toHaveAttribute('aria-busy')
  await next(page).hover()
  const before = await next(page).boundingBox()
  await page.mouse.down()
  answer()
  await expect(address).not.toHaveAttribute('aria-busy')
  await expect(address).toHaveValue(again)
  expect(await next(page).boundingBox()).toEqual(before)
  await page.mouse.up()
  await expect(page).toHaveURL(/\/vehicle\/step2$/)
})

test.describe(() => {
  test.use({ refusals: [404] })
  test('[PAY-08] a click before the scripts have loaded is handled later', async ({ page, product }) => {
    const send = await holdRequest(page, '**/assets/*.js')
    await page.goto(`${product.origin}/cc-payment-failure?id=0198c5a2-7d3e-7c41-9f6a-2b1d4e8f7a90`)
    await page.getByRole('button', { name: 'Proceed to payment' }).click()
    send()
    await expect(page.getByText('The payment page could not be opened.')).toBeVisible()
  })
})

test('[SHELL-14] a new quote before the scripts have loaded has no answers', async ({ page, product }) => {
  const plate = page.getByRole('textbox', { name: 'Number plate' })
  await startQuote(page, product)
  await plate.fill('JHU968')
  let send = await holdRequest(page, '**/assets/*.js')
  await page.goto(`${product.origin}/vehicle`)
  await page.getByRole('link', { name: 'Start a new quote' }).first().click()
  send()
  await page.getByRole('button', { name: 'I understand' }).click()
  await expect(plate).toHaveValue('')
  await plate.fill('AQU512')
  send = await holdRequest(page, '**/assets/*.js')
  await page.reload()
  await clearAnswers(page)
  send()
  await expect(page).toHaveURL(/\/vehicle$/)
  await expect.poll(() => storedDraft(page)).not.toContain('AQU512')
})

test('[ENTRY-06] [DRIVER-04] [SHELL-14] a date autofilled early is read', async ({ page, product }) => {
  const send = await holdRequest(page, '**/assets/*.js')
  await page.goto(`${product.origin}/vehicle`)
  const birth = page.getByRole('textbox', { name: 'Date of birth' })
  // As browser autofill does.
  await birth.fill('1990-03-27')
  const postcode = page.getByRole('textbox', { name: 'Postcode' })
  await postcode.fill('Auckland 1010')
  send()
  await expect(birth).toHaveValue('27/03/1990')
  await expect(postcode).toHaveValue('1010')
  await page.getByRole('button', { name: 'Retrieve your quote' }).click()
  await expect(page.getByRole('link', { name: /^Quote Number/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /^(Date of birth|Postcode)/ })).toHaveCount(0)
})

const mail = '**/edge/vero/prospects/email-quote'

/** Sends the mail and closes its dialog while the call is held. */
async function sendMail(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Email my quote' }).click()
  const popup = page.getByRole('dialog', { name: 'Save this quote for later' })
  await popup.getByRole('textbox', { name: 'Email' }).fill(ownEmail())
  const asked = page.waitForRequest(mail)
  await popup.getByRole('button', { name: 'Send' }).click()
  await asked
  await page.keyboard.press('Escape')
  await expect(popup).toHaveCount(0)
}

test('[QUOTE-10] [SHELL-14] nothing of a mail that was sent for cleared answers is stored', async ({
  page,
  product,
}) => {
  await openStep(page, product, 3)
  const answer = await holdRequest(page, mail)
  await sendMail(page)
  await clearAnswers(page)
  await expect(page).toHaveURL(/\/vehicle$/)
  await releaseAndHandle(page, mail, answer)
  expect(await storedDraft(page)).not.toContain('maia')
})

test('[QUOTE-10] the result of a mail does not close another dialog', async ({ page, product }) => {
  await openStep(page, product, 3)
  const fail = await holdRequest(page, mail, route => route.abort())
  await sendMail(page)
  await next(page).click()
  const declaration = page.getByRole('dialog', { name: 'Disclosure and declaration' })
  await declaration.getByRole('checkbox', { name: 'I agree' }).check()
  fail()
  await expect(page.getByText('The email could not be sent.')).toHaveCount(1)
  await expect(declaration).toBeVisible()
})

test('[QUOTE-09] [SHELL-12] a declaration cannot be closed while it is sent', async ({ page, product }) => {
  await openStep(page, product, 3)
  await next(page).click()
  const declaration = page.getByRole('dialog', { name: 'Disclosure and declaration' })
  const change = declaration.getByRole('button', { name: /Change drivers/ })
  const close = declaration.getByRole('button', { name: 'Dismiss' })
  await expect(change).toBeVisible()
  await expect(close).toBeVisible()
  await declaration.getByRole('checkbox', { name: 'I agree' }).check()
  const answer = await holdRequest(page, '**/quote/amend')
  await next(declaration).click()
  await expect(next(declaration)).toHaveAttribute('aria-busy', 'true')
  for (let presses = 0; presses < 2; presses += 1) await page.keyboard.press('Escape')
  await expect(declaration).toBeVisible()
  await expect(close).toHaveCount(0)
  // An inert element accepts neither clicks nor focus.
  await change.evaluate(button => button.focus())
  await expect(change).not.toBeFocused()
  await expect(change.click({ trial: true, timeout: 1_000 })).rejects.toThrow('Timeout')
  answer()
  await expect(page).toHaveURL(/\/vehicle\/step4$/)
})

test('[DRIVER-07] [SHELL-02] a late price does not leave step 1', async ({ page, product }) => {
  await openStep(page, product, 2)
  await fillDriver(page)
  const create = '**/edge/vero/quote/create'
  const answer = await holdRequest(page, create)
  await next(page).click()
  await expect(next(page)).toHaveAttribute('aria-busy', 'true')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL(/\/vehicle\/step1$/)
  await page.getByRole('textbox', { name: 'Car value' }).fill('13800')
  await releaseAndHandle(page, create, answer)
  await expect(page.getByRole('banner').getByText('Saved quote')).toBeVisible()
  await expect(page).toHaveURL(/\/vehicle\/step1$/)
  // It opens no later step either: the new value is not in its price.
  await page.goto(`${product.origin}/vehicle/step3`)
  await expect(page).toHaveURL(/\/vehicle\/step1$/)
})

test('[SHELL-14] discards a price that arrives after the answers were cleared', async ({ page, product }) => {
  await openStep(page, product, 2)
  await fillDriver(page)
  const answer = await holdRequest(page, '**/edge/vero/quote/create')
  await next(page).click()
  await expect(next(page)).toHaveAttribute('aria-busy', 'true')
  await clearAnswers(page)
  await expect(page).toHaveURL(/\/vehicle$/)
  await releaseAndHandle(page, '**/edge/vero/quote/create', answer)
  await expect(page).toHaveURL(/\/vehicle$/)
  expect(JSON.stringify(await storedDraftState(page))).not.toContain('quote')
  // After clearing, the step is not accessible.
  await page.goto(`${product.origin}/vehicle/step2`)
  await expect(page).toHaveURL(/\/vehicle\/step1$/)
})

test('[HOLDER-08] [PAY-11] a card page that arrives late does not open', async ({ page, product }) => {
  await openStep(page, product, 3)
  await agreeToQuote(page)
  await fillPolicyholder(page)
  const answer = await holdRequest(page, '**/edge/vero/payment/create')
  const asked = page.waitForRequest('**/edge/vero/payment/create')
  await payBy(page, 'Direct Debit - Credit Card')
  await asked
  await page.goBack()
  await expect(page).toHaveURL(/\/vehicle\/step3$/)
  await releaseAndHandle(page, '**/edge/vero/payment/create', answer)
  await agreeToQuote(page)
})

test('[PAY-05] opens the page of a policy that arrives after a click on Back', async ({ page, product }) => {
  await openStep(page, product, 4)
  await fillPolicyholder(page)
  await payBy(page, 'Direct Debit - Bank Transfer')
  const answer = await holdRequest(page, '**/edge/vero/quote/bind')
  const asked = page.waitForRequest('**/edge/vero/quote/bind')
  await payByBank(page)
  await asked
  await page.goBack()
  await expect(page).toHaveURL(/\/vehicle\/step4$/)
  answer()
  expect(await boughtPolicy(page)).toMatch(/^OR\d{9}$/)
})

test('[ENTRY-06] [SHELL-14] a quote found after a new one was started is ignored', async ({
  page,
  product,
}) => {
  const retrieve = '**/edge/vero/quote/retrieve'
  const prospect = { quoteId: 'q1', status: 'EXPIRED' }
  const answer = await holdRequest(page, retrieve, route =>
    route.fulfill({ json: { id: 'q1', JWT: 'of-the-found', prospect } }),
  )
  await page.goto(`${product.origin}/vehicle`)
  await page.getByRole('textbox', { name: 'Quote Number' }).fill('OR123456789')
  await page.getByRole('textbox', { name: 'Date of birth' }).fill('12/04/1988')
  await page.getByRole('textbox', { name: 'Postcode' }).fill('1050')
  const asked = page.waitForRequest(retrieve)
  await page.getByRole('button', { name: 'Retrieve your quote' }).click()
  await asked
  await page.getByRole('link', { name: 'Start a new quote' }).click()
  await page.getByRole('button', { name: 'I understand' }).click()
  await page.getByRole('textbox', { name: 'Number plate' }).fill('AQU512')
  await releaseAndHandle(page, retrieve, answer)
  await expect(page).toHaveURL(/\/vehicle\/step1$/)
  await expect(page.getByRole('textbox', { name: 'Number plate' })).toHaveValue('AQU512')
  expect(await page.evaluate(() => sessionStorage.getItem('openroad.token'))).not.toBe('of-the-found')
})

test('[ENTRY-03] [SHELL-14] a linked quote for cleared answers is ignored', async ({ page, product }) => {
  const link = await openStep(page, product, 2)
  const answer = await holdRequest(page, '**/edge/vero/prospect/car?**')
  const asked = page.waitForRequest('**/edge/vero/prospect/car?**')
  await page.goto(`${link}&partnerId=p1`)
  await asked
  await clearAnswers(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Car insurance' })).toBeVisible()
  await releaseAndHandle(page, '**/edge/vero/prospect/car?**', answer)
  await expect(page).toHaveURL(/\/vehicle$/)
  expect(await storedDraft(page)).not.toContain('JHU968')
})

test('[PAY-06] [SHELL-14] a login for cleared answers is ignored', async ({ page, product, context }) => {
  const login = '**/edge/login'
  const answer = await holdRequest(page, login, route => route.fulfill({ json: { JWT: 'of-the-policy' } }))
  const asked = page.waitForRequest(login)
  await page.goto(`${product.origin}/paymentsuccess?id=a-quote&token=of-the-mail`)
  await asked
  await clearAnswers(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Car insurance' })).toBeVisible()
  await releaseAndHandle(page, login, answer)
  await expect(page).toHaveURL(`${product.origin}/vehicle`)
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('jwt-token')
})
