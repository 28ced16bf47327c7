/** Browser tests of whole purchases by bank and by card, with documents and mail. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readPdf } from '#test/read-pdf.ts'
import { expectAccessible } from './axe.ts'
import {
  boughtPolicy,
  fillPolicyholder,
  openMail,
  payBy,
  payByBank,
  payOnCardPage,
  pickAddress,
  reachPolicyholder,
} from './customer.ts'
import { expect, test } from './product.ts'

async function download(page: Page): Promise<Buffer> {
  const started = page.waitForEvent('download')
  await page
    .getByRole('button', { name: 'Download policy details' })
    .or(page.getByRole('link', { name: 'Download policy details' }))
    .click()
  const file = await started
  expect(file.suggestedFilename()).toBe('policyDetails.pdf')
  return readFile(await file.path())
}

test('[PAY-04] [PAY-05] [PAY-06] [SHELL-02] a purchase by bank', async ({ page, product, browser }) => {
  await reachPolicyholder(page, product, pickAddress)
  await fillPolicyholder(page)
  await expectAccessible(page, 'step 4 filled')
  await payBy(page, 'Direct Debit - Bank Transfer')
  const debits = page.getByRole('region', { name: 'Your first debits' }).locator('ol > li')
  await expect(debits).toHaveCount(26)
  const shown = await debits.allTextContents()
  const bind = page.waitForRequest('**/quote/bind')
  await payByBank(page)
  // The edition that the shown terms name.
  const { paymentContextDetails } = (await bind).postDataJSON().attributes
  expect(paymentContextDetails.directDebitTermsVersion).toMatch(/^\d{4}-\d\d-\d\d$/)
  const policyNumber = await boughtPolicy(page)
  await expectAccessible(page, 'success')
  await expect(page.locator('dl')).toHaveAccessibleName('Premium details')
  await expect(page.getByRole('definition')).toHaveText([
    'Fortnightly',
    policyNumber,
    'Everyday Plus',
    '$13,700',
  ])
  // The document lists the 26 dates and amounts that were shown before consent.
  const { text } = readPdf(await download(page))
  for (const [index, debit] of shown.entries())
    expect(text).toContain(`${index + 1} of 26 ${debit.replace(',', '')}`)

  await page.reload()
  expect(await boughtPolicy(page)).toBe(policyNumber)

  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await openMail(other, product, policyNumber)
  await other
    .frameLocator('iframe')
    .getByRole('link', { name: /policy/i })
    .first()
    .click()
  expect(await boughtPolicy(other)).toBe(policyNumber)
  await elsewhere.close()
})

test('[PAY-07] [HOLDER-08] [SHELL-03] a partner’s brand sells by card', async ({ page, product }) => {
  const isPhone = (page.viewportSize()?.width ?? 0) < 700
  const origin = isPhone ? product.origin.replace('localhost', 'harbour.localhost') : product.origin
  await reachPolicyholder(page, { ...product, origin })
  await expect(page).toHaveTitle(isPhone ? /Harbour Mutual/ : /Openroad/)
  await fillPolicyholder(page)
  await payBy(page, 'Direct Debit - Credit Card')
  await payOnCardPage(page)
  await expect(page).toHaveURL(url => url.origin === origin && url.pathname === '/cc-payment-success')
  await boughtPolicy(page)
  expect((await download(page)).subarray(0, 5).toString()).toBe('%PDF-')
})
