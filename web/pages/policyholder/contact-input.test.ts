/** Tests of the corrections of mistyped e-mail addresses, and of splitting mobile numbers. */
import { expect, it } from 'vitest'
import { isPartialMailHost, splitMobileInput, suggestEmail } from './contact-input.ts'

it.each([
  ['aroha@gmial.com', 'aroha@gmail.com'],
  ['aroha@gmail.co', 'aroha@gmail.com'],
  ['aroha@gmail.com', null],
  ['aroha@xtra.co.nx', 'aroha@xtra.co.nz'],
  ['aroha@example.co.nz', null],
  ['aroha', null],
])('[HOLDER-04] %s: did you mean %s', (typed, expected) => {
  expect(suggestEmail(typed)).toBe(expected)
})

it.each([
  ['aroha@gmail.co', true],
  ['aroha@hotmail.co.', true],
  ['aroha@XTRA.co.n', true],
  ['aroha@gmial.com', false],
  ['aroha@xtra.co.nx', false],
])('[HOLDER-04] %s may be the start of another host: %s', (typed, expected) => {
  expect(isPartialMailHost(typed)).toBe(expected)
})

// The tests of splitMobile show every spelling.
it.each<[string, readonly [string | null, string]]>([
  ['Mobile: +64 (0)27 765 43 21', ['027', '7654321']],
  ['27 765 4321', ['027', '7654321']],
  // Without its code, or nothing that can be read: whole, as it came.
  ['1234567', [null, '1234567']],
  ['123–4567', [null, '123-4567']],
  ['\u202a123\u00a04567\u202c', [null, '123 4567']],
  ['Mobile: +64 (0)27 765 43 21 0000', [null, 'Mobile: +64 (0)27 765 43 21 0000']],
  ['+61 427 765 432', [null, '+61 427 765 432']],
  ['027 765 4321 / 021 123 4567 (evenings)', [null, '027 765 4321 / 021 123 4567 (evenings)']],
])('[HOLDER-02] a pasted mobile %j becomes %j', (text, shown) => {
  expect(splitMobileInput(text, text)).toEqual(shown)
})

it.each<[string, readonly [string | null, string]]>([
  ['027765432', ['027', '765432']],
  ['+64 27 765432', ['027', '765432']],
  ['0211234', [null, '0211234']],
  // A digit too many after the code that is chosen already.
  ['204123456', [null, '204123456']],
  ['20 412 34567', [null, '20 412 34567']],
])('[HOLDER-02] a typed mobile %j becomes %j', (text, shown) => {
  expect(splitMobileInput(text, null)).toEqual(shown)
})
