/** Browser tests of step 1: messages, plates, models, addresses, and the calls they make. */
import type { Locator, Page, Request } from '@playwright/test'
import { slowLookupText } from '#web/content/car.ts'
import { carDone, carQuestions, fillCar, fillDriver, next, startQuote, stopClock } from './customer.ts'
import { problem } from './hold-request.ts'
import { openStep } from './open-step.ts'
import { expect, test } from './product.ts'

const plate = (page: Page) => page.getByRole('textbox', { name: 'Number plate' })
const value = (page: Page) => page.getByRole('textbox', { name: 'Car value' })
const address = (page: Page) => page.getByRole('combobox', { name: 'Overnight address' })
/** The message in place of the models, which the live region announces too. */
const modelPlace = (page: Page) => page.locator('#car-vehicleKey')
const group = (page: Page, name: string) => page.getByRole('group', { name })
const says = (control: Locator, message: string) =>
  expect(control).toHaveAccessibleDescription(new RegExp(message.replace(/[.?()$]/g, '\\$&')))

test.describe('messages', () => {
  // 404 for an unknown plate, 503 for a failing register.
  test.use({ refusals: [404, 422, 503] })

  test('[CAR-01] [CAR-06] [CAR-07] [CAR-08] [CAR-09] [CAR-10] [CAR-11] [SHELL-13] each error is beside its field and in the summary', async ({
    page,
    product,
  }) => {
    await startQuote(page, product)
    await next(page).press('Enter')
    const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
    await expect(summary).toBeFocused()
    await expect(page).toHaveTitle(/^Error: Step 1 of 5: Car/)
    await expect(summary.getByRole('link')).toContainText([
      'Please enter a valid plate number',
      'Please select transmission',
      'Please select model',
      ...[...carQuestions, 'Is the car financed?'].map(question => `${question} Please select 'Yes' or 'No'`),
      'Please enter address',
      "Please enter car's value",
    ])
    await summary.getByRole('link', { name: /transmission/ }).press('Enter')
    await expect(group(page, 'Transmission').getByRole('radio', { name: 'Automatic' })).toBeFocused()

    // A transmission needs a plate.
    await page.keyboard.press('Space')
    await says(plate(page), 'Please enter a valid plate number')
    await expect(group(page, 'Transmission').getByRole('radio', { checked: true })).toHaveCount(0)
    await fillCar(page)
    await says(value(page), 'We expect between $')

    await group(page, 'Has the car been modified?').getByRole('radio', { name: 'Yes' }).check()
    const sorry = page.getByRole('dialog', { name: 'Sorry' })
    await expect(sorry).toContainText('We are unable to offer insurance for your car.')
    await sorry.getByRole('button', { name: 'Close' }).first().click()
    await expect(group(page, 'Has the car been modified?').getByRole('radio', { name: 'Yes' })).toBeFocused()
    await expect(next(page)).toHaveAttribute('aria-disabled', 'true')
    await group(page, 'Has the car been modified?').getByRole('radio', { name: 'No' }).check()
    await expect(next(page)).not.toHaveAttribute('aria-disabled', 'true')

    await group(page, 'Is the car financed?').getByRole('radio', { name: 'Yes' }).check()
    const lender = page.getByRole('combobox', { name: 'Finance company' })
    await value(page).fill('900')
    await next(page).click()
    await says(value(page), "We would expect your car's value to be between $")
    await says(lender, 'Please select finance company')
    await expect(summary.getByRole('link')).toHaveCount(2)
    await lender.focus()
    await page.keyboard.type('Oth')
    await expect(lender).toHaveValue('Other (Not Listed)')
    await expect(lender).not.toHaveAttribute('aria-invalid', 'true')
    await value(page).fill('$14 000')
    await value(page).blur()
    await expect(value(page)).toHaveValue('$14,000')

    await address(page).fill('1 Nowhere Street')
    await address(page).press('Enter')
    // The live region uses another text; the page shows the message once.
    await expect(page.locator('[data-live]')).toHaveText('No addresses found')
    await expect(page.getByText('Address not found.', { exact: true })).toHaveCount(1)
    await address(page).fill('Queen Street')
    await address(page).press('Escape')
    await address(page).blur()
    const suggested = group(page, 'Suggested addresses').getByRole('radio')
    await expect(suggested).toHaveCount(2)
    await suggested.last().check()
    await expect(address(page)).toHaveValue(/Queen Street/)
    await carDone(page)
  })

  test('[CAR-02] [CAR-03] [CAR-05] [CAR-10] an unknown plate, no models, an uninsurable car, a car worth too much', async ({
    page,
    product,
  }) => {
    await page.clock.install()
    await startQuote(page, product)
    await value(page).fill('13700')
    await plate(page).fill('bad-reg')
    await expect(plate(page)).toHaveValue('BADREG')
    await plate(page).blur()
    await says(plate(page), 'Please enter a valid plate number')
    const choose = async (number: string, transmission = 'Automatic') => {
      await plate(page).fill(number)
      await group(page, 'Transmission').getByRole('radio', { name: transmission }).check()
    }
    await choose('AQU 512', 'Manual')
    const notFound = page.getByText(/^Could not find vehicle\. Please check details and try again\./)
    await expect(notFound).toContainText(/on 0800/)
    // Keyboard users can focus the disabled Next and get the reason.
    await next(page).focus()
    await expect(next(page)).toBeFocused()
    await expect(next(page)).toHaveAttribute('aria-disabled', 'true')
    await says(next(page), 'so that we can find your car')
    // The alert is announced already; the live region would follow half a second later.
    await page.clock.runFor(1_000)
    await expect(page.locator('[data-live]')).toBeEmpty()
    await page.getByRole('button', { name: 'Look again' }).click()
    await expect(plate(page)).toBeFocused()

    await choose('DECLIN')
    const sorry = page.getByRole('dialog', { name: 'Sorry' })
    await expect(sorry).toContainText('We are unable to offer insurance for your car.')
    await sorry.getByRole('button', { name: 'Close' }).first().click()
    await expect(next(page)).toHaveAttribute('aria-disabled', 'true')
    await choose('POR911')
    await group(page, 'Model').getByRole('radio').first().check()
    await says(value(page), 'Sorry, We are unable to offer insurance for your car')
    await choose('JHU968')
    await group(page, 'Model').getByRole('radio').first().check()
    await expect(value(page)).not.toHaveAttribute('aria-invalid')
    await expect(value(page)).toHaveValue('$13,700')
  })

  test('[CAR-12] [SHELL-08] a declined car disables Next and says why', async ({ page, product }) => {
    await openStep(page, product, 1)
    await page.route('**/quote/create', problem(422, 'NOT_INSURABLE'))
    await next(page).click()
    const sorry = page.getByRole('dialog', { name: 'Sorry' })
    await sorry.getByRole('button', { name: 'Close' }).first().click()
    await expect(next(page)).toHaveAttribute('aria-disabled', 'true')
    await says(next(page), 'we cannot insure this car; another number plate can be entered')
    await page.unroute('**/quote/create')
    await plate(page).fill('')
    await plate(page).fill('JHU968')
    await group(page, 'Transmission').getByRole('radio', { name: 'Automatic' }).check()
    await group(page, 'Model').getByRole('radio').first().check()
    await carDone(page)
  })
})

