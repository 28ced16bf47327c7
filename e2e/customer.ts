/** The actions of a customer in the browser by accessible names, step by step, for all browser tests. */
import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { indicatorNamesAbout } from '#journey/questions/yes-no-questions.ts'
import {
  bankAccount,
  driver,
  driverTexts,
  policyholder,
  plate as samplePlate,
} from '#test/samples/customer.ts'
import { carFieldLabels } from '#web/content/car.ts'
import { driverQuestions } from '#web/content/driver.ts'
import { expect, type Product } from './product.ts'

/** A new address, because mails per recipient are limited and a worker's tests share a server. */
export const ownEmail = (): string => `maia.${randomUUID().slice(0, 8)}@example.nz`

/** The yes/no questions of step 1 and step 2 as the page names them. No is the second answer of each. */
export const carQuestions = indicatorNamesAbout('car').map(name => carFieldLabels[name])
export const driversQuestions = indicatorNamesAbout('drivers').map(name => driverQuestions[name].legend)

const group = (page: Page | Locator, name: string | RegExp) => page.getByRole('group', { name })
/** The Next button of a step or dialog. */
export const next = (within: Page | Locator): Locator =>
  within.getByRole('button', { name: 'Next', exact: true })

/** Replaces a field's text by a paste from the clipboard. */
export async function paste(field: Locator, text: string): Promise<void> {
  const page = field.page()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(copied => navigator.clipboard.writeText(copied), text)
  await field.selectText()
  await field.press('ControlOrMeta+V')
}

export async function choose(
  page: Page | Locator,
  legend: string | RegExp,
  answer: string | RegExp,
): Promise<void> {
  await group(page, legend).getByRole('radio', { name: answer }).first().check()
}

export async function startQuote(page: Page, product: Product): Promise<void> {
  await page.goto(`${product.origin}/vehicle`)
  await page.getByRole('link', { name: 'Start a new quote' }).click()
  await page
    .getByRole('dialog', { name: 'Important information' })
    .getByRole('button', { name: 'I understand' })
    .click()
}

const overnightAddress = (page: Page) => page.getByRole('combobox', { name: 'Overnight address' })

/** Types the beginning of an address and chooses the suggested line. */
export async function pickAddress(page: Page): Promise<void> {
  await overnightAddress(page).pressSequentially('88 Remuera', { delay: 20 })
  await page.getByRole('option', { name: /88 Remuera Road/ }).click()
}

/** Answers step 1. */
export async function fillCar(
  page: Page,
  plate: string = samplePlate,
  enterAddress: EnterAddress = () => overnightAddress(page).fill('88 Remuera Road'),
): Promise<void> {
  await page.getByRole('textbox', { name: 'Number plate' }).fill(plate)
  await choose(page, 'Transmission', 'Automatic')
  await group(page, 'Model').getByRole('radio').first().check()
  for (const question of [...carQuestions, 'Is the car financed?']) await choose(page, question, 'No')
  await enterAddress(page)
  await page.getByRole('textbox', { name: 'Car value' }).fill('13700')
}

export async function carDone(page: Page): Promise<void> {
  await next(page).click()
  await expect(page).toHaveURL(/\/vehicle\/step2$/)
}

export async function fillDriver(page: Page): Promise<void> {
  for (const question of driversQuestions) await choose(page, question, 'No')
  const main = page.getByRole('region', { name: 'Main driver' })
  await main.getByRole('textbox', { name: 'First name' }).fill(driver.firstName)
  await main.getByRole('textbox', { name: 'Last name' }).fill(driver.lastName)
  await main.getByRole('textbox', { name: 'Date of birth' }).fill(driverTexts['driver.drivers.0.dateOfBirth'])
  await main.getByRole('combobox', { name: 'Number of incidents' }).selectOption('0')
}

export async function driverDone(page: Page): Promise<void> {
  await next(page).click()
  await expect(page).toHaveURL(/\/vehicle\/step3$/)
  await expect(premium(page)).toHaveText(/\$\d/)
}

export const premium = (page: Page): Locator => page.getByRole('status', { name: 'Premium' })

/** Waits until the insurer has confirmed the price on the quote page. */
export async function priceConfirmed(page: Page): Promise<void> {
  // Once Next is rendered, the page's first amend has started.
  await expect(next(page)).toBeVisible()
  await expect(page.getByText('Updating price…', { exact: true })).toHaveCount(0)
}

/** One control of each kind on the quote page. */
export const quoteChoices = (page: Page): Locator[] => [
  page.getByRole('group', { name: 'Excess' }).getByRole('radio').nth(3),
  page.getByRole('switch', { name: 'Hire car' }),
  page.getByRole('switch', { name: 'Roadside assistance' }),
  page.getByRole('radio', { name: 'Monthly' }),
  page.getByRole('radio', { name: 'Fortnightly' }),
  page.getByRole('tab', { name: /Third Party, Fire/ }),
  page.getByRole('tab', { name: /Everyday Plus/ }),
]

export async function agreeToQuote(page: Page, leadsTo = /\/vehicle\/step4$/): Promise<void> {
  await next(page).click()
  const dialog = page.getByRole('dialog', { name: 'Disclosure and declaration' })
  await dialog.getByRole('checkbox', { name: 'I agree' }).check()
  await next(dialog).click()
  // The URL changes first; until the dialog closes, the previous step is still shown with its own Next.
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(leadsTo)
}

