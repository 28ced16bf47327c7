/** Browser tests of the 30-minute session with a controlled clock: warning, extension, sleep and expiry. */

import type { Locator, Page } from '@playwright/test'
import { emptyQuoteForm } from '#journey/questions/quote-form.ts'
import { expectAccessible } from './axe.ts'
import {
  boughtPolicy,
  carDone,
  driverDone,
  fillCar,
  fillDriver,
  fillPolicyholder,
  payBy,
  payOnCardPage,
  priceConfirmed,
  startQuote,
} from './customer.ts'
import { holdRequest } from './hold-request.ts'
import { openStep } from './open-step.ts'
import { expect, type Product, test } from './product.ts'

// What the browser asks after the end of its session is refused.
test.use({ refusals: [401] })

const warning = (page: Page) => page.getByRole('alertdialog', { name: 'Session Expiry' })

test('[SHELL-07] [SHELL-10] [SHELL-14] both tabs warn two minutes before the end, share an extension, and are cleared after a sleep past the end', async ({
  page,
  product,
  context,
}) => {
  await context.clock.install()
  await openStep(page, product, 2)
  const other = await context.newPage()
  // It begins the half hour of both anew.
  const opened = Date.now()
  await other.goto(`${product.origin}/vehicle/step1`)
  // Only a page that is awake counts.
  await expect(other.getByRole('textbox', { name: 'Number plate' })).toBeVisible()
  // Stopped a minute on, so that a slow machine's own seconds do not count.
  await context.clock.pauseAt(opened + 60_000)

  await context.clock.runFor(1_610_000)
  await expect(warning(page)).toHaveCount(0)
  await context.clock.runFor(30_000)
  await expect(warning(page)).toContainText(
    'Your session is about to expire. Would you like to extend this session?',
  )
  await expect(warning(other)).toBeVisible()
  const before = (await context.cookies()).find(({ name }) => name === 'jwt-token')
  const touched = page.waitForResponse('**/edge/session')
  await warning(page).getByRole('button', { name: 'Extend Session' }).click()
  expect((await touched).status()).toBe(200)
  await expect(warning(page)).toHaveCount(0)
  await context.clock.runFor(1_500)
  await expect(warning(other)).toHaveCount(0)
  await expect
    .poll(async () => (await context.cookies()).find(({ name }) => name === 'jwt-token')?.value)
    .not.toBe(before?.value)

  // One second was added: 1801 from the press. The other tab follows to the second.
  await context.clock.runFor(1_675_000)
  await expect(warning(page)).toHaveCount(0)
  await expect(warning(other)).toHaveCount(0)
  await context.clock.runFor(8_000)
  await expect(warning(page)).toBeVisible()
  await expect(warning(other)).toBeVisible()

  // The lid closes over the end and is opened an hour later.
  await context.clock.fastForward(3_600_000)
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL(/\/session-expired$/)
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Session Expired')
    expect(await tab.evaluate(() => ({ ...sessionStorage }))).toEqual({})
  }
  const left = (await context.cookies()).map(({ name }) => name)
  expect(left.filter(name => ['jwt-token', 'quote-id', 'AUTHENTICATED_V2'].includes(name))).toEqual([])
  await context.clock.resume()
  await page.goBack()
  await expect(page).toHaveURL(/\/vehicle\/step1$/)
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveCount(0)
})

