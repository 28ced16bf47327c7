/** Browser tests of the captcha: the visible check, its timeouts, and its outage. */
import type { Page } from '@playwright/test'
import { announcement, fillCar, next, startQuote, stopClock } from './customer.ts'
import { countRequests, holdRequest, problem, responsesHandled } from './hold-request.ts'
import { openStep } from './open-step.ts'
import { expect, test } from './product.ts'

test.use({ refusals: [428, 503] })

const marker = 'AUTHENTICATED_V2'

const plateLookups = '**/edge/campaign/policy-renewal/secure/vehicleDetails/**'

/** Changes the invisible token of plate look-ups, so that the server requires the visible check; returns their addresses. */
async function spoilPlateTokens(page: Page): Promise<string[]> {
  const requests: string[] = []
  await page.route(plateLookups, route => {
    const address = new URL(route.request().url())
    if (address.searchParams.get('captchaRequest') !== marker)
      address.searchParams.set('captchaRequest', 'spoilt')
    requests.push(address.href)
    return route.continue({ url: address.href })
  })
  return requests
}

test('[SHELL-09] [SHELL-10] an insufficient token opens the visible check, and the action is kept whether it is closed or passed', async ({
  page,
  product,
}) => {
  const tokens: string[] = []
  // Changes the invisible token, so that the server requires the visible check.
  await page.route('**/edge/vero/quote/create', async route => {
    const body = route.request().postDataJSON()
    tokens.push(body.recaptchaResponse)
    await route.continue({
      postData: JSON.stringify({
        ...body,
        recaptchaResponse: body.recaptchaResponse === marker ? marker : 'spoilt',
      }),
    })
  })
  await page.clock.install()
  await openStep(page, product, 1)
  await next(page).click()
  const check = page.getByRole('dialog', { name: 'Security check' })
  await expect(check).toBeVisible()

  // Closing the check keeps the page, and the button works again.
  await page.keyboard.press('Escape')
  await expect(check).toHaveCount(0)
  await expect(page).toHaveURL(/step1$/)
  await expect(page.getByRole('textbox', { name: 'Car value' })).toHaveValue('$13,700')
  await stopClock(page)
  await next(page).click()
  // The button is painted before the call.
  await page.clock.runFor(100)
  await expect(check).toBeVisible()

  // Without a tick the check restarts after 110 seconds.
  await page.clock.runFor(109_000)
  await expect(check.getByText('That took a little long.')).toHaveCount(0)
  await page.clock.runFor(1_500)
  await expect(check.getByText('That took a little long. Tick the box to start again.')).toBeVisible()
  await expect(check.getByRole('checkbox', { name: 'I am a person' })).toBeFocused()
  await page.clock.resume()

  await check.getByRole('checkbox', { name: 'I am a person' }).check()
  await expect(page).toHaveURL(/step2$/)
  expect(tokens).toHaveLength(3)
  expect(tokens.indexOf(marker)).toBe(2)
  const cookies = await page.context().cookies()
  expect(cookies.map(({ name }) => name)).toEqual(expect.arrayContaining([marker, 'jwt-token']))
})

test('[SHELL-09] a captcha that does not load in time shows a message, and the button works later', async ({
  page,
  product,
}) => {
  await openStep(page, product, 1)
  const challenge = '**/edge/captcha/challenge**'
  await page.route(challenge, route => route.fulfill({ status: 503, body: '' }))
  const captchaFailed = page.getByText('The security check was not ready yet. Please press the button again.')
  // A puzzle that was solved earlier may still work for one call.
  await page.route('**/edge/vero/quote/create', problem(503, 'OVERLOADED', { 'retry-after': '1' }), {
    times: 1,
  })
  await next(page).click()
  await expect(captchaFailed).toBeVisible()
  await expect(page).toHaveURL(/step1$/)
  await page.unroute(challenge)
  await next(page).click()
  await expect(page).toHaveURL(/step2$/)
  await expect(captchaFailed).toHaveCount(0)
})

test('[SHELL-09] [EDGE-15] the check works once for a page without a session', async ({ page, product }) => {
  const requests = await spoilPlateTokens(page)
  await startQuote(page, product)
  // An overloaded server, and one that limits sessions per address, send no session.
  await page.context().clearCookies()
  await page.getByRole('textbox', { name: 'Number plate' }).fill('JHU968')
  await page.getByRole('textbox', { name: 'Number plate' }).blur()
  const check = page.getByRole('dialog', { name: 'Security check' })
  await check.getByRole('checkbox', { name: 'I am a person' }).check()
  await expect(check).toHaveCount(0)
  await expect.poll(() => requests.length).toBe(2)
  await fillCar(page)
  await next(page).click()
  await expect(page).toHaveURL(/step2$/)
})