test('[SHELL-02] [PAY-12] Back on step 1 leads to the first page', async ({ page, product }) => {
  await startQuote(page, product)
  await plate(page).fill('JHU968')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL(/\/vehicle$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page).toHaveTitle('Car insurance – Openroad')
  const carryOn = page.getByRole('link', { name: 'Carry on with the answers in this tab' })
  const another = page.context().waitForEvent('page')
  await carryOn.click({ modifiers: ['ControlOrMeta'] })
  // Waits, because closing a loading page can block the browser.
  const opened = await another
  await opened.waitForLoadState()
  await opened.close()
  await expect(page).toHaveURL(/\/vehicle$/)
  await carryOn.click()
  await expect(plate(page)).toHaveValue('JHU968')
  await page.goBack()
  await page.goBack()
  await expect(plate(page)).toHaveValue('JHU968')
})

/** The address lines that the page looks up from now on. */
function addressLookups(page: Page): string[] {
  const lines: string[] = []
  page.on('request', request => {
    if (request.url().endsWith('/address/risk'))
      lines.push(request.postDataJSON().addressInFreeForm.addressLine1)
  })
  return lines
}

test('[CAR-03] [CAR-09] looks up the last address typed before the plate, when a field is left but not when the window is left', async ({
  page,
  product,
}) => {
  await startQuote(page, product)
  const lines = addressLookups(page)
  for (const line of ['1 Nowhere Street', '88 Remuera Road']) {
    await address(page).fill(line)
    await address(page).press('Enter')
    await expect(address(page)).toHaveAttribute('aria-busy', 'true')
  }
  const plates: (string | undefined)[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (pathname.includes('/vehicleDetails/')) plates.push(pathname.split('/').at(-1))
  })
  // As a browser reports it: the field keeps the focus in its page.
  const leaveWindow = (field: Locator) => field.dispatchEvent('focusout')
  await address(page).fill('31 Heretaunga Street East, Has')
  await leaveWindow(address(page))
  await expect(address(page)).toBeFocused()
  await expect(address(page)).not.toHaveAttribute('aria-busy')
  await address(page).press('End')
  await address(page).pressSequentially('tings 4122')
  await address(page).blur()
  await expect(address(page)).toHaveAttribute('aria-busy', 'true')

  await plate(page).fill('JHU')
  await leaveWindow(plate(page))
  await plate(page).press('End')
  await plate(page).pressSequentially('968')
  await plate(page).blur()
  await expect(address(page)).not.toHaveAttribute('aria-busy')
  await expect(address(page)).toHaveValue('31 Heretaunga Street East, Hastings 4122')
  expect(plates).toEqual(['JHU968'])
  expect(lines).toEqual(['31 Heretaunga Street East'])
})

