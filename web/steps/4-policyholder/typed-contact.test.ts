import { expect, it } from 'vitest'
import { likelyEmail, mayGoOn, wholeMobile } from './typed-contact.ts'

it.each([
  ['aroha@gmial.com', 'aroha@gmail.com'],
  ['aroha@gmail.co', 'aroha@gmail.com'],
  ['aroha@gmail.com', null],
  ['aroha@xtra.co.nx', 'aroha@xtra.co.nz'],
  ['aroha@example.co.nz', null],
  ['aroha', null],
])('[HOLDER-04] %s: did you mean %s', (typed, expected) => {
  expect(likelyEmail(typed)).toBe(expected)
})

it.each([
  ['aroha@gmail.co', true],
  ['aroha@hotmail.co.', true],
  ['aroha@XTRA.co.n', true],
  ['aroha@gmial.com', false],
  ['aroha@xtra.co.nx', false],
])('[HOLDER-04] %s may be the beginning of another one: %s', (typed, expected) => {
  expect(mayGoOn(typed)).toBe(expected)
})

it.each<[string, readonly [string, string] | null]>([
  ['+64 21 123 4567', ['021', '1234567']],
  ['027-123-456', ['027', '123456']],
  ['1234567', null],
  ['02123456', null],
  ['0211234', null],
])('[HOLDER-04] mobile %s pasted: %o', (typed, expected) => {
  expect(wholeMobile(typed)).toEqual(expected)
})
