/** Browser tests of step 2: messages, dates, and drivers that are added, removed and restored. */
import type { Locator, Page } from '@playwright/test'
import { nzToday } from '#journey/dates.ts'
import { expectAccessible } from './axe.ts'
import {
  carDone,
  choose,
  driverDone,
  fillCar,
  fillDriver,
  next,
  paste,
  premium,
  startQuote,
} from './customer.ts'
import { problem } from './hold-request.ts'
import { openStep } from './open-step.ts'
import { expect, test } from './product.ts'

/** The year in New Zealand. */
const thisYear = Number(nzToday(new Date()).slice(0, 4))
const driver = (page: Page, number: number) =>
  page.getByRole('region', { name: number === 1 ? 'Main driver' : `Driver ${number}` })
const field = (block: Locator, name: string) => block.getByRole('textbox', { name })
const says = (control: Locator, message: string) =>
  expect(control).toHaveAccessibleDescription(new RegExp(message.replace(/[.?()]/g, '\\$&')))

async function addIncident(block: Locator, number: number, type: string, month: string, year: string) {
  const incident = block.getByRole('group', { name: `Incident ${number}` })
  await incident.getByRole('combobox', { name: 'Type of issue' }).selectOption(type)
  await incident.getByRole('combobox', { name: 'Month' }).selectOption(month)
  await incident.getByRole('combobox', { name: 'Year' }).selectOption(year)
}

test('[DRIVER-01] [DRIVER-03] [DRIVER-04] [DRIVER-05] [SHELL-13] each error is beside its field and in the summary', async ({
  page,
  product,
}) => {
  await openStep(page, product, 2)
  const main = driver(page, 1)
  const firstName = field(main, 'First name')
  await next(page).click()
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('link')).toHaveCount(5)
  await expect(page).toHaveTitle(/^Error: /)
  await says(firstName, 'Please enter first name')
  await summary.getByRole('link', { name: /last name/i }).click()
  await expect(field(main, 'Last name')).toBeFocused()
  await expectAccessible(page, 'step 2, everything missing')
  // As with a paste by menu: the browser reports the press, and the menu swallows the release.
  await firstName.hover()
  await page.mouse.down({ button: 'right' })
  await firstName.pressSequentially('Maia')
  await expect(firstName).toHaveAccessibleDescription('')

  // Slashes are inserted, Backspace skips them, and a pasted date is recognised or stays whole.
  const birth = field(main, 'Date of birth')
  await birth.pressSequentially('12041988')
  for (let key = 0; key < 6; key += 1) await birth.press('Backspace')
  await birth.pressSequentially('31990')
  await expect(birth).toHaveValue('12/03/1990')
  await paste(birth, '27/03/19901')
  await expect(birth).toHaveValue('27/03/19901')
  await next(page).click()
  await says(birth, 'Invalid date. Please enter date in format dd/mm/yyyy.')
  await paste(birth, '1990-03-27')
  await expect(birth).toHaveValue('27/03/1990')

  const count = main.getByRole('combobox', { name: 'Number of incidents' })
  // As in Safari on a Mac: the select gets the press, and there is no pointerup event.
  await expect(count).toHaveAttribute('aria-invalid', 'true')
  await count.dispatchEvent('pointerdown')
  await count.selectOption('1')
  await expect(count).not.toHaveAttribute('aria-invalid', 'true')
  await next(page).click()
  const year = main.getByRole('group', { name: 'Incident 1' }).getByRole('combobox', { name: 'Year' })
  await says(year, 'Please select year')
  expect((await year.getByRole('option').allTextContents()).filter(text => /^\d{4}$/.test(text))).toEqual(
    [0, 1, 2, 3].map(ago => String(thisYear - ago)),
  )

  const reported = page.waitForResponse('**/edge/page-decline')
  await choose(page, /Criminal record/, 'Yes')
  expect((await reported).status()).toBe(204)
  const sorry = page.getByRole('dialog', { name: 'Sorry' })
  await expect(sorry).toContainText('We are unable to offer insurance for your car.')
  await sorry.getByRole('button', { name: 'Close' }).first().click()
  await expect(next(page)).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText('somebody with a criminal record')).toBeVisible()
})

