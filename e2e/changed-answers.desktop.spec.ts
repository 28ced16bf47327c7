/** Browser tests of going back and changing an answer: the earlier price cannot be accepted any more. */
import type { Page } from '@playwright/test'
import {
  agreeToQuote,
  carDone,
  driverDone,
  fillCar,
  fillDriver,
  fillPolicyholder,
  next,
  payBy,
  premium,
  priceConfirmed,
} from './customer.ts'
import { openStep } from './open-step.ts'
import { expect, test } from './product.ts'

async function confirmedPrice(page: Page): Promise<string> {
  await priceConfirmed(page)
  return (await premium(page).textContent()) ?? ''
}

async function backTo(page: Page, step: number): Promise<void> {
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`/vehicle/step${step}$`))
  // The URL changes before the page, and the title after it.
  await expect(page).toHaveTitle(new RegExp(`^Step ${step} of 5`))
}

/** Uses Forward towards an earlier visited step, and expects to stay. */
async function forwardStaysAt(page: Page, step: number): Promise<void> {
  await page.goForward()
  await expect(page).toHaveURL(new RegExp(`/vehicle/step${step}$`))
}

test('[SHELL-02] [ENTRY-10] [CAR-10] [CAR-12] [DRIVER-07] [QUOTE-05] after a changed car, address or driver neither the notice nor Forward leads to the old price', async ({
  page,
  product,
}) => {
  await openStep(page, product, 1)
  await carDone(page)
  await fillDriver(page)
  await driverDone(page)
  const first = await confirmedPrice(page)
  await backTo(page, 2)
  await backTo(page, 1)
  const notice = page.getByRole('link', { name: 'Continue to your quote' })
  await expect(notice).toBeVisible()
  // Text in a closed dialog is not an answer.
  await page.getByRole('button', { name: 'Enter address manually' }).click()
  const manual = page.getByRole('dialog', { name: 'Enter Address Manually' })
  await manual.getByRole('textbox', { name: 'Address line 1' }).fill('7 Kōwhai Lane')
  await manual.getByRole('button', { name: 'Close' }).click()
  await expect(notice).toBeVisible()
  const address = page.getByRole('combobox', { name: 'Overnight address' })
  await address.fill('31 Heretaunga Street East, Hastings 4122')
  await address.blur()
  await expect(notice).toHaveCount(0)
  await expect(address).toHaveValue('31 Heretaunga Street East, Hastings 4122')
  await forwardStaysAt(page, 1)
  await carDone(page)
  await driverDone(page)
  const elsewhere = await confirmedPrice(page)
  expect(elsewhere).not.toBe(first)
  await expect(page.getByText('31 Heretaunga Street East').first()).toBeVisible()

  await backTo(page, 2)
  await backTo(page, 1)
  await page.getByRole('textbox', { name: 'Car value' }).fill('14000')
  await carDone(page)
  await driverDone(page)
  const dearer = await confirmedPrice(page)
  expect(dearer).not.toBe(elsewhere)
  await expect(page.getByRole('textbox', { name: 'Car value' })).toHaveValue('14000')
  await expect(page.getByText('press ‘Update car value’')).toHaveCount(0)

  await backTo(page, 2)
  await page.getByRole('textbox', { name: 'Date of birth' }).fill('12/04/2005')
  await backTo(page, 1)
  await expect(notice).toHaveCount(0)
  await page.goForward()
  await expect(page).toHaveURL(/\/vehicle\/step2$/)
  await forwardStaysAt(page, 2)
  await driverDone(page)
  expect(await confirmedPrice(page)).not.toBe(dearer)
})

test('[SHELL-02] [PAY-05] a choice after the declaration needs another', async ({ page, product }) => {
  await openStep(page, product, 3)
  await agreeToQuote(page)
  await fillPolicyholder(page)
  await payBy(page, 'Direct Debit - Bank Transfer')
  await expect(page).toHaveURL(/\/vehicle\/step5$/)
  await backTo(page, 4)
  await backTo(page, 3)
  // Nothing changed yet, so the declaration is still valid.
  await page.goForward()
  await expect(page).toHaveURL(/\/vehicle\/step4$/)
  await backTo(page, 3)
  await page.getByRole('radio', { name: /^Annual/ }).check()
  await confirmedPrice(page)
  await forwardStaysAt(page, 3)
  await agreeToQuote(page)
})

test('[SHELL-02] steps 4 and 5 redirect to step 3 without a matching price', async ({ page, product }) => {
  await openStep(page, product, 5)
  for (const [step, frequency] of [
    [5, 'MONTHLY'],
    [4, 'FORTNIGHTLY'],
  ] as const) {
    await expect(page).toHaveURL(new RegExp(`/vehicle/step${step}$`))
    // As if the start date had passed overnight, set after the page's last write.
    await page.evaluate(chosen => {
      addEventListener('pagehide', () => {
        const draft = JSON.parse(sessionStorage.getItem('openroad.draft.2') ?? '{}')
        draft.state.answers.cover.frequency = chosen
        sessionStorage.setItem('openroad.draft.2', JSON.stringify(draft))
      })
    }, frequency)
    await page.reload()
    await expect(page).toHaveURL(/\/vehicle\/step3$/)
    await confirmedPrice(page)
    await agreeToQuote(page)
  }
})

