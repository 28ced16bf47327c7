/** Browser tests of an answer that is changed while Next is being sent: the changed answer counts. */
import type { Page } from '@playwright/test'
import { boughtPolicy, fillDriver, fillPolicyholder, next, payBy, payOnCardPage } from './customer.ts'
import { holdRequest } from './hold-request.ts'
import { openStep } from './open-step.ts'
import { expect, test } from './product.ts'

const saving = '**/edge/vero/quote/create'

/** Clicks Next and waits until the first request body is fixed. */
async function saveUnderWay(page: Page, press = () => next(page).click()): Promise<void> {
  const asked = page.waitForRequest(saving)
  await press()
  await asked
  await expect(next(page)).toHaveAttribute('aria-busy', 'true')
  await expect(next(page)).toHaveCSS('cursor', 'progress')
}

/** The bodies of all later save requests. */
function savedBy(page: Page): Record<string, unknown>[] {
  const bodies: Record<string, unknown>[] = []
  page.on('request', request => {
    if (request.url().endsWith('/edge/vero/quote/create')) bodies.push(request.postDataJSON())
  })
  return bodies
}

test('[CAR-08] [CAR-12] saves a lender entered during the save', async ({ page, product }) => {
  await openStep(page, product, 1)
  const bodies = savedBy(page)
  const answer = await holdRequest(page, saving)
  await saveUnderWay(page)
  await page.getByRole('group', { name: 'Is the car financed?' }).getByRole('radio', { name: 'Yes' }).check()
  const lender = page.getByRole('combobox', { name: 'Finance company' })
  await lender.selectOption({ index: 1 })
  const name = await lender.inputValue()
  answer()
  await expect(page).toHaveURL(/\/vehicle\/step2$/)
  expect(bodies).toHaveLength(2)
  expect(bodies[1]).toMatchObject({ vehicleDetails: { financeCompany: name } })
})

test('[CAR-03] [CAR-12] stays on the page if the plate changes meanwhile', async ({ page, product }) => {
  await openStep(page, product, 1)
  const answer = await holdRequest(page, saving)
  await saveUnderWay(page)
  await page.getByRole('textbox', { name: 'Number plate' }).fill('AQU512')
  answer()
  await expect(page.getByRole('heading', { name: 'There is a problem' })).toBeVisible()
  await expect(page).toHaveURL(/\/vehicle\/step1$/)
})

test('[HOLDER-08] [PAY-07] an e-mail corrected during the save counts', async ({ page, product }) => {
  await openStep(page, product, 4)
  await fillPolicyholder(page)
  const bodies = savedBy(page)
  const answer = await holdRequest(page, saving)
  await saveUnderWay(page, () => payBy(page, 'Direct Debit - Credit Card'))
  await page.getByRole('textbox', { name: 'Email' }).fill('right@example.nz')
  answer()
  await payOnCardPage(page)
  await boughtPolicy(page)
  expect(bodies.at(-1)).toMatchObject({ policyHolderDetails: [{ email: 'right@example.nz' }] })
})

test('[DRIVER-07] [HOLDER-08] an answer emptied at the click is not sent', async ({ page, product }) => {
  await openStep(page, product, 2)
  await fillDriver(page)
  const bodies = savedBy(page)
  // Both in the same moment, before the next paint.
  await page.getByRole('textbox', { name: 'First name' }).evaluate((field: HTMLInputElement) => {
    document.querySelector<HTMLButtonElement>('main form button[type=submit]')?.click()
    // Sets the value as a browser does, without React noticing.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, '')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await expect(page.getByRole('alert')).toContainText('Please enter first name')
  await expect(next(page)).not.toHaveAttribute('aria-busy', 'true')
  expect(bodies).toEqual([])
})
