/** Tests of the validation of step 5 (payment). Names and payment starts have tests of their own. */
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
  const required = ['ACCOUNT_NAME', 'ACCOUNT_NUMBER', 'AUTHORISER', 'AUTHORISATION']
  expect(codesOf({})).toEqual(required.map(field => `${field}_REQUIRED`))
})

it.each<[FieldPath, string, string[]]>([
  ['payment.bank.accountNumber', '01-0902-0068389-0', ['ACCOUNT_NUMBER_REQUIRED']],
  ['payment.bank.accountNumber', '01-0902-0068389-000', []],
  ['payment.bank.accountName', 'Pay http://evil.example', ['NAME_HAS_LINK_OR_CARD']],
  ['payment.bank.accountAuthorizer', 'www.evil.example', ['NAME_HAS_LINK_OR_CARD']],
  ['payment.bank.authorised', 'NO', ['AUTHORISATION_REQUIRED']],
  ['payment.paymentStartDate', '30/11/2026', ['PAYMENT_START_RANGE']],
  ['payment.paymentStartDate', '15/12/2026', []],
])('[PAY-02] [PAY-03] %s "%s"', (field, typed, expected) => {
  expect(codesOf({ ...complete, [field]: typed })).toEqual(expected)
})
