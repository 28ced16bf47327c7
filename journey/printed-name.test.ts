import { expect, it } from 'vitest'
import { noParts } from './address-parts.ts'
import { addressNamesPage, isPrintedName } from './printed-name.ts'

it.each([
  ['Kererū Trust', true],
  ['Māia & Sons (www)', true],
  [' ', false],
  ['See www.evil.example', false],
  ['https://evil.example', false],
  ['Maia Ngata 4111 1111 1111 1111', false],
])('[HOLDER-01] [PAY-02] %j may be the name of a business or an account: %j', (text, may) => {
  expect(isPrintedName(text)).toBe(may)
})

const home = {
  addressId: '',
  signature: '',
  postcode: '1050',
  suburb: 'Remuera',
  city: 'Auckland',
  addressInBrokenDownForm: noParts,
  addressInFreeForm: { addressLine1: '88 Remuera Road', addressLine2: '' },
}
const refund = 'Your refund is waiting: https://evil.example/refund'

it.each([
  [{}, false],
  [{ addressInFreeForm: { addressLine1: refund, addressLine2: '' } }, true],
  [{ addressInFreeForm: { addressLine1: '88 Remuera Road', addressLine2: refund } }, true],
  [{ suburb: 'www.evil.example' }, true],
  [{ city: 'HTTPS://evil.example' }, true],
  [{ addressInBrokenDownForm: { ...noParts, buildingName: refund } }, true],
])('[T21] [QUOTE-14] an address with %j names a page: %j', (change, does) => {
  expect(addressNamesPage({ ...home, ...change })).toBe(does)
})
