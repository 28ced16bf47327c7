/** Tests of the bank fields: all of them are known as such, and none is kept after the purchase. */

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { bankFields } from '#journey/questions/payment.ts'
import { createDraft } from '#web/features/draft/draft-store.ts'
import { clearBankDetails } from './use-bind.ts'

it('[SHELL-14] every field beside the account is a bank field, the day of the first debit apart', () => {
  const page = readFileSync(`${import.meta.dirname}/bank-account-fields.tsx`, 'utf8')
  const fields = [...page.matchAll(/\bfield="(\w+)"/g)].map(([, field]) => field)
  expect(fields).toEqual([...bankFields, 'paymentStartDate'])
})

it('[SHELL-14] clears all bank details after the purchase', () => {
  const draft = createDraft(null)
  draft.setAnswer('plate', 'JHU968')
  for (const field of bankFields) draft.setAnswer(field, 'YES')
  clearBankDetails(draft)
  expect(draft.answers()).toEqual({ plate: 'JHU968' })
})
