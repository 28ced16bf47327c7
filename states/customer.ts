/**
 * The sample customer in the state book: her texts and the call results, step by step. Each state starts from one of
 * these.
 */
import {
  accountTexts,
  address,
  carTexts,
  coverTexts,
  driverTexts,
  plate,
  policyholderTexts,
} from '#test/samples/customer.ts'
import { type FormTexts, formOf } from '#test/samples/form-answers.ts'
import { modelsFor, valueBandOfKey } from '#underwriting/vehicles.ts'
import type { DraftState } from '#web/features/draft/draft-state.ts'
import { quoteOf } from './insurer.ts'

export const quoteId = '8a0d2a1e-29a4-4c3f-9a0e-0c6b7e1f2a3b'

const corolla = { make: 'Toyota', model: 'Corolla', submodel: 'GX', year: 2014 }
export const models = modelsFor(corolla, 'Automatic').map(({ vehicleKey, description }) => ({
  vehicleKey,
  vehicleDescription: description,
}))
const vehicleKey = models[0]?.vehicleKey ?? ''
const band = valueBandOfKey(vehicleKey)
const withModel = (texts: FormTexts): FormTexts => ({ ...texts, 'car.vehicleKey': vehicleKey })

/** Nothing answered yet. */
export const newcomer: DraftState = { hasReadImportantInformation: true, furthestStep: 'car' }

export const plateTyped: FormTexts = { 'car.plate': plate }
export const plateKnown: DraftState = { ...newcomer, registeredPlate: plate, quoteId }
export const modelsKnown: DraftState = {
  ...plateKnown,
  foundModels: { plate, transmission: 'Automatic', models },
}

export const car = withModel(carTexts)
export const carKnown: DraftState = {
  ...modelsKnown,
  ...(band && { valueBand: { ...band, vehicleKey } }),
  riskAddress: address,
  furthestStep: 'driver',
}

export const driver = withModel(driverTexts)

export const choice = withModel(coverTexts)
export const quoted: DraftState = {
  ...carKnown,
  furthestStep: 'quote',
  quoteNumber: 'Q40815162',
  quote: quoteOf(formOf(choice), carKnown),
}

export const policyholder = withModel(policyholderTexts)
export const policyholderKnown: DraftState = {
  ...quoted,
  furthestStep: 'policyholder',
  postalAddress: address,
}

export const account = withModel(accountTexts)
export const accountKnown: DraftState = { ...policyholderKnown, furthestStep: 'payment' }
