/** Browser tests of the questions of step 4: error messages, switches, and typed or pasted text. */
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { fillPolicyholder, next, paste, payBy } from './customer.ts'
import { openStep } from './open-step.ts'
import { expect, test } from './product.ts'

const policyholder = (page: Page, number: number) =>
  page.getByRole('region', { name: `Policyholder ${number}` })
const box = (within: Page | Locator, name: string) => within.getByRole('textbox', { name })
const summary = (page: Page) => page.getByRole('alert').filter({ hasText: 'There is a problem' })

test('[HOLDER-01] [HOLDER-04] [HOLDER-05] [HOLDER-07] each question of step 4 shows its error message', async ({
  page,
  product,
}) => {
  await openStep(page, product, 4)
  await page.getByRole('group', { name: 'Applicant' }).getByRole('radio', { name: 'Business' }).check()
  await next(page).click()
  for (const message of [
    'Please enter your business Name',
    'Please select title',
    'Please enter your first name',
    'Please enter your last name',
    'Please enter date of birth',
    'Please enter a valid email address',
    'Please enter your phone number',
    'Please enter address',
    'Please select payment method',
  ])
    await expect(summary(page)).toContainText(message)
  // The focus is on the summary, so it is read once: a live region would be read a second time.
  await expect(summary(page)).toBeFocused()
  await expect(summary(page)).toHaveAttribute('aria-live', 'off')

  const mobile = box(policyholder(page, 1), 'Mobile')
  await mobile.fill('12345')
  // Two addresses have that name, and neither was chosen.
  await page.getByRole('combobox', { name: 'Postal Address' }).fill('31 Heretaunga Street')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('radio', { name: /31 Heretaunga Street/ })).toHaveCount(2)
  await next(page).click()
  await expect(mobile).toHaveAccessibleDescription(/Please enter a valid mobile number/)
  await expect(summary(page)).toContainText('Address not found')

  // Step 4 asks for the first day of card instalments only; step 5 asks for that of debits.
  const method = page.getByRole('group', { name: 'Payment method' })
  const start = box(page, 'Payment start date')
  await method.getByRole('radio', { name: 'Direct Debit - Credit Card' }).check()
  await start.fill('01/01/2020')
  await next(page).click()
  await expect(summary(page)).toContainText('Choose a date from the day your cover starts to 14 days after')
  await method.getByRole('radio', { name: 'Direct Debit - Bank Transfer' }).check()
  await expect(start).toHaveCount(0)
})

test('[HOLDER-05] looks up an address that Undo restores before it was found', async ({ page, product }) => {
  await openStep(page, product, 4)
  const postal = page.getByRole('combobox', { name: 'Postal Address' })
  const vehicleAddress = page.getByRole('switch', { name: 'Use vehicle address' })
  const asked = page.waitForRequest('**/edge/vero/address/postal')
  await page.route('**/edge/vero/address/postal', () => {}, { times: 1 })
  await postal.fill('31 Heretaunga Street East, Hastings')
  await postal.blur()
  // The switch cancels the search. Without this wait the hung route would catch the next one.
  await asked
  await vehicleAddress.check()
  await expect(postal).toHaveValue(/^88 Remuera Road/)
  await expect(postal).not.toHaveAttribute('aria-busy')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(postal).toHaveValue('31 Heretaunga Street East, Hastings 4122')
  await expect(vehicleAddress).not.toBeChecked()
})

test('[HOLDER-03] [HOLDER-05] [HOLDER-10] the switches copy, clear and undo', async ({ page, product }) => {
  await openStep(page, product, 4)
  const first = policyholder(page, 1)
  const mainDriver = page.getByRole('switch', { name: 'Use main driver details' })
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(mainDriver).not.toBeChecked()
  await box(first, 'First Name').fill('Aroha')
  await mainDriver.check()
  await expect(box(first, 'First Name')).toHaveValue('Māia')
  await expect(box(first, 'Date of birth')).toHaveValue('12/04/1988')
  await undo.click()
  await expect(box(first, 'First Name')).toHaveValue('Aroha')
  await expect(mainDriver).not.toBeChecked()
  await expect(mainDriver).toBeFocused()
  await expect(page.locator('[data-live]')).toHaveText('Brought back')

  const vehicleAddress = page.getByRole('switch', { name: 'Use vehicle address' })
  const postal = page.getByRole('combobox', { name: 'Postal Address' })
  await vehicleAddress.check()
  await expect(postal).toHaveValue(/88 Remuera Road/)
  await vehicleAddress.uncheck()
  await expect(postal).toHaveValue('')
  await undo.click()
  await expect(postal).toHaveValue(/88 Remuera Road/)
  await expect(vehicleAddress).toBeChecked()
  await expect(vehicleAddress).toBeFocused()

  // On entry policyholder 1 counts as empty without a first name: then nothing is copied to it.
  await box(first, 'First Name').fill('')
  await page.reload()
  await expect(mainDriver).not.toBeChecked()
})

