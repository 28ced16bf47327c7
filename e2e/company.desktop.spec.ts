/** Browser test of a purchase by a company with five policyholders, whose first card payment is cancelled. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readPdf } from '#test/read-pdf.ts'
import { boughtPolicy, payBy, payOnCardPage } from './customer.ts'
import { openStep } from './open-step.ts'
import { expect, test } from './product.ts'

const people = [
  ['Mr', 'Tāne', 'O’Connor-Ngāti', '01/02/1980', 'tane@example.nz', '+64 21 123 4567'],
  ['Mrs', 'Māia', "D'Arcy", '02/03/1981', 'maia@example.nz', '022 1234567'],
  ['Ms', 'Whetū', 'Pōtiki', '03/04/1982', 'whetu@example.nz', '0271234567'],
  ['Mr', 'Rāwiri', "Te O'Neill", '04/05/1983', 'rawiri@example.nz', '028 123 456'],
  ['Ms', 'Ngāire', 'Kēnana', '05/06/1984', 'ngaire@example.nz', '029-1234-5678'],
] as const

async function fillCompany(page: Page): Promise<void> {
  await page.getByRole('group', { name: 'Applicant' }).getByRole('radio', { name: 'Business' }).check()
  await page.getByRole('textbox', { name: 'Company or trust name' }).fill("Kōwhai & O'Brien Limited")
  for (const [index, [title, first, last, birth, email, mobile]] of people.entries()) {
    if (index > 0) await page.getByRole('button', { name: 'Add another policyholder' }).click()
    const policyholder = page.getByRole('region', { name: `Policyholder ${index + 1}` })
    await policyholder.getByRole('radio', { name: title, exact: true }).check()
    await policyholder.getByRole('textbox', { name: 'First Name' }).fill(first)
    await policyholder.getByRole('textbox', { name: 'Last Name' }).fill(last)
    await policyholder.getByRole('textbox', { name: 'Date of birth' }).fill(birth)
    await policyholder.getByRole('textbox', { name: 'Email' }).fill(email)
    await policyholder.getByRole('textbox', { name: 'Mobile' }).fill(mobile)
  }
  await expect(page.getByRole('button', { name: 'Add another policyholder' })).toHaveCount(0)
}

async function typeAddress(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Enter address manually' }).click()
  const popup = page.getByRole('dialog', { name: 'Enter Address Manually' })
  await popup.getByRole('textbox', { name: 'Address line 1' }).fill('12 Ōtākaro Lane')
  await popup.getByRole('textbox', { name: 'Suburb' }).fill('Te Aro')
  await popup.getByRole('textbox', { name: 'City' }).fill('Pōneke Wellington')
  await popup.getByRole('textbox', { name: 'Postcode' }).fill('6011')
  await popup.getByRole('button', { name: 'Use this address' }).click()
  await expect(page.getByRole('combobox', { name: 'Postal Address' })).toHaveValue(/Ōtākaro/)
}

test('[HOLDER-01] [HOLDER-02] [HOLDER-05] [PAY-09] a company with five policyholders buys after a cancelled card payment', async ({
  page,
  product,
}) => {
  await openStep(page, product, 4)
  await fillCompany(page)
  await typeAddress(page)
  await payBy(page, 'Direct Debit - Credit Card')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/vehicle\/step4/)
  await expect(page.getByText('Payment cancelled. You have not been charged.')).toBeVisible()
  const fifth = page.getByRole('region', { name: 'Policyholder 5' })
  await expect(fifth.getByRole('textbox', { name: 'Last Name' })).toHaveValue('Kēnana')
  await expect(page.getByRole('combobox', { name: 'Postal Address' })).toHaveValue(/Ōtākaro/)

  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await payOnCardPage(page, '5588880000077770')
  await page.getByRole('textbox', { name: 'Code' }).fill('123')
  await page.getByRole('button', { name: 'Confirm' }).click()
  const policyNumber = await boughtPolicy(page)

  await page.reload()
  expect(await boughtPolicy(page)).toBe(policyNumber)

  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download policy details' }).click()
  const { text, check } = readPdf(await readFile(await (await started).path()))
  for (const words of [
    "Kōwhai & O'Brien Limited",
    ...people.map(([title, first, last]) => `${title} ${first} ${last}`),
    ...people.map(([, , , birth, email]) => `Born ${birth} ${email}`),
    '029 123 45678',
    '12 Ōtākaro Lane, Te Aro, Pōneke Wellington 6011',
    'Mastercard ending in 70',
    policyNumber,
  ])
    expect(text).toContain(words)
  expect(check).toContain('No syntax or stream encoding errors found')
})
