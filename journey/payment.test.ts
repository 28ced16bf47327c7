/** The window of the first debit and its day of the month. */
import { expect, it } from 'vitest'
import { debitDay, isPaymentStart } from './payment.ts'

it.each([
  ['2026-11-30', false],
  ['2026-12-01', true],
  ['2026-12-15', true],
  ['2026-12-16', false],
])('[PAY-03] cover from 1 December: a first payment on %s is %s', (day, right) => {
  expect(isPaymentStart(day, '2026-12-01')).toBe(right)
})

it('[PAY-03] the debit day is of the payment start, else the policy start, else today', () => {
  expect(debitDay('2026-12-15', '2026-12-01', '2026-11-21')).toBe(15)
  expect(debitDay('', '2026-12-01', '2026-11-21')).toBe(1)
  expect(debitDay('', '', '2026-11-21')).toBe(21)
})