test('[CAR-09] looks up an autofilled address once, and Next waits for it', async ({ page, product }) => {
  await openStep(page, product, 1)
  const lines = addressLookups(page)
  /** Autofill without focus, some of it character by character. */
  const fillIn = (...texts: string[]) =>
    address(page).evaluate((field, values) => {
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
      for (const value of values) {
        set?.call(field, value)
        field.dispatchEvent(new Event('input', { bubbles: true }))
      }
    }, texts)
  await fillIn('1 Nowhere', '1 Nowhere Street')
  await says(address(page), 'Address not found.')
  await expect(address(page)).toHaveValue('')
  await fillIn('31 Heretaunga Street East, Hasti', '31 Heretaunga Street East, Hastings 4122')
  await next(page).click()
  await expect(page).toHaveURL(/step2$/)
  expect(lines).toEqual(['1 Nowhere Street', '31 Heretaunga Street East'])
})

test('[CAR-09] an address that is typed again is looked up again', async ({ page, product }) => {
  await openStep(page, product, 1)
  const asked = page.waitForRequest(/address\/risk/)
  await address(page).press('End')
  await address(page).pressSequentially('x')
  await address(page).press('Backspace')
  await address(page).blur()
  await asked
  await carDone(page)
})

test('[SHELL-02] a later step of an empty tab shows step 1 and nothing before', async ({ page, product }) => {
  const painted: string[] = []
  await page.exposeFunction('painted', (title: string) => painted.push(title))
  await page.addInitScript(() => {
    const seen = (window as unknown as { painted: (title: string) => void }).painted
    new PerformanceObserver(() => seen(document.querySelector('h1')?.textContent ?? '')).observe({
      type: 'paint',
      buffered: true,
    })
  })
  await page.goto(`${product.origin}/vehicle/step4?utm_source=mail`)
  await expect(page).toHaveURL(`${product.origin}/vehicle/step1?utm_source=mail`)
  await expect(page.getByRole('textbox', { name: 'Number plate' })).toBeVisible()
  // The browser reports a paint after it happened.
  await expect.poll(() => [...new Set(painted)]).toEqual(['Tell us about your car'])
})

/** Offline there is no new puzzle, so a call uses the one solved before. Waits until no puzzle is in progress. */
function puzzlesOf(page: Page): () => Promise<void> {
  let onTheWay = 0
  const isPuzzle = (request: Request) => request.url().includes('/edge/captcha/challenge')
  const ended = () => {
    onTheWay -= 1
  }
  page.on('request', request => {
    if (isPuzzle(request)) onTheWay += 1
  })
  page.on('requestfailed', request => {
    if (isPuzzle(request)) ended()
  })
  // Each puzzle has its own worker.
  page.on('worker', worker => worker.on('close', ended))
  return () => expect.poll(() => onTheWay).toBe(0)
}

