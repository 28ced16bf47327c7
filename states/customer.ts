/**
 * The state book's customer: her answers and the call results, step by step. Each state starts from one of
 * these.
 */
import type { Address } from '#journey/address.ts'
import type { Answers } from '#journey/questions/validation-error.ts'
import { valueBand } from '#underwriting/value-band.ts'
import { modelsFor } from '#underwriting/vehicles.ts'
import type { DraftState } from '#web/features/draft/draft-state.ts'
import { quoteOf } from './insurer.ts'

export const quoteId = '8a0d2a1e-29a4-4c3f-9a0e-0c6b7e1f2a3b'

export const address: Address = {
  addressId: 'NZ1',
  postcode: '1050',
  suburb: 'Remuera',
  city: 'Auckland',
  signature: 'signed',
  addressInBrokenDownForm: {
    buildingName: '',
    levelNumber: '',
    levelType: '',
    streetName: 'Remuera',
    streetNumber: '88',
    streetSuffixCode: '',
    streetType: 'Road',
    unitNumber: '',
    unitType: '',
  },
  addressInFreeForm: { addressLine1: '88 Remuera Road', addressLine2: '' },
}
const addressLine = '88 Remuera Road, Remuera, Auckland 1050'

const corolla = { make: 'Toyota', model: 'Corolla', submodel: 'GX', year: 2014 }
export const models = modelsFor(corolla, 'Automatic').map(({ vehicleKey, vehicleDescription }) => ({
  vehicleKey,
  vehicleDescription,
}))
const vehicleKey = models[0]?.vehicleKey ?? ''
const band = valueBand(vehicleKey)

/** Nothing answered yet. */
export const newcomer: DraftState = { importantRead: true, furthestStep: 'car' }

export const plateTyped: Answers = { plate: 'JHU968' }
export const plateKnown: DraftState = { ...newcomer, registeredPlate: 'JHU968', quoteId }
export const modelsKnown: DraftState = { ...plateKnown, models }

export const car: Answers = {
  ...plateTyped,
  transmission: 'Automatic',
  vehicleKey,
  businessUse: 'NO',
  modification: 'NO',
  isFinanced: 'NO',
  riskAddress: addressLine,
  carValue: '13700',
}
export const carKnown: DraftState = {
  ...modelsKnown,
  ...(band && { valueBand: band }),
  riskAddress: address,
  furthestStep: 'driver',
}

export const driver: Answers = {
  ...car,
  criminalRecord: 'NO',
  'driver1.firstName': 'Māia',
  'driver1.lastName': 'O’Brien',
  'driver1.dateOfBirth': '12/04/1988',
  'driver1.incidentCount': '0',
}

export const choice: Answers = {
  ...driver,
  cover: 'COMPREHENSIVE',
  frequency: 'FORTNIGHTLY',
  voluntaryExcess: '0',
  startDate: '25/11/2026',
}
export const quoted: DraftState = {
  ...carKnown,
  furthestStep: 'quote',
  quoteNumber: 'Q40815162',
  quote: quoteOf(choice, carKnown),
}

export const holder: Answers = {
  ...choice,
  applicantType: 'Private',
  useMainDriver: 'YES',
  'policyholder1.title': 'Ms',
  'policyholder1.firstName': 'Māia',
  'policyholder1.lastName': 'O’Brien',
  'policyholder1.dateOfBirth': '12/04/1988',
  'policyholder1.email': 'maia@example.nz',
  'policyholder1.mobileCode': '021',
  'policyholder1.mobile': '1234567',
  useVehicleAddress: 'YES',
  postalAddress: addressLine,
  paymentMethod: 'BANK_TRANSFER',
}
export const holderKnown: DraftState = { ...quoted, furthestStep: 'policyholder', postalAddress: address }

export const account: Answers = {
  ...holder,
  accountName: 'M O’Brien',
  accountNumber: '12-3140-0171323-50',
  accountAuthorizer: 'Māia O’Brien',
  authorised: 'YES',
}
export const accountKnown: DraftState = { ...holderKnown, furthestStep: 'payment' }