test('[HOLDER-03] [HOLDER-05] [PAY-12] a driver corrected from step 5 returns to step 4 for a check of the copied details', async ({
  page,
  product,
}) => {
  await openStep(page, product, 5)
  const change = page.getByRole('button', { name: 'Change drivers' })
  const driver = page.getByRole('region', { name: 'Main driver' })
  const correct = async (field: string, typed: string) => {
    await change.click()
    await driver.getByRole('textbox', { name: field }).fill(typed)
    await driverDone(page)
  }
  await correct('Last name', 'O’Brian')
  await agreeToQuote(page)
  const policyholder = page.getByRole('region', { name: 'Policyholder 1' })
  await expect(policyholder.getByRole('textbox', { name: 'Last Name' })).toHaveValue('O’Brien')
  const notice = page.getByText('Policyholder 1 and the main driver are not the same any more.')
  await expect(notice).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Use vehicle address' })).toBeChecked()
  await expect(page.getByRole('switch', { name: 'Use main driver details' })).not.toBeChecked()
  await page.getByRole('switch', { name: 'Use main driver details' }).check()
  await expect(policyholder.getByRole('textbox', { name: 'Last Name' })).toHaveValue('O’Brian')
  await expect(notice).toHaveCount(0)
  const saved = page.waitForRequest('**/edge/vero/quote/create')
  await next(page).click()
  expect((await saved).postData()).toContain('O’Brian')
  await expect(page).toHaveURL(/\/vehicle\/step5$/)

  // A difference that the customer leaves is not mentioned after Next.
  await correct('Last name', 'O’Brien')
  await agreeToQuote(page)
  await expect(notice).toBeVisible()
  await next(page).click()
  await expect(page).toHaveURL(/\/vehicle\/step5$/)
  await page.goBack()
  await expect(page.getByRole('switch', { name: 'Use main driver details' })).not.toBeChecked()
  await expect(notice).toHaveCount(0)
  await next(page).click()

  // Details that were not copied lead straight back.
  await change.click()
  await driver.getByRole('combobox', { name: 'Number of incidents' }).selectOption('1')
  await driver.getByRole('combobox', { name: 'Type of issue' }).selectOption('Claim without excess')
  await driver.getByRole('combobox', { name: 'Month' }).selectOption('March')
  await driver.getByRole('combobox', { name: 'Year' }).selectOption({ index: 2 })
  await driverDone(page)
  await agreeToQuote(page, /\/vehicle\/step5$/)
})

test('[SHELL-02] [HOLDER-08] Forward from step 4 does not skip its Next', async ({ page, product }) => {
  await openStep(page, product, 5)
  await page.getByRole('button', { name: 'Change policyholders' }).click()
  await page.getByRole('button', { name: 'Add another policyholder' }).click()
  const second = page.getByRole('region', { name: 'Policyholder 2' })
  await second.getByRole('textbox', { name: 'First Name' }).fill('Rangi')
  await page.goBack()
  await expect(page).toHaveURL(/\/vehicle\/step4$/)
  await expect(second.getByRole('textbox', { name: 'First Name' })).toHaveValue('Rangi')
  // Forward to the page that Next leads to.
  await page.goForward()
  await expect(second.getByRole('textbox', { name: 'First Name' })).toHaveValue('Rangi')
  await next(page).click()
  await expect(page.getByRole('heading', { name: 'There is a problem' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove Policyholder' }).click()
  await next(page).click()
  await expect(page).toHaveURL(/\/vehicle\/step5$/)
})

test('[SHELL-02] [HOLDER-08] a declaration does not skip an unsaved step 4', async ({ page, product }) => {
  await openStep(page, product, 5)
  await page.getByRole('button', { name: 'Change drivers' }).click()
  await driverDone(page)
  await agreeToQuote(page, /\/vehicle\/step5$/)
  await page.getByRole('button', { name: 'Change policyholders' }).click()
  const email = page.getByRole('region', { name: 'Policyholder 1' }).getByRole('textbox', { name: 'Email' })
  await email.fill('maia@')
  await page.goBack()
  await expect(page).toHaveURL(/\/vehicle\/step4$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/vehicle\/step3$/)
  await priceConfirmed(page)
  await agreeToQuote(page)
  await expect(email).toHaveValue('maia@')
})

test('[SHELL-14] [HOLDER-08] a plate corrected from step 5 makes a new quote, for which step 4 is saved', async ({
  page,
  product,
}) => {
  await openStep(page, product, 5)
  await page.getByRole('button', { name: 'Change car', exact: true }).click()
  await fillCar(page, 'AQU512')
  await carDone(page)
  await driverDone(page)
  await agreeToQuote(page)
  const saved = page.waitForRequest('**/edge/vero/quote/create')
  await next(page).click()
  expect((await saved).postData()).toContain('1234567')
  await expect(page).toHaveURL(/\/vehicle\/step5$/)
})

test('[SHELL-02] [HOLDER-09] the e-mail dialog changes no answer of step 4', async ({ page, product }) => {
  await openStep(page, product, 5)
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await page.getByRole('button', { name: 'Email my quote' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goBack()
  await expect(page).toHaveURL(/\/vehicle\/step5$/)
})

test('[QUOTE-09] [QUOTE-13] a price changed by the declaration is shown', async ({ page, product }) => {
  await openStep(page, product, 3)
  const before = await confirmedPrice(page)
  await page.route('**/quote/amend', async route => {
    const response = await route.fetch()
    const { data } = await response.json()
    data.attributes.policyComponent.premium.installmentAmount += 1
    await route.fulfill({ response, json: { data } })
  })
  await agreeToQuote(page, /\/vehicle\/step3$/)
  await expect(page.getByText('Your price has changed.').first()).toBeVisible()
  expect(await confirmedPrice(page)).not.toBe(before)
  await agreeToQuote(page)
})