export async function fillPolicyholder(page: Page): Promise<void> {
  await page.getByRole('switch', { name: 'Use main driver details' }).check()
  const first = page.getByRole('region', { name: 'Policyholder 1' })
  await choose(first, 'Title', 'Ms')
  await first.getByRole('textbox', { name: 'Email' }).fill(policyholder.email)
  await first.getByRole('textbox', { name: 'Mobile' }).fill('1234567')
  await page.getByRole('switch', { name: 'Use vehicle address' }).check()
}

export async function payBy(
  page: Page,
  method: 'Direct Debit - Credit Card' | 'Direct Debit - Bank Transfer',
): Promise<void> {
  await choose(page, 'Payment method', method)
  await next(page).click()
}

export async function fillBankAccount(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Bank account name' }).fill(bankAccount.bankAccountName)
  await page.getByRole('textbox', { name: 'Bank account number' }).pressSequentially('12314001713 2350')
  await page.getByRole('textbox', { name: 'Name of authoriser' }).fill(bankAccount.authorizerName)
  await page.getByRole('checkbox', { name: 'I am authorised to operate this account' }).check()
}

/** Agrees to the direct debit terms, which Next opens. */
export async function agreeToTerms(page: Page): Promise<void> {
  await next(page).click()
  const terms = page.getByRole('dialog', { name: 'Direct debit terms' })
  await terms.getByRole('checkbox', { name: 'I agree to the direct debit terms' }).check()
  await next(terms).click()
}

export async function payByBank(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/vehicle\/step5$/)
  await fillBankAccount(page)
  await agreeToTerms(page)
}

export async function payOnCardPage(page: Page, cardNumber = '4111111111111111'): Promise<void> {
  await page.getByRole('textbox', { name: 'Card number' }).fill(cardNumber)
  await page.getByRole('textbox', { name: 'Name on card' }).fill('Maia OBrien')
  await page.getByRole('textbox', { name: /Expiry date/ }).fill('07/39')
  await page.getByRole('textbox', { name: 'Security code' }).fill('123')
  await page.getByRole('button', { name: /^Pay \$/ }).click()
}

/** The policy number on the success page. */
export async function boughtPolicy(page: Page): Promise<string> {
  await expect(page.getByRole('heading', { level: 1, name: 'Payment successful' })).toBeVisible()
  await expect(page).toHaveTitle(/^Payment successful – /)
  const policyNumber = page.getByText(/^OR\d{9}$/).first()
  return (await policyNumber.textContent()) ?? ''
}

type EnterAddress = (page: Page) => Promise<void>

/** From the first page to step 2. */
export async function reachDriver(page: Page, product: Product, enterAddress?: EnterAddress): Promise<void> {
  await startQuote(page, product)
  await fillCar(page, undefined, enterAddress)
  await carDone(page)
}

/** From the first page to step 3 with its price. */
export async function reachQuote(page: Page, product: Product, enterAddress?: EnterAddress): Promise<void> {
  await reachDriver(page, product, enterAddress)
  await fillDriver(page)
  await driverDone(page)
}

/** From the first page to step 4. */
export async function reachPolicyholder(
  page: Page,
  product: Product,
  enterAddress?: EnterAddress,
): Promise<void> {
  await reachQuote(page, product, enterAddress)
  await agreeToQuote(page)
  // The URL changes first; a clock stopped too early would also stop the step.
  await expect(page.getByRole('region', { name: 'Policyholder 1' })).toBeVisible()
}

/** Opens the newest mail with this text in its subject. */
export async function openMail(page: Page, product: Product, subject: string): Promise<void> {
  await expect(async () => {
    await page.goto(`${product.origin}/sandbox/mailbox`)
    await expect(page.getByRole('link', { name: new RegExp(subject) })).toBeVisible({ timeout: 500 })
  }).toPass()
  await page
    .getByRole('link', { name: new RegExp(subject) })
    .first()
    .click()
}

/** Presses Tab until the control has the focus; every focused element must be visible. */
export async function reachByTab(page: Page, control: Locator): Promise<void> {
  for (let tabs = 0; tabs < 80; tabs += 1) {
    if (await control.evaluate(node => node === document.activeElement)) {
      expect(await control.evaluate(node => node.matches(':focus-visible'))).toBe(true)
      await expect(control).toBeInViewport()
      return
    }
    await page.keyboard.press('Tab')
  }
  throw new Error(`never reached by Tab: ${control}`)
}

/** Presses 'Clear my answers' in the footer. */
export const clearAnswers = (page: Page): Promise<void> =>
  page.getByRole('contentinfo').getByRole('button', { name: 'Clear my answers' }).click()

/** The live region: what the page last announced to screen readers. */
export const announcement = (page: Page): Locator => page.locator('[data-live]')

/**
 * Stops the clock a minute ahead, so that the seconds of a slow machine do not count. Install it before the first page
 * opens: in an open page the installation sets 1970 for a moment, and the session ends.
 */
export const stopClock = (page: Page): Promise<void> => page.clock.pauseAt(Date.now() + 60_000)
