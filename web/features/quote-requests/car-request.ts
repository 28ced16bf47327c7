/**
 * The body of quote/create with the car, its finance and its overnight address. Step 1 sends it; step 3
 * sends it when the address changes.
 */

import type { RequestBodyOf } from '#contract/endpoints.ts'
import { stripMoney } from '#journey/car-value.ts'
import type { CarForm } from '#journey/questions/car.ts'
import { transmissions } from '#journey/transmission.ts'
import { type DraftState, modelsOf } from '#web/features/draft/draft-state.ts'

export type CarRequest = Extract<RequestBodyOf<'quoteCreate'>, { vehicleDetails: unknown }>

/** The body from answers that have no problem; null while the plate has no quote or the address or model is not known. */
export function carRequest(
  car: CarForm,
  draftState: Pick<DraftState, 'quoteId' | 'riskAddress' | 'foundModels' | 'clearedValueDollars'>,
): CarRequest | null {
  const { quoteId, riskAddress, clearedValueDollars = 0 } = draftState
  const { vehicleKey } = car
  const model = modelsOf(car, draftState)?.find(known => known.vehicleKey === vehicleKey)
  const transmission = transmissions.find(known => known === car.transmission)
  if (!quoteId || !riskAddress || !model || !transmission) return null
  const isFinanced = car.isFinanced === 'YES'
  return {
    id: quoteId,
    vehicleDetails: {
      transmission,
      vehicleKey,
      model: model.vehicleDescription,
      value: Number(stripMoney(car.carValue.trim())) || clearedValueDollars,
      isFinanced: isFinanced ? 'YES' : 'NO',
      ...(isFinanced && { financeCompany: car.financeCompany }),
    },
    addressDetails: { ...riskAddress, type: 'RISK' },
  }
}
