import { expect, it } from 'vitest'
import { containsCardNumber } from './card-number.ts'

it.each([
  ['4111111111111111', true],
  ['4111 1111 1111 1111', true],
  ['4111-1111-1111-1111', true],
  ['Visa 3782 822463 10005, Maia', true],
  // One digit is wrong.
  ['4111 1111 1111 1112', false],
  // Too short.
  ['411111111116', false],
  ['12 Queen Street, 1010', false],
  ['Ngata & Daughters 2019', false],
  ['021 555 123 and 09 555 1234', false],
])('%s holds a card number: %s', (text, does) => {
  expect(containsCardNumber(text)).toBe(does)
})
