/** Tests of printable names and addresses: web addresses, card numbers and lengths. */
import { expect, it } from 'vitest'
import { freeTextName } from '#contract/schemas/common.ts'
import { address } from '#test/samples/customer.ts'
import { texts } from '#test/samples/texts.ts'
import { emptyAddressParts } from './address.ts'
import { addressContainsWebAddress, containsCardNumber, freeTextNameError } from './links-and-card-numbers.ts'

it('finds card numbers, but no shorter number and none with a wrong check digit', () => {
  const cards = texts('4111111111111111 | 4111 1111 1111 1111 | Visa 3782 822463 10005, Maia')
  const others = texts(`
    4111 1111 1111 1112 | 411111111116 | 12 Queen Street, 1010 | Ngata & Daughters 2019
    021 555 123 and 09 555 1234
  `)
  expect([...cards, ...others].filter(containsCardNumber)).toEqual(cards)
})

it.each([
  ['Kererū Trust', null],
  ['Māia & Sons (www)', null],
  ['Fish & Chips 🐟 <Ōtāhuhu>', null],
  ['x'.repeat(100), null],
  ['\u200B\u3164\u2800', 'MISSING'],
  ['-', 'MISSING'],
  ['See www.evil.example', 'NAME_HAS_LINK_OR_CARD'],
  ['https://evil.example', 'NAME_HAS_LINK_OR_CARD'],
  ['Maia Ngata 4111 1111 1111 1111', 'NAME_HAS_LINK_OR_CARD'],
  ['x'.repeat(101), 'NAME_TOO_LONG'],
  [`${'a'.repeat(99)}\u0304`, null],
])(
  '[HOLDER-01] [PAY-02] %j as the name of a business or an account, on the page and in a call: %j',
  (text, code) => {
    expect(freeTextNameError(text, 'MISSING')).toBe(code)
    expect(freeTextName.safeParse(text).success).toBe(code === null)
  },
)

const refund = 'Your refund is waiting: https://evil.example/refund'

it.each([
  [{}, false],
  [{ addressInFreeForm: { addressLine1: refund, addressLine2: '' } }, true],
  [{ addressInFreeForm: { addressLine1: '88 Remuera Road', addressLine2: refund } }, true],
  [{ suburb: 'www.evil.example' }, true],
  [{ city: 'HTTPS://evil.example' }, true],
  [{ addressInBrokenDownForm: { ...emptyAddressParts, buildingName: refund } }, true],
])('[T21] [QUOTE-14] an address with %j contains a web address: %j', (change, does) => {
  expect(addressContainsWebAddress({ ...address, ...change })).toBe(does)
})
