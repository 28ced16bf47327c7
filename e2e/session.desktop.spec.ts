/** Browser tests of the 30-minute session with a controlled clock: warning, extension, sleep and expiry. */

import type { BrowserContext, Page } from '@playwright/test'
import { emptyFormAnswers } from '#journey/questions/form-answers.ts'
import { announcement, clearAnswers, driverDone, fillDriver, stopClock } from './customer.ts'
import { holdRequest, releaseAndHandle, responsesHandled } from './hold-request.ts'
import { openStep } from './open-step.ts'
import { expect, test } from './product.ts'
import { storedDraft } from './stored-draft.ts'

// Calls after the end of the session are refused.
test.use({ refusals: [401] })

/** The browser removes the cookie at its end, by its own clock, which a test does not move. */
const removeTokenCookie = (context: BrowserContext) => context.clearCookies({ name: 'jwt-token' })

const warning = (page: Page) => page.getByRole('alertdialog', { name: 'Session Expiry' })

test('[SHELL-07] [SHELL-10] [SHELL-14] both tabs warn two minutes before the end, share an extension, and are cleared after a sleep past the end', async ({
  page,
  product,
  context,
}) => {
  await context.clock.install()
  await openStep(page, product, 2)
  const other = await context.newPage()
  // Its load restarts the half hour of both tabs.
  await other.goto(`${product.origin}/vehicle/step1`)
  // The clock runs once the page is hydrated.
  await expect(other.getByRole('textbox', { name: 'Number plate' })).toBeVisible()
  await stopClock(page)

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

  // One second was added: 1801 from the click. The other tab follows to the second.
  await context.clock.runFor(1_675_000)
  await expect(warning(page)).toHaveCount(0)
  await expect(warning(other)).toHaveCount(0)
  await context.clock.runFor(8_000)
  await expect(warning(page)).toBeVisible()
  await expect(warning(other)).toBeVisible()

  // The computer sleeps past the end and wakes up an hour later.
  await removeTokenCookie(context)
  await context.clock.fastForward(3_600_000)
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL(/\/session-expired$/)
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Session Expired')
    expect(await tab.evaluate(() => ({ ...sessionStorage }))).toEqual({})
  }
  const names = (await context.cookies()).map(({ name }) => name)
  for (const cookie of ['jwt-token', 'quote-id', 'AUTHENTICATED_V2']) expect(names).not.toContain(cookie)
  await context.clock.resume()
  await page.goBack()
  await expect(page).toHaveURL(/\/vehicle\/step1$/)
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveCount(0)
})

test('[SHELL-07] a failed extension is shown in the warning', async ({ page, product, context }) => {
  await context.clock.install()
  await openStep(page, product, 2)
  await context.clock.runFor(1_690_000)
  await expect(warning(page)).toBeVisible()
  // One key press extends, and a screen reader reads the reason first.
  const extend = warning(page).getByRole('button', { name: 'Extend Session' })
  await expect(extend).toBeFocused()
  await expect(extend).toHaveAccessibleDescription(
    /about to expire.*your answers are cleared.*2 min 00 s left/,
  )
  // It does not change while it has the focus.
  await context.clock.runFor(70_000)
  await expect(extend).toHaveAccessibleDescription(/2 min 00 s left/)
  await page.route('**/edge/session', route => route.abort(), { times: 1 })
  await warning(page).getByRole('button', { name: 'Extend Session' }).click()
  await expect(warning(page).getByRole('alert')).toHaveText(/could not extend your session/)
  // The failure is not announced as an extension.
  await context.clock.runFor(600)
  await responsesHandled(page)
  await expect(announcement(page)).toBeEmpty()
  await warning(page).getByRole('button', { name: 'Extend Session' }).click()
  await expect(warning(page)).toHaveCount(0)
  await expect(announcement(page)).toHaveText('Your session has been extended.')
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
  await stopClock(page)
  const name = page.getByRole('textbox', { name: 'First name' })
  await name.focus()
  await context.clock.runFor(130_000)
  await expect(warning(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(warning(page)).toHaveCount(0)
  await expect(name).toBeFocused()
  await removeTokenCookie(context)
  await context.clock.fastForward(110_000)
  await expect(page).toHaveURL(/\/session-expired$/)
})

test('[SHELL-07] [SHELL-14] [PAY-10] the error page shows the warning, and clears the answers at the end of the session', async ({
  page,
  product,
  context,
}) => {
  await context.clock.install()
  await openStep(page, product, 2)
  await page.goto(`${product.origin}/error-occurred`)
  const again = page.getByRole('link', { name: 'Try again' })
  await expect(again).toHaveAttribute('href', '/vehicle/step2')
  await context.clock.runFor(1_690_000)
  await warning(page).getByRole('button', { name: 'Extend Session' }).click()
  await expect(warning(page)).toHaveCount(0)
  await context.clock.runFor(1_690_000)
  await expect(warning(page)).toBeVisible()
  await removeTokenCookie(context)
  await context.clock.fastForward(200_000)
  await expect(warning(page)).toHaveCount(0)
  await expect(page).toHaveURL(/\/error-occurred$/)
  const ended = /^Your session has ended.* If you were paying, your payment may have gone through/
  await expect(page.getByRole('main').getByText(ended)).toBeVisible()
  await expect(announcement(page)).toHaveText(ended)
  await expect(again).toHaveAttribute('href', '/vehicle')
  expect(JSON.parse(await storedDraft(page)).state).toEqual({ answers: emptyFormAnswers, draftState: {} })
})

test('[SHELL-07] [SHELL-14] a tab that was away is cleared', async ({ page, product, context }) => {
  const stored = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }))
  await openStep(page, product, 2)
  await page.getByRole('textbox', { name: 'First name' }).fill('Māia')
  await expect.poll(stored).toContain('Māia')
  await page.goto('about:blank')
  await removeTokenCookie(context)
  await page.goBack()
  await expect(page).toHaveURL(/\/session-expired$/)
  expect(await stored()).toBe('{}')
})

