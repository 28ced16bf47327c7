import { expect, it } from 'vitest'
import { type Address, addressText, noParts } from '#journey/address.ts'
import { formOf } from '#test/samples/quote-form.ts'
import { emptyQuoteForm } from './quote-form.ts'
import { staleCopies } from './stale-copies.ts'

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
  'driver.drivers.0.firstName': 'Aroha',
  'driver.drivers.0.lastName': 'Ngātai',
  'driver.drivers.0.dateOfBirth': '27/03/1990',
  'policyholders.policyholders.0.firstName': 'Aroha',
  'policyholders.policyholders.0.lastName': 'Ngātai',
  'policyholders.policyholders.0.dateOfBirth': '27/03/1990',
  'policyholders.useMainDriver': 'YES',
  'policyholders.postalAddress': addressText(home),
  'policyholders.useVehicleAddress': 'YES',
}

it('[HOLDER-03] [HOLDER-05] what is a copy still is no old one, nor is what nobody copied', () => {
  expect(staleCopies(formOf(copied), home)).toEqual({})
  const typed = {
    ...copied,
    'policyholders.useMainDriver': 'NO',
    'policyholders.useVehicleAddress': 'NO',
    'driver.drivers.0.lastName': 'Ngata',
  }
  expect(staleCopies(formOf(typed), undefined)).toEqual({})
  expect(staleCopies(emptyQuoteForm, home)).toEqual({})
})

it.each(['driver.drivers.0.firstName', 'driver.drivers.0.lastName', 'driver.drivers.0.dateOfBirth'])(
  '[HOLDER-03] the copy is old once %s was corrected',
  field => {
    expect(staleCopies(formOf({ ...copied, [field]: 'Other' }), home)).toEqual({ isDriverCopyStale: true })
  },
)

it.each(['driver.drivers.0.firstName', 'policyholders.policyholders.0.firstName'])(
  '[HOLDER-03] blanks beside %s, or its marks apart, make no other name of it; a letter more does',
  field => {
    expect(staleCopies(formOf({ ...copied, [field]: 'Aroha ' }), home)).toEqual({})
    expect(staleCopies(formOf({ ...copied, [field]: 'Aroha M ' }), home)).not.toEqual({})
    const apart = { 'driver.drivers.0.lastName': 'Ngātai'.normalize('NFD'), [field]: ' Aroha' }
    expect(staleCopies(formOf({ ...copied, ...apart }), home)).toEqual({})
  },
)

it('[HOLDER-03] [HOLDER-05] blanks alone are nobody’s name, and beside an address they move nothing', () => {
  const blanks = { 'driver.drivers.0.firstName': ' ', 'policyholders.policyholders.0.firstName': ' ' }
  expect(staleCopies(formOf({ ...copied, ...blanks }), home)).toEqual({ isDriverCopyStale: true })
  expect(
    staleCopies(formOf({ ...copied, 'policyholders.postalAddress': `${addressText(home)} ` }), home),
  ).toEqual({})
})

it('[HOLDER-05] the copy is old once the car is kept elsewhere', () => {
  expect(staleCopies(formOf(copied), { ...home, suburb: 'Parnell' })).toEqual({ isAddressCopyStale: true })
})
