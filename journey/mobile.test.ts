/** Tests of mobile numbers: limits, and numbers as people paste them. */
import { expect, it } from 'vitest'
import { isMobileNumber, isSubscriberNumber, splitMobile } from './mobile.ts'

it.each([
  ['12345', false],
  ['123456', true],
  ['12345678', true],
  ['123456789', false],
  ['123 456', false],
])('[HOLDER-04] has 6 to 8 digits after its code: %s', (digits, right) => {
  expect(isSubscriberNumber(digits)).toBe(right)
})

it.each([
  ['021123456', true],
  ['02012345678', true],
  ['02112345', false],
  ['021123456789', false],
  ['025123456', false],
  ['1021123456', false],
  ['0211234 56', false],
])('[HOLDER-04] %s is a whole one: %s', (text, right) => {
  expect(isMobileNumber(text)).toBe(right)
})

it.each([
  ['+64 (0)21 123 4567', ['021', '1234567']],
  ['Mobile: +64 (0)27 765 43 21', ['027', '7654321']],
  ['00 64 (0) 27 123 4567', ['027', '1234567']],
  ['(+64) 22 123 4567', ['022', '1234567']],
  ['+ 64 29 123 456', ['029', '123456']],
  ['tel:+64-20-4123-4567', ['020', '41234567']],
  ['64201234567', ['020', '1234567']],
  ['(022) 123-4567', ['022', '1234567']],
  ['029-1234-5678', ['029', '12345678']],
  ['021 642 1234', ['021', '6421234']],
  // The leading zero left out.
  ['27 765 4321', ['027', '7654321']],
  ['(21) 123-4567', ['021', '1234567']],
  // Dashes and marks that other programs write, seen and not seen.
  ['027–765–4321', ['027', '7654321']],
  ['\u202a+64\u00a027\u00a0765\u00a04321\u202c', ['027', '7654321']],
  ['027\u200b765\u00ad4321', ['027', '7654321']],
  ['０２７　７６５　４３２１', ['027', '7654321']],
  ['027 765 4321 ext 5', ['027', '7654321']],
  ['Ph 09 123 4567, mob 027 765 4321', ['027', '7654321']],
  ['027 765 4321, or +64 27 765 4321', ['027', '7654321']],
  // Two of them, none, or another country's.
  ['027 765 4321, 021 123 4567', null],
  ['021 1234', null],
  ['021 123 456 789', null],
  ['+64 27 123 456 789', null],
  ['09 123 4567', null],
  ['+64 9 123 4567', null],
  ['025 123 4567', null],
  ['+299 12 34 56', null],
  ['+61 427 765 432', null],
  ['00299 12 34 56', null],
  ['6421', null],
  ['27654321', null],
  ['645551234567', null],
  ['64021234', null],
  ['', null],
])('[HOLDER-02] %j is read as %j', (pasted, parts) => {
  expect(splitMobile(pasted)).toEqual(parts)
})