test('[DRIVER-02] [DRIVER-05] [DRIVER-06] [DRIVER-07] [SHELL-13] five drivers are rated with four incidents, and declined with five', async ({
  page,
  product,
}) => {
  await openStep(page, product, 2)
  await fillDriver(page)
  await driverDone(page)
  const alone = await premium(page).textContent()
  await page.goBack()
  await expect(page).toHaveURL(/step2$/)
  const year = String(thisYear - 1)
  for (let number = 2; number <= 5; number += 1) {
    await driver(page, number - 1)
      .getByRole('button', { name: 'Add driver' })
      .click()
    const block = driver(page, number)
    await expect(block.getByRole('heading', { name: `Driver ${number}` })).toBeFocused()
    await field(block, 'First name').fill('Tāne')
    await field(block, 'Last name').fill("O'Neill")
    await field(block, 'Date of birth').fill('01/02/1985')
    await block.getByRole('combobox', { name: 'Number of incidents' }).selectOption(number === 2 ? '4' : '0')
  }
  await expect(page.getByRole('button', { name: 'Add driver' })).toHaveCount(0)
  const types = [
    'Claim without excess',
    'At fault, excess payable',
    'Other claim with excess',
    'Claim without excess',
  ]
  for (const [index, type] of types.entries())
    await addIncident(driver(page, 2), index + 1, type, 'March', year)
  await expect(driver(page, 2).getByText("Tāne O'Neill, 4 incidents")).toBeVisible()
  await page.getByRole('button', { name: 'Hide details Driver 2' }).click()
  await expect(field(driver(page, 2), 'First name')).toHaveCount(0)
  await page.getByRole('button', { name: 'Edit Driver 2' }).click()
  await expect(field(driver(page, 2), 'First name')).toBeVisible()

  // The rule allows four incidents in all.
  await driverDone(page)
  expect(await premium(page).textContent()).not.toBe(alone)
  await page.goBack()
  await driver(page, 3).getByRole('combobox', { name: 'Number of incidents' }).selectOption('1')
  await addIncident(driver(page, 3), 1, 'At fault, excess payable', 'May', year)
  await page.getByRole('button', { name: 'Hide details Driver 2' }).click()
  await next(page).click()
  // The driver with the error is not folded any more, and stays open after its correction.
  const declined = 'Sorry, we’re unable to offer you car insurance based on this information.'
  await expect(driver(page, 2).getByText(declined)).toBeVisible()
  const count = driver(page, 2).getByRole('combobox', { name: 'Number of incidents' })
  await page.getByRole('alert').getByRole('link').click()
  await expect(count).toBeFocused()
  await expect(page).toHaveURL(/step2$/)
  await expectAccessible(page, 'step 2, five drivers with an incident too many')
  await count.selectOption('3')
  await expect(driver(page, 2).getByText(declined)).toHaveCount(0)
  await expect(count).toBeVisible()
})

test('[DRIVER-02] [DRIVER-05] [SHELL-13] each Undo restores its own removal and the focus', async ({
  page,
  product,
}) => {
  await openStep(page, product, 2)
  const main = driver(page, 1)
  const count = main.getByRole('combobox', { name: 'Number of incidents' })
  const undo = page.getByRole('button', { name: 'Undo' })
  const third = main
    .getByRole('group', { name: 'Incident 3' })
    .getByRole('combobox', { name: 'Type of issue' })
  await count.selectOption('3')
  await addIncident(main, 3, 'Claim without excess', 'March', String(thisYear - 1))
  for (const fewer of ['1', '2']) {
    await count.selectOption(fewer)
    await expect(third).toHaveCount(0)
    await undo.click()
    await expect(count).toHaveValue('3')
    await expect(third).toHaveValue('CLAIM_NO_EXCESS')
  }
  await expect(count).toBeFocused()
  // Passing lower counts with the arrow keys removes nothing, so that there is nothing to undo.
  for (const passed of ['2', '1', '2']) await count.selectOption(passed)
  await expect(page.getByText('1 incident removed.').first()).toBeVisible()
  for (const passed of ['3', '4']) await count.selectOption(passed)
  await expect(third).toHaveValue('CLAIM_NO_EXCESS')
  await expect(page.locator('[data-live]')).toHaveText('Brought back')
  await expect(undo).toHaveCount(0)
  // Removed incidents come back with a higher count only until the driver is edited.
  await count.selectOption('2')
  await field(main, 'First name').fill('Mere')
  await count.selectOption('4')
  await expect(third).toHaveValue('')

  for (const name of ['Tāne', 'Rangi']) {
    await page.getByRole('button', { name: 'Add driver' }).click()
    await field(page.getByRole('region', { name: /^Driver/ }).last(), 'First name').fill(name)
  }
  // A double click removes one driver.
  await page.getByRole('button', { name: 'Remove driver' }).dblclick()
  await expect(driver(page, 3)).toHaveCount(0)
  await expect(field(driver(page, 2), 'First name')).toHaveValue('Tāne')
  await undo.click()
  await expect(driver(page, 3).getByRole('heading', { name: 'Driver 3' })).toBeFocused()
  await expect(field(driver(page, 3), 'First name')).toHaveValue('Rangi')
})