test('[SHELL-07] the warning stays and shows an error if the extension fails', async ({
  page,
  product,
  context,
}) => {
  await context.clock.install()
  await openStep(page, product, 2)
  await context.clock.runFor(1_690_000)
  await expect(warning(page)).toBeVisible()
  await expectAccessible(page, 'Session Expiry')
  // Whoever has only a key to press extends, and hears before what for.
  const extend = warning(page).getByRole('button', { name: 'Extend Session' })
  await expect(extend).toBeFocused()
  await expect(extend).toHaveAccessibleDescription(
    /about to expire.*your answers are cleared.*2 min 00 s left/,
  )
  // Under the focus it stays as it was said.
  await context.clock.runFor(70_000)
  await expect(extend).toHaveAccessibleDescription(/2 min 00 s left/)
  await page.route('**/edge/session', route => route.abort(), { times: 1 })
  await warning(page).getByRole('button', { name: 'Extend Session' }).click()
  await expect(warning(page).getByRole('alert')).toHaveText(/could not extend your session/)
  // What is said is said half a second later, drawn by the time another answer has come, and gone again in a while.
  const heard = page.locator('[data-live]')
  await context.clock.runFor(600)
  await page.evaluate(() => fetch('/ready'))
  expect(await heard.textContent()).toBe('')
  await warning(page).getByRole('button', { name: 'Extend Session' }).click()
  await expect(warning(page)).toHaveCount(0)
  await expect(heard).toHaveText('Your session has been extended.')
})

test('[SHELL-12] [SHELL-07] Escape closes the warning and returns the focus, and the session ends after its configured time', async ({
  page,
  product,
  context,
}) => {
  await page.route('**/vehicle/step2', async route => {
    const response = await route.fetch()
    const html = await response.text()
    const body = html.replace('"sessionTimeoutSeconds":1800', '"sessionTimeoutSeconds":300')
    await route.fulfill({ response, body })
  })
  await context.clock.install()
  await openStep(page, product, 2)
  await context.clock.pauseAt(Date.now() + 60_000)
  const name = page.getByRole('textbox', { name: 'First name' })
  await name.focus()
  await context.clock.runFor(130_000)
  await expect(warning(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(warning(page)).toHaveCount(0)
  await expect(name).toBeFocused()
  await context.clock.fastForward(110_000)
  await expect(page).toHaveURL(/\/session-expired$/)
})

/** From step 2, on a clock that can be pushed; gives the way back. */
async function onErrorPage(page: Page, product: Product): Promise<Locator> {
  await page.context().clock.install()
  await openStep(page, product, 2)
  await page.goto(`${product.origin}/error-occurred`)
  const again = page.getByRole('link', { name: 'Try again' })
  await expect(again).toHaveAttribute('href', '/vehicle/step2')
  return again
}

test('[SHELL-07] [SHELL-14] [PAY-10] the error page shows the warning, and clears the answers at the end of the session', async ({
  page,
  product,
  context,
}) => {
  const again = await onErrorPage(page, product)
  await context.clock.runFor(1_690_000)
  await warning(page).getByRole('button', { name: 'Extend Session' }).click()
  await expect(warning(page)).toHaveCount(0)
  await context.clock.runFor(1_690_000)
  await expect(warning(page)).toBeVisible()
  // Of its time the browser keeps count itself.
  await context.clearCookies({ name: 'jwt-token' })
  await context.clock.fastForward(200_000)
  await context.clock.runFor(3_000)
  await expect(warning(page)).toHaveCount(0)
  await expect(page).toHaveURL(/\/error-occurred$/)
  const ended = /^Your session has ended.* If you were paying, your payment may have gone through/
  await expect(page.getByRole('main').getByText(ended)).toBeVisible()
  await expect(page.locator('[data-live]')).toHaveText(ended)
  await expect(again).toHaveAttribute('href', '/vehicle')
  const kept = await page.evaluate(() => sessionStorage.getItem('openroad.draft.2'))
  expect(JSON.parse(kept ?? '').state).toEqual({ answers: emptyQuoteForm, draftState: {} })
})

test('[SHELL-07] [SHELL-14] an error page that slept does not clear the tab in which the customer continued', async ({
  page,
  product,
  context,
}) => {
  const again = await onErrorPage(page, product)
  await context.clock.fastForward(1_900_000)
  await context.clock.runFor(3_000)
  await expect(again).toHaveAttribute('href', '/vehicle/step2')
  expect((await context.cookies()).map(({ name }) => name)).toContain('jwt-token')
})

test('[SHELL-07] [SHELL-14] clears a tab’s data if the session ended while its page was away', async ({
  page,
  product,
  context,
}) => {
  const stored = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }))
  const leave = async () => {
    await page.goto('about:blank')
    // As the browser does by itself once their time is up.
    await context.clearCookies({ name: 'jwt-token' })
  }
  await openStep(page, product, 2)
  await page.getByRole('textbox', { name: 'First name' }).fill('Māia')
  await expect.poll(stored).toContain('Māia')
  await leave()
  await page.goBack()
  await expect(page).toHaveURL(/\/session-expired$/)
  expect(await stored()).toBe('{}')

  await openStep(page, product, 2)
  await leave()
  const send = await holdRequest(page, '**/assets/*.js')
  await page.goto(`${product.origin}/vehicle`, { waitUntil: 'commit' })
  // Typed and sent before the page is awake: that is of today.
  const number = page.getByRole('textbox', { name: 'Quote Number' })
  await number.fill('OR123456789')
  await page.getByRole('button', { name: 'Retrieve your quote' }).click()
  send()
  await expect.poll(stored).not.toContain('JHU968')
  await expect(page.getByRole('link', { name: 'Continue to your quote' })).toHaveCount(0)
  await expect(number).toHaveValue('OR123456789')
  await expect(page.getByRole('link', { name: /^Postcode/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Quote Number/ })).toHaveCount(0)
})

