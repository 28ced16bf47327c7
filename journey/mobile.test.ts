/** Tests of mobile numbers: limits, and numbers as people paste them. */
import { expect, it } from 'vitest'
import { pairs, texts } from '#test/samples/texts.ts'
import { isMobileNumber, isSubscriberNumber, splitMobile } from './mobile.ts'

it('[HOLDER-04] has a known code and 6 to 8 digits after it', () => {
  const digits = texts('12345 | 123456 | 12345678 | 123456789 | 123 456')
  expect(digits.filter(isSubscriberNumber)).toEqual(['123456', '12345678'])
  const numbers = texts(`
    021123456 | 02012345678 | 02112345 | 021123456789 | 025123456 | 1021123456 | 0211234 56
  `)
  expect(numbers.filter(isMobileNumber)).toEqual(['021123456', '02012345678'])
})

// The leading zero may be left out; programs write dashes and marks, seen and not seen.
it.each([
  ...pairs(`
    +64 21 123 4567 → 021 1234567 | +64 (0)21 123 4567 → 021 1234567 | 0064 27 1234567 → 027 1234567
    Mobile: +64 (0)27 765 43 21 → 027 7654321 | 00 64 (0) 27 123 4567 → 027 1234567
    (+64) 22 123 4567 → 022 1234567 | + 64 29 123 456 → 029 123456 | +64.21.123.4567 → 021 1234567
    tel:+64-20-4123-4567 → 020 41234567 | 64201234567 → 020 1234567 | (022) 123-4567 → 022 1234567
    028 123 456 → 028 123456 | 029-1234-5678 → 029 12345678 | 021 642 1234 → 021 6421234
    027/765/4321 → 027 7654321 | 27 765 4321 → 027 7654321 | 20 4123 4567 → 020 41234567
    (21) 123-4567 → 021 1234567 | 027–765–4321 → 027 7654321 | 027‑765‑4321 → 027 7654321
    \u202a+64\u00a027\u00a0765\u00a04321\u202c → 027 7654321 | 027\u200b765\u00ad4321 → 027 7654321
    ０２７　７６５　４３２１ → 027 7654321 | 027 765 4321 ext 5 → 027 7654321
    027 765 4321 (9am-5pm) → 027 7654321 | 027 765 4321. 2nd: 09 123 4567 → 027 7654321
    09 123 4567 / 027 765 4321 → 027 7654321 | (027) 765 4321 / (09) 123 4567 → 027 7654321
    021 / 123 4567 → 021 1234567
    Ph 09 123 4567, mob 027 765 4321 → 027 7654321 | 027 765 4321, or +64 27 765 4321 → 027 7654321
  `),
])('[HOLDER-02] %j is read as %j', (pasted, mobile) => {
  expect(splitMobile(pasted)?.join(' ')).toBe(mobile)
})

// Two of them, none, another country's, or a letter in place of a digit.
it.each([
  ...texts(`
    027 765 4321, 021 123 4567 | 021 12345 | 021 1234 | 021 123 456 789 | +64 27 123 456 789
    09 123 4567 | +64 9 123 4567 | 025 123 4567 | +299 12 34 56 | +27 76 543 2109 | +61 427 765 432
    027 765 432O | 027765432O1 | 027 765 43 2l | 0211 23456 7o | O27 765 4321 | 027 765 43 21st
    00299 12 34 56 | 6421 | 1234567 | 27654321 | 645551234567 | 64021234
  `),
  '',
])('[HOLDER-02] %j is no mobile number', pasted => {
  expect(splitMobile(pasted)).toBeNull()
})