test('[HOLDER-02] [HOLDER-04] suggests an e-mail, splits a pasted mobile', async ({ page, product }) => {
  await openStep(page, product, 4)
  const first = policyholder(page, 1)
  const email = box(first, 'Email')
  const likely = first.getByRole('button', { name: 'Did you mean' })
  // Every address is nearly right one letter before its end.
  for (const letter of 'maia@gmail.com') {
    await email.pressSequentially(letter)
    await expect(likely).toHaveCount(0)
  }
  await email.press('Backspace')
  await expect(likely).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(likely).toHaveText(/maia@gmail\.com/)
  // Not the beginning of a known address: suggested before the field is left.
  await email.fill('maia@gmial.com')
  await likely.click()
  await expect(email).toHaveValue('maia@gmail.com')
  await expect(email).toBeFocused()
  await expect(likely).toHaveCount(0)

  const mobile = box(first, 'Mobile')
  await paste(mobile, '+64 22 123 4567')
  await expect(mobile).toHaveValue('1234567')
  await expect(first.getByRole('combobox', { name: 'Mobile code' })).toHaveValue('022')
})

test('[HOLDER-02] five policyholders can be added, removed and restored', async ({ page, product }) => {
  await openStep(page, product, 4)
  await fillPolicyholder(page)
  const add = page.getByRole('button', { name: 'Add another policyholder' })
  const removeOf = (number: number) =>
    policyholder(page, number).getByRole('button', { name: 'Remove Policyholder' })
  const undo = page.getByRole('button', { name: 'Undo' })
  for (let number = 2; number <= 5; number += 1) await add.click()
  await expect(add).toHaveCount(0)
  await box(policyholder(page, 2), 'First Name').fill('Rangi')
  await box(policyholder(page, 3), 'First Name').fill('Aroha')
  await box(policyholder(page, 3), 'Date of birth').fill('15/08/1985')
  await expect(removeOf(1)).toHaveCount(0)
  // Each of several buttons with the same name has a description.
  await expect(removeOf(3)).toHaveAccessibleDescription('Policyholder 3')
  await next(page).click()
  await expect(summary(page)).toContainText('Policyholder 3, Last Name')
  await expectAccessible(page, 'step 4 with five policyholders and messages')

  await removeOf(2).click()
  await expect(policyholder(page, 5)).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: 'Policyholder 2 removed' })).toBeFocused()
  await expect(undo).toBeInViewport()
  const second = policyholder(page, 2)
  await expect(box(second, 'First Name')).toHaveValue('Aroha')
  // Error messages move along with their person.
  await expect(box(second, 'Last Name')).toHaveAccessibleDescription(/Please enter your last name/)
  await expect(box(second, 'Date of birth')).not.toHaveAccessibleDescription(/Please/)
  await box(second, 'Last Name').fill('Ngata')
  await undo.click()
  await expect(second.getByRole('heading', { name: 'Policyholder 2' })).toBeFocused()
  await expect(page.locator('[data-live]')).toHaveText('Brought back')
  await expect(box(second, 'First Name')).toHaveValue('Rangi')
  await expect(box(policyholder(page, 3), 'Last Name')).toHaveValue('Ngata')

  // A person added since is not overwritten by 'Undo'.
  await removeOf(5).click()
  await add.click()
  await expect(undo).toHaveCount(0)
  // A reload keeps the order of the people.
  for (const number of [5, 4, 2]) await removeOf(number).click()
  await page.reload()
  await expect(box(second, 'First Name')).toHaveValue('Aroha')
  await removeOf(2).click()
  await payBy(page, 'Direct Debit - Bank Transfer')
  await expect(page).toHaveURL(/\/vehicle\/step5$/)
})
