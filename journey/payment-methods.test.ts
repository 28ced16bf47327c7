/** Tests of the card schemes' names. */
import { expect, it } from 'vitest'
import { cardText } from './payment-methods.ts'

it.each([
  ['visa', '1111', 'Visa ending in 1111'],
  ['mastercard', '70', 'Mastercard ending in 70'],
  ['MasterCard', '70', 'Mastercard ending in 70'],
  ['amex', '14', 'American Express ending in 14'],
  ['american_express', '0005', 'American Express ending in 0005'],
  ['somebody new', '12', 'Card ending in 12'],
  ['visa', '', 'Visa'],
])('[PAY-06] the card scheme %j has a name', (scheme, lastDigits, name) => {
  expect(cardText({ scheme, lastDigits })).toBe(name)
})
