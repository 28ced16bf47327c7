/** Tests of the one-line text of an address, and of the checks of its fields. */
import { expect, it } from 'vitest'
import { pairs, texts } from '#test/samples/texts.ts'
import { addressText, isAddressId, isPostcode, parsePostcode } from './address.ts'

const line = (addressLine1: string, addressLine2: string, suburb: string, city: string, postcode: string) =>
  addressText({ addressInFreeForm: { addressLine1, addressLine2 }, suburb, city, postcode })

it('[CAR-09] [HOLDER-05] is formatted on one line without repetitions', () => {
  expect(line('3/210 Dominion Road', '', 'Mount Eden', 'Auckland', '1024')).toBe(
    '3/210 Dominion Road, Mount Eden, Auckland 1024',
  )
  expect(line('1 Tay Street', 'RD 1', 'Invercargill', 'Invercargill', '9810')).toBe(
    '1 Tay Street, RD 1, Invercargill 9810',
  )
  expect(line('1 Tay Street', '', '', '', '')).toBe('1 Tay Street')
})

it.each(
  pairs(`
    1010 → 1010 | 0610\u00A0 → 0610 | ０６１０ → 0610 | 0610. → 0610 | Auckland 1010 → 1010
    Postcode: 1010 → 1010 | NZ-1010 → 1010
  `),
)('[ENTRY-06] [QUOTE-14] the postcode of %j is %s', (typed, postcode) => {
  expect(parsePostcode(typed)).toBe(postcode)
  expect(isPostcode(postcode)).toBe(true)
})

it.each([
  '',
  '101',
  '10100',
  '1010 ',
  ...texts(
    '10 10 | 1010 or 1011 | 12 Queen Street 1010 | 1010-0610 | ٠٦١٠ | 1010O | １０１０Ｏ | O1010 | 101l | 1010 l1',
  ),
])('[ENTRY-06] [QUOTE-14] %j is no postcode', typed => {
  expect(isPostcode(typed)).toBe(false)
  if (typed !== '1010 ') expect(parsePostcode(typed)).toBe(typed)
})

it('[EDGE-17] an id has a limited length and plain characters', () => {
  const right = ['', 'linz:123.4_5-x', 'x'.repeat(64)]
  expect([...right, 'x'.repeat(65), "1' or 1"].filter(isAddressId)).toEqual(right)
})
