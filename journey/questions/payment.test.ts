import { describe, expect, it } from 'vitest'
import { paymentErrors } from './payment.ts'
import type { Answers } from './validation-error.ts'

const complete: Answers = {
  accountName: 'A Ngātai',
  accountNumber: '01-0902-0068389-00',
  accountAuthorizer: 'Aroha Ngātai',
  authorised: 'YES',
  paymentMethod: 'BANK_TRANSFER',
  startDate: '01/12/2026',
}
const codes = (changes: Answers) =>
  paymentErrors({ ...complete, ...changes }, { today: '2026-11-21' }).map(({ code }) => code)

describe('bank details', () => {
  it('[PAY-02] nothing answered names every field', () => {
    expect(paymentErrors({}, { today: '2026-11-21' }).map(({ code }) => code)).toEqual([
      'ACCOUNT_NAME_REQUIRED',
      'ACCOUNT_NUMBER_REQUIRED',
      'AUTHORISER_REQUIRED',
      'AUTHORISATION_REQUIRED',
    ])
  })

  it.each<[string, string, string[]]>([
    ['accountName', ' ', ['ACCOUNT_NAME_REQUIRED']],
    ['accountNumber', '01-0902-0068389-0', ['ACCOUNT_NUMBER_REQUIRED']],
    ['accountNumber', '01-0902-0068389-00', []],
    ['accountNumber', '01-0902-0068389-000', []],
    ['accountNumber', '01-0902-0068389-0000', ['ACCOUNT_NUMBER_REQUIRED']],
    ['accountNumber', '010902006838900', ['ACCOUNT_NUMBER_REQUIRED']],
    ['accountName', 'Pay http://evil.example', ['NAME_HOLDS_MORE']],
    ['accountName', '4111 1111 1111 1111', ['NAME_HOLDS_MORE']],
    ['accountName', 'x'.repeat(101), ['NAME_TOO_LONG']],
    ['accountName', '\u2800', ['ACCOUNT_NAME_REQUIRED']],
    ['accountAuthorizer', '', ['AUTHORISER_REQUIRED']],
    ['accountAuthorizer', 'www.evil.example', ['NAME_HOLDS_MORE']],
    ['authorised', 'NO', ['AUTHORISATION_REQUIRED']],
    ['paymentStartDate', '30/11/2026', ['PAYMENT_START_RANGE']],
    ['paymentStartDate', '15/12/2026', []],
  ])('[PAY-02] [PAY-03] %s "%s"', (field, typed, expected) => {
    expect(codes({ [field]: typed })).toEqual(expected)
  })
})
