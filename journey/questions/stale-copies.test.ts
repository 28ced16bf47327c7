import { expect, it } from 'vitest'
import { type Address, addressText } from '#journey/address.ts'
import { noParts } from '#journey/address-parts.ts'
import { staleCopies, staleCopyField } from './stale-copies.ts'

const home: Address = {
  addressId: 'A-1',
  postcode: '1050',
  suburb: 'Remuera',
  city: 'Auckland',
  signature: '',
  addressInBrokenDownForm: noParts,
  addressInFreeForm: { addressLine1: '88 Remuera Road', addressLine2: '' },
}
const copied = {
  'driver1.firstName': 'Aroha',
  'driver1.lastName': 'Ngātai',
  'driver1.dateOfBirth': '27/03/1990',
  'policyholder1.firstName': 'Aroha',
  'policyholder1.lastName': 'Ngātai',
  'policyholder1.dateOfBirth': '27/03/1990',
  useMainDriver: 'YES',
  postalAddress: addressText(home),
  useVehicleAddress: 'YES',
}

it('[HOLDER-03] [HOLDER-05] what is a copy still is no old one, nor is what nobody copied', () => {
  expect(staleCopies(copied, home)).toEqual({})
  const typed = { ...copied, useMainDriver: 'NO', useVehicleAddress: 'NO', 'driver1.lastName': 'Ngata' }
  expect(staleCopies(typed, undefined)).toEqual({})
  expect(staleCopies({}, home)).toEqual({})
})

it.each(['driver1.firstName', 'driver1.lastName', 'driver1.dateOfBirth'])(
  '[HOLDER-03] the copy is old once %s was corrected',
  field => {
    expect(staleCopies({ ...copied, [field]: 'Other' }, home)).toEqual({
      [staleCopyField('useMainDriver')]: 'YES',
    })
  },
)

it.each(['driver1.firstName', 'policyholder1.firstName'])(
  '[HOLDER-03] blanks beside %s, or its marks apart, make no other name of it; a letter more does',
  field => {
    expect(staleCopies({ ...copied, [field]: 'Aroha ' }, home)).toEqual({})
    expect(staleCopies({ ...copied, [field]: 'Aroha M ' }, home)).not.toEqual({})
    const apart = { 'driver1.lastName': 'Ngātai'.normalize('NFD'), [field]: ' Aroha' }
    expect(staleCopies({ ...copied, ...apart }, home)).toEqual({})
  },
)

it('[HOLDER-03] [HOLDER-05] blanks alone are nobody’s name, and beside an address they move nothing', () => {
  const blanks = { 'driver1.firstName': ' ', 'policyholder1.firstName': ' ' }
  expect(staleCopies({ ...copied, ...blanks }, home)).toEqual({ [staleCopyField('useMainDriver')]: 'YES' })
  expect(staleCopies({ ...copied, postalAddress: `${addressText(home)} ` }, home)).toEqual({})
})

it('[HOLDER-05] the copy is old once the car is kept elsewhere', () => {
  expect(staleCopies(copied, { ...home, suburb: 'Parnell' })).toEqual({
    [staleCopyField('useVehicleAddress')]: 'YES',
  })
})