test('[SHELL-07] [SHELL-14] after the end only what was typed early stays', async ({
  page,
  product,
  context,
}) => {
  await openStep(page, product, 2)
  await page.goto('about:blank')
  await removeTokenCookie(context)
  const send = await holdRequest(page, '**/assets/*.js')
  await page.goto(`${product.origin}/vehicle`, { waitUntil: 'commit' })
  const number = page.getByRole('textbox', { name: 'Quote Number' })
  await number.fill('OR123456789')
  send()
  await expect.poll(() => storedDraft(page)).not.toContain('JHU968')
  await expect(page.getByRole('link', { name: 'Continue to your quote' })).toHaveCount(0)
  await expect(number).toHaveValue('OR123456789')
})

test('[SHELL-07] [SHELL-14] a step and an error page that slept keep a continued quote', async ({
  page,
  product,
  context,
}) => {
  await context.clock.install()
  await openStep(page, product, 2)
  // The cookie is still there: another tab has extended the session.
  await context.clock.fastForward(1_900_000)
  await context.clock.runFor(3_000)
  await expect(page).toHaveURL(/\/vehicle\/step2$/)
  expect(await storedDraft(page)).toContain('JHU968')
  await page.goto(`${product.origin}/error-occurred`)
  await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/vehicle/step2')
  await context.clock.fastForward(1_900_000)
  await context.clock.runFor(3_000)
  expect(await storedDraft(page)).toContain('JHU968')
})

test('[SHELL-07] [SHELL-14] a price after the end stores nothing', async ({ page, product, context }) => {
  await context.clock.install()
  await openStep(page, product, 3)
  // A response without content leaves the present page open.
  await page.route('**/session-expired', route => route.fulfill({ status: 204 }))
  const amend = '**/edge/vero/quote/amend'
  const answer = await holdRequest(page, amend)
  const asked = page.waitForRequest(amend)
  await page.getByRole('switch', { name: 'Hire car' }).click()
  await asked
  const left = page.waitForRequest('**/session-expired')
  await removeTokenCookie(context)
  await context.clock.fastForward(1_810_000)
  await left
  await releaseAndHandle(page, amend, answer)
  expect(JSON.parse(await storedDraft(page)).state).toEqual({ answers: emptyFormAnswers, draftState: {} })
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('quote-id')
})

test('[SHELL-14] the header shows the saved quote until it is cleared', async ({ page, product }) => {
  const saved = page.getByRole('banner').getByText('Saved quote')
  await openStep(page, product, 2)
  await expect(saved).toHaveCount(0)
  await fillDriver(page)
  await driverDone(page)
  await expect(saved).toBeVisible()
  await expect(page.getByRole('banner').getByRole('strong')).toHaveText(/\S{6,}/)

  await clearAnswers(page)
  await expect(page).toHaveURL(/\/vehicle$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(saved).toHaveCount(0)
  await page.getByRole('link', { name: 'Start a new quote' }).click()
  await page.getByRole('button', { name: 'I understand' }).click()
  await expect(page.getByRole('textbox', { name: 'Number plate' })).toHaveValue('')
})
