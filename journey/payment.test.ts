import { expect, test } from 'vitest'
import { cardText, debitDay } from './payment.ts'

test.each([
  ['visa', '1111', 'Visa ending in 1111'],
  ['mastercard', '70', 'Mastercard ending in 70'],
  ['MasterCard', '70', 'Mastercard ending in 70'],
  ['amex', '14', 'American Express ending in 14'],
  ['american_express', '0005', 'American Express ending in 0005'],
  ['somebody new', '12', 'Card ending in 12'],
  ['visa', '', 'Visa'],
])('[PAY-06] a card of the scheme %j is called by its name', (scheme, lastDigits, name) => {
  expect(cardText({ scheme, lastDigits })).toBe(name)
})

test.each([
  ['2026-12-03', '2026-11-27', 3],
  ['', '2026-11-27', 27],
  ['', '', 21],
] as const)(
  '[PAY-03] debits run on the day of the payment start %j, else of the policy start %j, else of today',
  (payment, policy, day) => {
    expect(debitDay(payment, policy, '2026-11-21')).toBe(day)
  },
)
