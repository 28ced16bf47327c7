/** Browser tests of the bank account form in step 5. */
import { formatDay, formatLongDate, nzToday } from '#journey/dates.ts'
import { debitSchedule } from '#journey/debit-schedule.ts'
import { next } from './customer.ts'
import { holdRequest } from './hold-request.ts'
import { openStep } from './open-step.ts'
import { expect, test } from './product.ts'

test('[PAY-02] [PAY-03] [PAY-04] [QUOTE-09] step 5 checks the bank details, lists the debits, and allows changes and a return', async ({
  page,
  product,
}) => {
  await openStep(page, product, 5)
  await next(page).click()
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  for (const message of [
    'Please enter bank account name',
    'Please enter bank account number',
    'Please enter authoriser name',
    'Please check the authorization',
  ])
    await expect(summary).toContainText(message)

  const account = page.getByRole('textbox', { name: 'Bank account number' })
  await account.pressSequentially('123140x0171323 50')
  await expect(account).toHaveValue('12-3140-0171323-50')
  for (let presses = 0; presses < 4; presses += 1) await account.press('Backspace')
  for (let presses = 0; presses < 3; presses += 1) await account.press('ArrowLeft')
  await account.press('Backspace')
  await expect(account).toHaveValue('12-3140-0713')
  await account.selectText()
  await page.keyboard.insertText('Account: 12 3140 0171323 050')
  await expect(account).toHaveValue('12-3140-0171323-050')

  const doubt = page.getByText('it does not look like a New Zealand bank account')
  await expect(doubt).toHaveCount(0)
  // The live regions exist before their first message; otherwise screen readers would not announce it.
  await expect(page.getByRole('region', { name: 'Bank account' }).getByRole('status')).toHaveCount(1)
  await expect(page.locator('form [aria-live]:empty')).toHaveCSS('display', 'block')
  await account.fill('99-3140-0171323-50')
  await expect(doubt).toBeVisible()
  await page.getByRole('textbox', { name: 'Bank account name' }).fill('M O’Brien')
  await page.getByRole('textbox', { name: 'Name of authoriser' }).fill('Māia O’Brien')
  await page.getByRole('checkbox', { name: 'I am authorised to operate this account' }).check()

  const today = nzToday(new Date())
  const start = page.getByRole('textbox', { name: 'Payment start date' })
  await start.fill('01/01/2020')
  await next(page).click()
  await expect(summary).toContainText('Choose a date from the day your cover starts to 14 days after')
  await start.fill(formatDay(today))
  const cents = await page.getByText(/We debit \$/).textContent()
  const instalmentCents = Math.round(Number(/\$([\d.,]+)/.exec(cents ?? '')?.[1]?.replace(',', '')) * 100)
  const debits = debitSchedule({
    startDate: today,
    firstDebit: today,
    frequency: 'FORTNIGHTLY',
    instalmentCents,
  })
  await page.getByText('Show all 26 debits').click()
  const listed = page.getByRole('region', { name: 'Your first debits' }).locator('ol > li')
  await expect(listed).toHaveText(
    debits.map(debit => `${formatLongDate(debit.date)}, $${(debit.amountCents / 100).toFixed(2)}`),
  )

  // A doubtful number does not block the terms. Closed terms must be agreed to again.
  await next(page).click()
  const terms = page.getByRole('dialog', { name: 'Direct debit terms' })
  await expect(terms.getByText('120 calendar days')).toBeVisible()
  const agree = terms.getByRole('checkbox', { name: 'I agree to the direct debit terms' })
  await expect(next(page).last()).toHaveAttribute('aria-disabled', 'true')
  await agree.check()
  await expect(terms.getByRole('button', { name: 'Next' })).not.toHaveAttribute('aria-disabled', 'true')
  await terms.getByRole('button', { name: 'Close' }).click()
  await expect(terms).toHaveCount(0)
  await expect(next(page)).toBeFocused()
  const send = await holdRequest(page, '**/document/directdebit/term')
  await next(page).click()
  await expect(terms.getByRole('status')).toBeVisible()
  await expect(agree).toHaveCount(0)
  await expect(terms).toContainText('wait for the terms')
  await expect(terms).not.toContainText('try again')
  send()
  await expect(agree).not.toBeChecked()
  await page.keyboard.press('Escape')
  await expect(terms).toHaveCount(0)

  await expect(page.getByText('Māia O’Brien, 12/04/1988').first()).toBeVisible()
  await page.getByRole('button', { name: 'Change postal address' }).click()
  await expect(page).toHaveURL(/step4$/)
  await page.getByRole('radio', { name: 'Mrs' }).check()
  await next(page).click()
  await expect(page).toHaveURL(/step5$/)
  await expect(page.getByText(/Mrs Māia O’Brien/)).toBeVisible()
  await expect(account).toHaveValue('99-3140-0171323-50')
})