test('[DRIVER-07] [SHELL-08] a referred car gets no price', async ({ page, product }) => {
  await startQuote(page, product)
  await fillCar(page, 'OFFLIN')
  const value = page.getByRole('textbox', { name: 'Car value' })
  await expect(value).toHaveAccessibleDescription(/between \$/i)
  const band = (await page.getByText(/We expect between \$/).textContent()) ?? ''
  await value.fill(/\$([\d,]+)/.exec(band)?.[1] ?? '')
  await carDone(page)
  await fillDriver(page)
  await next(page).click()
  await expect(page).toHaveURL(/step3$/)
  const sorry = page.getByRole('dialog', { name: 'Sorry' })
  await expect(sorry).toContainText("We're unable to give you an online quote at this time.")
  await page.keyboard.press('Escape')
  await expect(sorry).toBeVisible()
  await sorry.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(sorry).toHaveCount(0)
  await expect(next(page)).toHaveAttribute('aria-disabled', 'true')
  // No spinner, because no price is requested; the example uses an excess that can be chosen.
  await expect(page.getByRole('status', { name: 'Premium' })).toHaveText('No price online')
  await expect(page.getByText(/still working out your price|See price/)).toHaveCount(0)
  await expect(page.getByText('You cannot continue:')).toBeVisible()
  await expect(page.getByText('your excess is $300: you pay $300')).toBeVisible()
})

test.describe('a car that another tab has changed', () => {
  test.use({ refusals: [409] })

  test('[DRIVER-07] [CAR-12] returns to step 1, which saves the car', async ({ page, product }) => {
    await openStep(page, product, 2)
    await fillDriver(page)
    await page.route('**/edge/vero/quote/create', problem(409, 'STALE'), { times: 2 })
    await next(page).click()
    await expect(page).toHaveURL(/\/vehicle\/step1$/)
    // The URL changes first; until the page follows, Next is that of step 2.
    await expect(page.getByRole('textbox', { name: 'Number plate' })).toHaveValue('JHU968')
    const saved = page.waitForRequest('**/edge/vero/quote/create')
    await carDone(page)
    expect((await saved).postDataJSON()).toHaveProperty('vehicleDetails')
    await expect(field(driver(page, 1), 'Last name')).toHaveValue('O’Brien')
    await driverDone(page)
  })
})

test.describe('an insurer that declines', () => {
  test.use({ refusals: [422] })

  test('[DRIVER-07] [SHELL-08] declined drivers disable Next until a change', async ({ page, product }) => {
    await openStep(page, product, 2)
    await fillDriver(page)
    await page.route('**/quote/create', problem(422, 'NOT_INSURABLE'))
    await next(page).click()
    const sorry = page.getByRole('dialog', { name: 'Sorry' })
    await expect(sorry).toContainText('We are unable to offer insurance for your car.')
    await sorry.getByRole('button', { name: 'Close' }).first().click()
    await expect(next(page)).toHaveAttribute('aria-disabled', 'true')
    await says(next(page), 'You cannot continue: We are unable to offer insurance for your car.')
    await page.unroute('**/quote/create')
    await field(driver(page, 1), 'Last name').fill('Brown')
    await expect(next(page)).not.toHaveAttribute('aria-disabled', 'true')
    await driverDone(page)
  })
})