test('[SHELL-07] [SHELL-14] stores nothing of a price that arrives after the end of the session', async ({
  page,
  product,
  context,
}) => {
  await context.clock.install()
  await openStep(page, product, 3)
  await priceConfirmed(page)
  // An answer without a page leaves this one standing.
  await page.route('**/session-expired', route => route.fulfill({ status: 204 }))
  const answer = await holdRequest(page, '**/edge/vero/quote/amend')
  const asked = page.waitForRequest('**/edge/vero/quote/amend')
  await page.getByRole('switch', { name: 'Hire car' }).click()
  const price = (await asked).response()
  const left = page.waitForRequest('**/session-expired')
  await context.clock.fastForward(1_810_000)
  await left
  answer()
  await (await price)?.finished()
  await page.evaluate(() => fetch('/ready'))
  const kept = await page.evaluate(() => sessionStorage.getItem('openroad.draft.2'))
  expect(JSON.parse(kept ?? '').state).toEqual({ answers: emptyQuoteForm, draftState: {} })
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('quote-id')
})

test('[SHELL-07] [PAY-06] [PAY-07] after the session, Back from a policy leads to the policy without its details', async ({
  page,
  product,
  context,
}) => {
  await openStep(page, product, 4)
  await fillPolicyholder(page)
  await payBy(page, 'Direct Debit - Credit Card')
  await payOnCardPage(page)
  const policyNumber = await boughtPolicy(page)
  // The browser's cookie of the token ends a little before what the server knows of the visitor.
  await context.clearCookies({ name: 'jwt-token' })
  // By way of the card page.
  await page.goBack()
  await page.goBack()
  expect(await boughtPolicy(page)).toBe(policyNumber)
  await context.clearCookies()
  await page.reload()
  await expect(page.getByText('Check your email before paying again.')).toBeVisible()
  await expect(page.getByText(policyNumber)).toHaveCount(0)
})

test('[SHELL-14] the header shows the saved quote until the answers are cleared in the footer', async ({
  page,
  product,
}) => {
  const saved = page.getByRole('banner').getByText('Saved quote')
  await startQuote(page, product)
  await expect(saved).toHaveCount(0)
  await fillCar(page)
  await carDone(page)
  await fillDriver(page)
  await driverDone(page)
  await expect(saved).toBeVisible()
  await expect(page.getByRole('banner').getByRole('strong')).toHaveText(/\S{6,}/)

  await page.getByRole('contentinfo').getByRole('button', { name: 'Clear my answers' }).click()
  await expect(page).toHaveURL(/\/vehicle$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(saved).toHaveCount(0)
  await page.getByRole('link', { name: 'Start a new quote' }).click()
  await page.getByRole('button', { name: 'I understand' }).click()
  await expect(page.getByRole('textbox', { name: 'Number plate' })).toHaveValue('')
})