test('[SHELL-09] a check cancelled during its validation stays on the page', async ({ page, product }) => {
  await spoilPlateTokens(page)
  const validation = '**/edge/vero/validate/recaptcha?**'
  const fail = await holdRequest(page, validation, route => route.abort())
  await startQuote(page, product)
  const plate = page.getByRole('textbox', { name: 'Number plate' })
  await plate.fill('JHU968')
  await plate.blur()
  const check = page.getByRole('dialog', { name: 'Security check' })
  const asked = page.waitForRequest(validation)
  await check.getByRole('checkbox', { name: 'I am a person' }).check()
  await asked
  await check.getByRole('button', { name: 'Not now' }).click()
  await expect(check).toHaveCount(0)
  const failed = page.waitForEvent('requestfailed', request => request.url().includes('validate/recaptcha'))
  fail()
  await failed
  await responsesHandled(page)
  await expect(page).toHaveURL(/step1$/)
  await expect(plate).toHaveValue('JHU968')
})

test('[SHELL-09] [CAR-04] models can be looked up after a cancelled check', async ({ page, product }) => {
  const refused = { status: 428, json: { code: 'CAPTCHA_REQUIRED' } }
  await page.route('**/edge/vero/vehiclelookup', route => route.fulfill(refused), { times: 1 })
  await startQuote(page, product)
  await page.getByRole('textbox', { name: 'Number plate' }).fill('JHU968')
  const automatic = page.getByRole('radio', { name: 'Automatic' })
  await automatic.check()
  await page.getByRole('dialog', { name: 'Security check' }).getByRole('button', { name: 'Not now' }).click()
  await expect(automatic).not.toBeChecked()
  await automatic.check()
  await expect(page.getByRole('group', { name: 'Model' }).getByRole('radio')).toHaveCount(1)
})

test('[SHELL-09] [HOLDER-05] a cancelled check of an address is announced', async ({ page, product }) => {
  await openStep(page, product, 4)
  await page.route('**/edge/vero/address/postal', route =>
    route.continue({
      postData: JSON.stringify({ ...route.request().postDataJSON(), recaptchaResponse: 'spoilt' }),
    }),
  )
  const suggestions = countRequests(page, '/address/suggest')
  const postal = page.getByRole('combobox', { name: 'Postal Address' })
  const line = page.getByRole('option', { name: /^31 Heretaunga Street/ }).first()
  // With a trailing space, as from a phone keyboard's suggestion.
  await postal.fill('31 Heretaunga Street')
  await expect(line).toBeVisible()
  const asked = page.waitForResponse('**/address/suggest*')
  await postal.press('Space')
  await asked
  await expect(line).toBeVisible()
  await postal.press('Tab')
  const check = page.getByRole('dialog', { name: 'Security check' })
  await expect(check).toBeVisible()
  const before = suggestions()
  await check.getByRole('button', { name: 'Not now' }).click()
  await expect(postal).toHaveAccessibleDescription(
    /The security check did not finish\. Please choose the address again\./,
  )
  await expect(announcement(page)).toHaveText(
    'The security check did not finish. Please choose the address again.',
  )
  expect(suggestions()).toBe(before)
  // Focusing the field again opens the list.
  await postal.focus()
  await postal.press('ArrowDown')
  await expect(line).toHaveAttribute('aria-selected', 'true')
})

test('[SHELL-09] [SHELL-14] a check that is always refused offers a reload', async ({ page, product }) => {
  await startQuote(page, product)
  const refused = { status: 428, json: { code: 'CAPTCHA_REQUIRED' } }
  await page.route('**/edge/**/vehicleDetails/**', route => route.fulfill(refused))
  await page.route('**/edge/vero/validate/recaptcha?**', route => route.fulfill(refused))
  const plate = page.getByRole('textbox', { name: 'Number plate' })
  await plate.fill('JHU968')
  await plate.blur()
  const check = page.getByRole('dialog', { name: 'Security check' })
  const reload = check.getByRole('button', { name: 'Load this page again' })
  for (const offered of [0, 1]) {
    await check.getByRole('checkbox', { name: 'I am a person' }).check()
    await expect(check.getByRole('status')).toHaveText('That did not work. Tick the box to try again.')
    await expect(check.getByRole('checkbox', { name: 'I am a person' })).not.toBeChecked()
    await expect(reload).toHaveCount(offered)
  }
  await page.unrouteAll()
  await reload.click()
  await expect(check).toHaveCount(0)
  await expect(plate).toHaveValue('JHU968')
})