test('[SHELL-14] [CAR-12] an offline page waits and loses nothing', async ({ page, product, context }) => {
  await page.clock.install()
  const puzzlesSolved = puzzlesOf(page)
  const errorPageCame = page.waitForResponse(/\/assets\/status-/)
  await openStep(page, product, 1)
  // No other request of the step may be pending when the connection goes.
  await page.waitForLoadState('networkidle')
  await puzzlesSolved()
  // A slow machine would use up the three seconds.
  await stopClock(page)
  let sent = 0
  const isSaved = (request: Request) => request.url().endsWith('/edge/vero/quote/create')
  page.on('request', request => {
    if (isSaved(request)) sent += 1
  })
  await context.setOffline(true)
  const failed = page.waitForEvent('requestfailed', isSaved)
  await next(page).click()
  // The button is painted before the call.
  await page.clock.runFor(100)
  await failed
  const offline = page.getByText('You are offline.')
  await expect(offline).toBeVisible()
  await expect(page).toHaveURL(/step1$/)
  await context.setOffline(false)
  await expect(offline).toHaveCount(0)
  await page.clock.resume()
  await expect(page).toHaveURL(/step2$/)
  // Sent again once the connection was back.
  expect(sent).toBe(2)

  // Without a connection the error page opens, which needs no network.
  await fillDriver(page)
  await (await errorPageCame).finished()
  await puzzlesSolved()
  await context.setOffline(true)
  await next(page).click()
  await expect(page).toHaveURL(/error-occurred$/, { timeout: 20_000 })
  await expect(page.getByText('Oops! An unexpected error occurred. Please try again.')).toBeVisible()
  await context.setOffline(false)
})

/** Until then the field's value may change while a test fills it. */
const searchEnded = (page: Page) => expect(address(page)).not.toHaveAttribute('aria-busy')

test('[CAR-09] Escape closes the address list and keeps the text, arrows open it, Tab chooses a line; a focused line handles keys too', async ({
  page,
  product,
}) => {
  await startQuote(page, product)
  await page.getByRole('textbox', { name: 'Number plate' }).fill('JHU968')
  await address(page).fill('Queen Street')
  const lines = page.getByRole('option')
  await expect(lines.nth(1)).toBeVisible()
  const chosen = page.getByRole('option', { selected: true })
  await address(page).press('Escape')
  await expect(lines).toHaveCount(0)
  await expect(address(page)).toHaveAttribute('aria-expanded', 'false')
  await expect(address(page)).toHaveValue('Queen Street')
  await address(page).press('ArrowUp')
  const last = (await lines.last().textContent()) ?? ''
  await expect(chosen).toHaveText(last)
  await address(page).press('ArrowUp')
  await expect(chosen).not.toHaveText(last)
  await address(page).press('ArrowDown')
  await expect(chosen).toHaveText(last)
  await address(page).press('Tab')
  await expect(address(page)).not.toBeFocused()
  await expect(address(page)).toHaveValue(last)
  await searchEnded(page)
  // A click outside closes the list and searches for the text.
  await address(page).fill('Remuera')
  await expect(lines.first()).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(lines).toHaveCount(0)
  await searchEnded(page)
  // A screen reader focuses the line and then clicks it.
  await address(page).fill('88 Remuera')
  const line = page.getByRole('option', { name: /88 Remuera Road, Remuera/ })
  await line.focus()
  await page.keyboard.press('Escape')
  await expect(lines).toHaveCount(0)
  await expect(address(page)).toBeFocused()
  await expect(address(page)).toHaveValue('88 Remuera')
  await address(page).press('ArrowDown')
  await line.focus()
  await page.keyboard.press('Enter')
  await expect(address(page)).toHaveValue(/^88 Remuera Road, Remuera/)
  await expect(address(page)).toBeFocused()
  await searchEnded(page)
  await address(page).fill('88 Remuera')
  await line.focus()
  await line.dispatchEvent('click')
  await expect(address(page)).toHaveValue(/^88 Remuera Road, Remuera/)
  await expect(address(page)).toBeFocused()
})

test('[CAR-04] [SHELL-10] the page works without cookies and storage', async ({ page, product }) => {
  // As in Firefox.
  await page.addInitScript(() => {
    function forbid(): never {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    for (const name of ['sessionStorage', 'localStorage'])
      Object.defineProperty(window, name, { get: forbid })
    Object.defineProperty(window, 'BroadcastChannel', { value: forbid })
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => {} })
    Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false })
  })
  await page.clock.install()
  await startQuote(page, product)
  // Waits, because a pending captcha would time out with the models.
  const loggedIn = page.waitForResponse('**/edge/login')
  await plate(page).fill('JHU968')
  await group(page, 'Transmission').getByRole('radio', { name: 'Automatic' }).check()
  await expect(modelPlace(page)).toContainText("We're finding your car's model...")
  await loggedIn
  await page.clock.runFor(10_500)
  await expect(modelPlace(page)).toContainText(slowLookupText.noCookies)
})
