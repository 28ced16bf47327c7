/**
 * The body of quote/create with the car, its finance and its overnight address. Step 1 sends it; step 3
 * sends it when the address changes.
 */

import type { RequestBodyOf } from '#contract/endpoints.ts'
import { encodeAddress, encodeCar } from '#contract/wire/car.ts'
import { carOf } from '#journey/questions/car.ts'
import type { CarForm } from '#journey/questions/quote-form.ts'
import { type DraftState, modelsOf } from '#web/features/draft/draft-state.ts'

export type CarRequest = Extract<RequestBodyOf<'quoteCreate'>, { vehicleDetails: unknown }>

/** The body of valid answers; null while the plate has no quote, or the address or model is not known. */
export function carRequest(
  form: CarForm,
  draftState: Pick<DraftState, 'quoteId' | 'riskAddress' | 'foundModels' | 'clearedValueDollars'>,
): CarRequest | null {
  const { quoteId, riskAddress, clearedValueDollars = 0 } = draftState
  const model = modelsOf(form, draftState)?.find(known => known.vehicleKey === form.vehicleKey)
  const car = model && carOf(form, model.vehicleDescription)
  if (!quoteId || !riskAddress || !car) return null
  return {
    id: quoteId,
    vehicleDetails: encodeCar({ ...car, valueDollars: car.valueDollars || clearedValueDollars }),
    addressDetails: encodeAddress(riskAddress, 'RISK'),
  }
}
