/** Tests of the body of quote/create in step 1. */

import { expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { type Address, noParts } from '#journey/address.ts'
import { type CarForm, emptyCar } from '#journey/questions/quote-form.ts'
import { carRequest } from './car-request.ts'

const riskAddress: Address = {
  addressId: 'A-1',
  postcode: '0610',
  suburb: 'Glen Eden',
  city: 'Auckland',
  signature: 'signed',
  addressInBrokenDownForm: {
    ...noParts,
    streetNumber: '12',
    streetName: 'Captain Scott',
    streetType: 'Road',
  },
  addressInFreeForm: { addressLine1: '12 Captain Scott Road', addressLine2: '' },
}
const draftState = {
  quoteId: '8a0d2a1e-29a4-4c3f-9a0e-0c6b7e1f2a3b',
  riskAddress,
  foundModels: {
    plate: 'JHU968',
    transmission: 'Manual',
    models: [{ vehicleKey: 'corolla-a', vehicleDescription: 'Toyota Corolla 2014 GX' }],
  },
}
const answers: CarForm = {
  ...emptyCar,
  plate: 'JHU968',
  transmission: 'Manual',
  vehicleKey: 'corolla-a',
  isFinanced: 'YES',
  financeCompany: 'TSB',
  carValue: '$13,700',
}

test('[CAR-12] [EDGE-08] sends the car in the agreed shape', () => {
  const body = carRequest(answers, draftState)
  expect(endpoints.quoteCreate.body.parse(body)).toMatchObject({ id: draftState.quoteId })
  expect(body).toEqual({
    id: draftState.quoteId,
    vehicleDetails: {
      transmission: 'Manual',
      vehicleKey: 'corolla-a',
      model: 'Toyota Corolla 2014 GX',
      value: 13_700,
      isFinanced: 'YES',
      financeCompany: 'TSB',
    },
    addressDetails: { ...riskAddress, type: 'RISK' },
  })
})

test('[CAR-08] [CAR-12] does not send a lender that is no longer needed', () => {
  expect(carRequest({ ...answers, isFinanced: 'NO' }, draftState)?.vehicleDetails).not.toHaveProperty(
    'financeCompany',
  )
})

test.each([
  ['no quote yet', {}, { ...draftState, quoteId: '' }],
  ['a model not on the list', { vehicleKey: 'aqua-a' }, draftState],
  ['no transmission', { transmission: '' }, draftState],
  ['no address', {}, { quoteId: draftState.quoteId, models: draftState.foundModels }],
])('[CAR-12] %s: there is nothing to send', (_what, patch, known) => {
  expect(carRequest({ ...answers, ...patch }, known)).toBeNull()
})

test('[ENTRY-07] [QUOTE-14] a partner’s quote whose value was cleared is saved with the value it has', () => {
  const cleared = { ...draftState, clearedValueDollars: 14_000 }
  expect(carRequest({ ...answers, carValue: '' }, cleared)?.vehicleDetails.value).toBe(14_000)
  expect(carRequest(answers, cleared)?.vehicleDetails.value).toBe(13_700)
})
