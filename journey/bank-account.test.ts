/** A bank account number while it is typed, when it is whole, and how it is shown afterwards. */
import { expect, it } from 'vitest'
import { formatAccount, isAccountNumber, maskAccount, plainAccount } from './bank-account.ts'

it.each([
  ['', ''],
  ['06', '06'],
  ['061', '06-1'],
  ['0612345', '06-1234-5'],
  ['0612341234567', '06-1234-1234567'],
  ['061234123456700', '06-1234-1234567-00'],
  ['0612341234567000', '06-1234-1234567-000'],
  ['06123412345670009', '06-1234-1234567-000'],
  ['06 1234 1234567 00', '06-1234-1234567-00'],
  ['acct. 06-1234-1234567-00', '06-1234-1234567-00'],
])('[PAY-02] %s shows as %s', (typed, shown) => {
  expect(formatAccount(typed)).toBe(shown)
  expect(shown.length).toBeLessThanOrEqual(19)
})

it.each([
  ['06-1234-1234567-00', true],
  ['06-1234-1234567-000', true],
  ['06-1234-1234567-0', false],
  ['06-1234-1234567-0000', false],
  ['106-1234-1234567-00', false],
  ['06-1234-1234567', false],
  ['061234123456700', false],
])('[PAY-02] is %s whole: %s', (text, whole) => {
  expect(isAccountNumber(text)).toBe(whole)
})

it.each([
  ['06-0123-1234567-000', '06-0123-1234567-00'],
  ['06-0123-1234567-051', '06-0123-1234567-51'],
  ['06-0123-1234567-00', '06-0123-1234567-00'],
  ['06-0123-1234567-100', '06-0123-1234567-100'],
])('[PAY-05] %s is the same account as %s', (account, same) => {
  expect(plainAccount(account)).toBe(same)
})

it('[PAY-05] afterwards shows the last two digits and the suffix alone', () => {
  expect(maskAccount('06-1234-1234567-00')).toBe('••-••••-•••••67-00')
})
