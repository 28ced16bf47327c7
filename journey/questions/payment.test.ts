/** Tests of the validation of step 5 (payment). */
import { expect, it } from 'vitest'
import { type FormTexts, formOf } from '#test/samples/form-answers.ts'
import type { FieldPath } from './form-answers.ts'
import { paymentErrors } from './payment.ts'

const complete: FormTexts = {
  'payment.bank.accountName': 'A Ngātai',
  'payment.bank.accountNumber': '01-0902-0068389-00',
  'payment.bank.accountAuthorizer': 'Aroha Ngātai',
  'payment.bank.authorised': 'YES',
  'payment.paymentMethod': 'BANK_TRANSFER',
  'cover.startDate': '01/12/2026',
}
const codesOf = (texts: FormTexts) =>
  paymentErrors(formOf(texts), { today: '2026-11-21' }).map(({ code }) => code)

it('[PAY-02] an empty form names every field', () => {
  expect(codesOf({})).toEqual([
    'ACCOUNT_NAME_REQUIRED',
    'ACCOUNT_NUMBER_REQUIRED',
    'AUTHORISER_REQUIRED',
    'AUTHORISATION_REQUIRED',
  ])
})

it.each<[FieldPath, string, string[]]>([
  ['payment.bank.accountName', ' ', ['ACCOUNT_NAME_REQUIRED']],
  ['payment.bank.accountNumber', '01-0902-0068389-0', ['ACCOUNT_NUMBER_REQUIRED']],
  ['payment.bank.accountNumber', '01-0902-0068389-00', []],
  ['payment.bank.accountNumber', '01-0902-0068389-000', []],
  ['payment.bank.accountNumber', '010902006838900', ['ACCOUNT_NUMBER_REQUIRED']],
  ['payment.bank.accountName', 'Pay http://evil.example', ['NAME_HAS_LINK_OR_CARD']],
  ['payment.bank.accountName', 'x'.repeat(101), ['NAME_TOO_LONG']],
  ['payment.bank.accountAuthorizer', '', ['AUTHORISER_REQUIRED']],
  ['payment.bank.accountAuthorizer', 'www.evil.example', ['NAME_HAS_LINK_OR_CARD']],
  ['payment.bank.authorised', 'NO', ['AUTHORISATION_REQUIRED']],
  ['payment.paymentStartDate', '30/11/2026', ['PAYMENT_START_RANGE']],
  ['payment.paymentStartDate', '15/12/2026', []],
])('[PAY-02] [PAY-03] %s "%s"', (field, typed, expected) => {
  expect(codesOf({ ...complete, [field]: typed })).toEqual(expected)
})
