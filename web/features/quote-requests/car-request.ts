/**
 * The body of quote/create with the car, its finance and its overnight address. Step 1 sends it; step 3
 * sends it when the address changes.
 */

import type { RequestBodyOf } from '#contract/endpoints.ts'
import { stripMoney } from '#journey/car-value.ts'
import { type Answers, answerOf } from '#journey/questions/validation-error.ts'
import { transmissions } from '#journey/transmission.ts'
import type { DraftState } from '#web/features/draft/draft-state.ts'

export type CarRequest = Extract<RequestBodyOf<'quoteCreate'>, { vehicleDetails: unknown }>

/** The body from answers that have no problem; null while the plate has no quote or the address or model is not known. */
export function carRequest(
  answers: Answers,
  draftState: Pick<DraftState, 'quoteId' | 'riskAddress' | 'models' | 'clearedValueDollars'>,
): CarRequest | null {
  const { quoteId, riskAddress, models, clearedValueDollars = 0 } = draftState
  const vehicleKey = answerOf(answers, 'vehicleKey')
  const model = models?.find(known => known.vehicleKey === vehicleKey)
  const transmission = transmissions.find(known => known === answerOf(answers, 'transmission'))
  if (!quoteId || !riskAddress || !model || !transmission) return null
  const isFinanced = answerOf(answers, 'isFinanced') === 'YES'
  return {
    id: quoteId,
    vehicleDetails: {
      transmission,
      vehicleKey,
      model: model.vehicleDescription,
      value: Number(stripMoney(answerOf(answers, 'carValue'))) || clearedValueDollars,
      isFinanced: isFinanced ? 'YES' : 'NO',
      ...(isFinanced && { financeCompany: answerOf(answers, 'financeCompany') }),
    },
    addressDetails: { ...riskAddress, type: 'RISK' },
  }
}
