/** When a quote is another's: by who and where, and not by how an address was found. */
import { expect, it } from 'vitest'
import { noParts } from '#journey/address-parts.ts'
import { bringsOtherAddress } from './other-people.ts'

const home = {
  addressId: '7',
  postcode: '1050',
  suburb: 'Remuera',
  city: 'Auckland',
  signature: 'seal',
  addressInBrokenDownForm: noParts,
  addressInFreeForm: { addressLine1: '88 Remuera Road', addressLine2: '' },
}

it('[T2] [CAR-09] an address that was found again, and signed in another way, is the home it was', () => {
  const foundAgain = { ...home, signature: 'seal.QXVja2xhbmQ' }
  expect(bringsOtherAddress({ risk_address: home }, foundAgain)).toBe(false)
  expect(bringsOtherAddress({ risk_address: home }, { ...home, addressId: '8' })).toBe(true)
  expect(bringsOtherAddress({ risk_address: null }, home)).toBe(true)
})
