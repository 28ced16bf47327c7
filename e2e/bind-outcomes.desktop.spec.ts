/** Browser tests of a refused, pending and issued policy, and of its page after reload, Back and in other sessions. */
import {
  agreeToQuote,
  agreeToTerms,
  announcement,
  boughtPolicy,
  driverDone,
  next,
  payByBank,
} from './customer.ts'
import { holdRequest, problem } from './hold-request.ts'
import { openStep } from './open-step.ts'
import { expect, test } from './product.ts'
import { storedDraft } from './stored-draft.ts'

test.use({ refusals: [409, 500, 503] })

const bind = '**/edge/vero/quote/bind'
const unable = 'Unable to load payment details. Please try again.'

test('[PAY-04] [PAY-05] [PAY-06] [PAY-07] [SHELL-07] [PAY-12] [PAY-13] shows a failed bind, waits for a pending one, and shows the policy to its buyer only', async ({
  page,
  product,
  browser,
}) => {
  await page.clock.install()
  await openStep(page, product, 5)

  // An overloaded server has ordered nothing; the message must not be behind the dialog.
  await page.route(bind, problem(503, 'OVERLOADED', { 'retry-after': '1' }))
  await payByBank(page)
  await expect(async () => {
    // The pause before the next try.
    await page.clock.runFor(1_000)
    await expect(announcement(page)).toContainText('We are still very busy.', { timeout: 100 })
  }).toPass()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.unroute(bind)
  await page.route(bind, problem(409, 'REJECTED'))
  await agreeToTerms(page)
  const sorry = 'Sorry your payment has not been successful. Please try entering your bank details again.'
  await expect(page.getByRole('heading', { level: 1, name: 'Oops!' })).toBeFocused()
  await expect(page.getByRole('main')).toContainText(`Oops! ${sorry}`)
  await page.getByRole('button', { name: 'Proceed to payment' }).click()
  const account = page.getByRole('textbox', { name: 'Bank account number' })
  await expect(account).toHaveValue('12-3140-0171323-50')
  await agreeToTerms(page)
  await page.getByRole('button', { name: 'Go back to quote' }).click()
  await expect(page).toHaveURL(/step2$/)
  await driverDone(page)
  await agreeToQuote(page)
  await next(page).click()
  await expect(account).toHaveValue('12-3140-0171323-50')
  // The first response is pending; the next is the server's own.
  await page.unroute(bind)
  const known = await holdRequest(page, bind)
  await page.route(bind, problem(503, 'BIND_PENDING'), { times: 1 })
  await agreeToTerms(page)
  await expect(page.getByText('We are confirming your policy…')).toBeVisible()
  // The number is shown before the page has loaded the policy.
  const retrieve = '**/edge/vero/payment/policy/retrieve*'
  const read = await holdRequest(page, retrieve)
  known()
  await expect(page).toHaveURL(/\/paymentsuccess\?id=/)
  await expect.poll(() => storedDraft(page)).toMatch(/"policyNumber":"OR\d{9}"/)
  read()
  const policyNumber = await boughtPolicy(page)
  await expect(page.getByText(/^You’re covered from /)).toBeVisible()
  const address = page.url()
  const dates = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Add the dates to my calendar' }).click()
  expect((await dates).suggestedFilename()).toBe('policyDates.ics')
  await page.route('**/edge/vero/document/retrieve', problem(500, 'INTERNAL'))
  await page.getByRole('button', { name: 'Download policy details' }).click()
  await expect(page.getByText('The file could not be downloaded.')).toBeVisible()

  // Back and Forward lead to the policy, not to a step with answers.
  await page.goBack()
  expect(await boughtPolicy(page)).toBe(policyNumber)
  await expect(page).toHaveURL(address)
  await expect(page.getByText('O’Brien')).toHaveCount(0)
  await page.goForward()
  expect(await boughtPolicy(page)).toBe(policyNumber)
  // 202: paid, but not issued yet. The page polls.
  const settled = await holdRequest(page, retrieve)
  await page.route(retrieve, route => route.fulfill({ status: 202 }), { times: 1 })
  await page.reload()
  await expect(page.getByText('Loading your payment details…')).toBeVisible()
  settled()
  expect(await boughtPolicy(page)).toBe(policyNumber)
  const tab = await page.context().newPage()
  await tab.goto(address)
  expect(await boughtPolicy(tab)).toBe(policyNumber)

  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(address)
  await expect(stranger.getByText(unable)).toBeVisible()
  for (const secret of [policyNumber, 'Māia', '$13,700'])
    await expect(stranger.getByText(secret)).toHaveCount(0)
  await stranger.context().close()

  // The token's cookie ends a little before the server's session.
  await page.context().clearCookies({ name: 'jwt-token' })
  await page.reload()
  expect(await boughtPolicy(page)).toBe(policyNumber)
  await page.context().clearCookies()
  await page.reload()
  await expect(page.getByText(unable)).toBeVisible()
  await expect(page.getByText(policyNumber)).toHaveCount(0)
})
