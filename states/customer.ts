/**
 * The state book's customer: her answers and the call results, step by step. Each state starts from one of
 * these.
 */
import type { Address } from '#journey/address.ts'
import { type FormTexts, formOf } from '#test/samples/quote-form.ts'
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

export const plateTyped: FormTexts = { 'car.plate': 'JHU968' }
export const plateKnown: DraftState = { ...newcomer, registeredPlate: 'JHU968', quoteId }
export const modelsKnown: DraftState = {
  ...plateKnown,
  foundModels: { plate: 'JHU968', transmission: 'Automatic', models },
}

export const car: FormTexts = {
  ...plateTyped,
  'car.transmission': 'Automatic',
  'car.vehicleKey': vehicleKey,
  'car.businessUse': 'NO',
  'car.modification': 'NO',
  'car.isFinanced': 'NO',
  'car.riskAddress': addressLine,
  'car.carValue': '13700',
}
export const carKnown: DraftState = {
  ...modelsKnown,
  ...(band && { valueBand: { ...band, vehicleKey } }),
  riskAddress: address,
  furthestStep: 'driver',
}

export const driver: FormTexts = {
  ...car,
  'driver.criminalRecord': 'NO',
  'driver.drivers.0.firstName': 'Māia',
  'driver.drivers.0.lastName': 'O’Brien',
  'driver.drivers.0.dateOfBirth': '12/04/1988',
  'driver.drivers.0.incidentCount': '0',
}

export const choice: FormTexts = {
  ...driver,
  'cover.cover': 'COMPREHENSIVE',
  'cover.frequency': 'FORTNIGHTLY',
  'cover.voluntaryExcess': '0',
  'cover.startDate': '25/11/2026',
}
export const quoted: DraftState = {
  ...carKnown,
  furthestStep: 'quote',
  quoteNumber: 'Q40815162',
  quote: quoteOf(formOf(choice), carKnown),
}

export const holder: FormTexts = {
  ...choice,
  'policyholders.applicantType': 'Private',
  'policyholders.useMainDriver': 'YES',
  'policyholders.policyholders.0.title': 'Ms',
  'policyholders.policyholders.0.firstName': 'Māia',
  'policyholders.policyholders.0.lastName': 'O’Brien',
  'policyholders.policyholders.0.dateOfBirth': '12/04/1988',
  'policyholders.policyholders.0.email': 'maia@example.nz',
  'policyholders.policyholders.0.mobileCode': '021',
  'policyholders.policyholders.0.mobile': '1234567',
  'policyholders.useVehicleAddress': 'YES',
  'policyholders.postalAddress': addressLine,
  'payment.paymentMethod': 'BANK_TRANSFER',
}
export const holderKnown: DraftState = { ...quoted, furthestStep: 'policyholder', postalAddress: address }

export const account: FormTexts = {
  ...holder,
  'payment.bank.accountName': 'M O’Brien',
  'payment.bank.accountNumber': '12-3140-0171323-50',
  'payment.bank.accountAuthorizer': 'Māia O’Brien',
  'payment.bank.authorised': 'YES',
}
export const accountKnown: DraftState = { ...holderKnown, furthestStep: 'payment' }
