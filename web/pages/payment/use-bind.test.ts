/** Tests of the bank fields: all of them are known as such, and none is kept after the purchase. */

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { emptyBank } from '#journey/questions/quote-form.ts'
import { formOf } from '#test/samples/quote-form.ts'
import { createDraft } from '#web/features/draft/draft-store.ts'
import { clearBankDetails } from './use-bind.ts'

it('[SHELL-14] every field of step 5 is a bank field, except the day of the first debit', () => {
  const page = readFileSync(`${import.meta.dirname}/bank-account-fields.tsx`, 'utf8')
  // The calendar button names the same field once more.
  const fields = new Set([...page.matchAll(/\bfield="([\w.]+)"/g)].map(([, field]) => field))
  expect([...fields]).toEqual([
    ...Object.keys(emptyBank).map(part => `payment.bank.${part}`),
    'payment.paymentStartDate',
  ])
})

it('[SHELL-14] clears all bank details after the purchase', () => {
  const draft = createDraft(null)
  draft.setAnswer('car.plate', 'JHU968')
  draft.setAnswer('payment.bank.accountNumber', '01-0902-0068389-00')
  clearBankDetails(draft)
  expect(draft.answers()).toEqual(formOf({ 'car.plate': 'JHU968' }))
})
