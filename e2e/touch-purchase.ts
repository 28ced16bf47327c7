/** A purchase by touch events, for measurements: Playwright's own taps would use the page's main thread. */
import type { Locator, Page } from '@playwright/test'
import { bankAccount, driver, driverTexts, plate, policyholder } from '#test/samples/customer.ts'
import { carQuestions, driversQuestions, next, quoteChoices } from './customer.ts'
import type { Product } from './product.ts'

/** After this time the page is idle, also on a phone that is four times slower. */
const settledMs = 500

export async function tap(control: Locator): Promise<void> {
  await control.scrollIntoViewIfNeeded()
  const page = control.page()
  const box = await control.boundingBox()
  if (!box) throw new Error(`nothing to press: ${control}`)
  await page.waitForTimeout(settledMs)
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
  await page.waitForTimeout(settledMs)
}

/** Taps a control and waits without disturbing the page until the heading changes. */
async function pressOn(control: Locator): Promise<void> {
  const page = control.page()
  const seen = await page.evaluate(() => window.readVitals().steps.length)
  await tap(control)
  await page.waitForFunction(before => window.readVitals().steps.length > before, seen, { polling: 200 })
  await page.waitForTimeout(settledMs)
}

const answer = (of: Page | Locator, legend: string | RegExp, name: string | RegExp) =>
  of.getByRole('group', { name: legend }).getByRole('radio', { name }).first()

async function typeInto(control: Locator, text: string): Promise<void> {
  await tap(control)
  await control.page().keyboard.type(text, { delay: 40 })
}

async function answerCar(page: Page): Promise<void> {
  await typeInto(page.getByRole('textbox', { name: 'Number plate' }), plate)
  await tap(answer(page, 'Transmission', 'Automatic'))
  const model = page.getByRole('group', { name: 'Model' }).getByRole('radio').first()
  await model.waitFor()
  await tap(model)
  for (const question of [...carQuestions, 'Is the car financed?']) await tap(answer(page, question, 'No'))
  await typeInto(page.getByRole('combobox', { name: 'Overnight address' }), '88 Remuera')
  const line = page.getByRole('option', { name: /88 Remuera Road/ })
  await line.waitFor()
  await tap(line)
  await typeInto(page.getByRole('textbox', { name: 'Car value' }), '13700')
}

async function answerDriver(page: Page): Promise<void> {
  for (const question of driversQuestions) await tap(answer(page, question, 'No'))
  const main = page.getByRole('region', { name: 'Main driver' })
  await typeInto(main.getByRole('textbox', { name: 'First name' }), driver.firstName)
  await typeInto(main.getByRole('textbox', { name: 'Last name' }), driver.lastName)
  await typeInto(
    main.getByRole('textbox', { name: 'Date of birth' }),
    driverTexts['driver.drivers.0.dateOfBirth'],
  )
  await main.getByRole('combobox', { name: 'Number of incidents' }).selectOption('0')
}

async function answerPolicyholder(page: Page): Promise<void> {
  await tap(page.getByRole('switch', { name: 'Use main driver details' }))
  const first = page.getByRole('region', { name: 'Policyholder 1' })
  await tap(answer(first, 'Title', 'Ms'))
  await typeInto(first.getByRole('textbox', { name: 'Email' }), policyholder.email)
  await typeInto(first.getByRole('textbox', { name: 'Mobile' }), '1234567')
  await tap(page.getByRole('switch', { name: 'Use vehicle address' }))
  await tap(answer(page, 'Payment method', 'Direct Debit - Bank Transfer'))
}

async function answerBank(page: Page): Promise<void> {
  await typeInto(page.getByRole('textbox', { name: 'Bank account name' }), bankAccount.bankAccountName)
  await typeInto(page.getByRole('textbox', { name: 'Bank account number' }), '123140017132350')
  await typeInto(page.getByRole('textbox', { name: 'Name of authoriser' }), bankAccount.authorizerName)
  await tap(page.getByRole('checkbox', { name: 'I am authorised to operate this account' }))
}

/** From the first page to the policy, on a page whose vitals are watched. */
export async function buyByTouch(page: Page, product: Product): Promise<void> {
  await page.goto(`${product.origin}/vehicle`)
  await pressOn(page.getByRole('link', { name: 'Start a new quote' }))
  await tap(page.getByRole('button', { name: 'I understand' }))
  await answerCar(page)
  await pressOn(next(page))
  await answerDriver(page)
  await pressOn(next(page))
  for (const choice of quoteChoices(page)) await tap(choice)
  await tap(next(page))
  const declaration = page.getByRole('dialog', { name: 'Disclosure and declaration' })
  await tap(declaration.getByRole('checkbox', { name: 'I agree' }))
  await pressOn(next(declaration))
  await answerPolicyholder(page)
  await pressOn(next(page))
  await answerBank(page)
  await tap(next(page))
  const terms = page.getByRole('dialog', { name: 'Direct debit terms' })
  await tap(terms.getByRole('checkbox', { name: 'I agree to the direct debit terms' }))
  await pressOn(next(terms))
  await page.getByRole('heading', { level: 1, name: 'Payment successful' }).waitFor()
}
