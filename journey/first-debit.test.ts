/** Tests of the first debit: its period and its day of the month. */
import { expect, it } from 'vitest'
import { debitDay, firstDebitOn, isAllowedFirstDebit } from './first-debit.ts'

it('[PAY-03] the first payment is at most 14 days after the start of cover', () => {
  const days = ['2026-11-30', '2026-12-01', '2026-12-15', '2026-12-16']
  expect(days.filter(day => isAllowedFirstDebit(day, '2026-12-01'))).toEqual(['2026-12-01', '2026-12-15'])
})

it('[PAY-03] the debit day is that of the payment start, else the policy start, else today', () => {
  expect(debitDay('2026-12-15', '2026-12-01', '2026-11-21')).toBe(15)
  expect(debitDay('', '2026-12-01', '2026-11-21')).toBe(1)
  expect(debitDay('', '', '2026-11-21')).toBe(21)
})

it.each([
  [1, '2026-12-01', '2026-12-01'],
  [15, '2026-12-01', '2026-12-15'],
  [16, '2026-12-01', null],
  [31, '2027-02-20', null],
  [1, '2028-02-20', '2028-03-01'],
  [29, '2028-02-20', '2028-02-29'],
])('[PAY-03] the day %s and cover from %s: the first payment is on %s', (dayOfMonth, start, day) => {
  expect(firstDebitOn(dayOfMonth, start)).toBe(day)
})
