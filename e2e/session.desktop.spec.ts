/** The half hour of a session, on a clock that a test may push: the warning in two tabs, the extension of both, a laptop's sleep, and what is gone at the end (SHELL-07). */
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { carDone, driverDone, fillCar, fillDriver, reachDriver, startQuote } from './customer.ts'
import { expect, test } from './product.ts'

// What the browser asks after the end of its session is refused.
test.use({ refusals: [401] })

const warning = (page: Page) => page.getByRole('alertdialog', { name: 'Session Expiry' })

test('[SHELL-07] [SHELL-10] [SHELL-14] two minutes before the end both tabs warn; extended in one it is extended in both; asleep past the end both are over and empty', async ({
  page,
  product,
  context,
}) => {
  await context.clock.install()
  await reachDriver(page, product)
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

test('[SHELL-07] where the server cannot be asked, the popup says that the session was not extended, and stays', async ({
  page,
  product,
  context,
}) => {
  await context.clock.install()
  await reachDriver(page, product)
  await context.clock.runFor(1_690_000)
  await expect(warning(page)).toBeVisible()
  await expectAccessible(page, 'Session Expiry')
  // Whoever has only a key to press extends, and hears before what for.
  const extend = warning(page).getByRole('button', { name: 'Extend Session' })
  await expect(extend).toBeFocused()
  await expect(extend).toHaveAccessibleDescription(/about to expire.*your answers are cleared/)
  await page.route('**/edge/session', route => route.abort(), { times: 1 })
  await warning(page).getByRole('button', { name: 'Extend Session' }).click()
  await expect(warning(page).getByRole('alert')).toHaveText(/could not extend your session/)
  await expect(page.getByText('Your session has been extended.')).toHaveCount(0)
  await warning(page).getByRole('button', { name: 'Extend Session' }).click()
  await expect(warning(page)).toHaveCount(0)
})

test('[SHELL-12] [SHELL-07] Escape closes the warning, gives the focus back, and the session ends as it was told', async ({
  page,
  product,
  context,
}) => {
  await context.clock.install()
  await reachDriver(page, product)
  await context.clock.pauseAt(Date.now() + 60_000)
  const name = page.getByRole('textbox', { name: 'First name' })
  await name.focus()
  await context.clock.runFor(1_690_000)
  await expect(warning(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(warning(page)).toHaveCount(0)
  await expect(name).toBeFocused()
  await context.clock.fastForward(60_000)
  await expect(page).toHaveURL(/\/session-expired$/)
})

test('[SHELL-07] [SHELL-14] what a tab kept is gone with a session that ended while its page was away', async ({
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
  await reachDriver(page, product)
  await page.getByRole('textbox', { name: 'First name' }).fill('Māia')
  await expect.poll(stored).toContain('Māia')
  await leave()
  await page.goBack()
  await expect(page).toHaveURL(/\/session-expired$/)
  expect(await stored()).toBe('{}')

  await reachDriver(page, product)
  await leave()
  await page.goto(`${product.origin}/vehicle`)
  await expect.poll(stored).not.toContain('JHU968')
  await expect(page.getByRole('link', { name: 'Continue to your quote' })).toHaveCount(0)
})

test('[SHELL-04] [SHELL-14] the saved quote stands in the header until the answers are cleared from the footer', async ({
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
