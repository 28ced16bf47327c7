/** Builds the bodies of the calls that affect the price: the car of step 1, and the rating answers of steps 2 and 3. */
import type { RequestBodyOf } from '#contract/endpoints.ts'
import {
  encodeAddress,
  encodeCar,
  encodeRatingAnswers,
  type RatingAnswers,
} from '#contract/wire/rating-answers.ts'
import type { Address } from '#journey/address.ts'
import type { NzDay } from '#journey/dates.ts'
import { carOf } from '#journey/questions/car.ts'
import { driversOf } from '#journey/questions/driver.ts'
import type { CarForm, FormAnswers } from '#journey/questions/form-answers.ts'
import { coverChoiceOf, quotedValueDollars } from '#journey/questions/quote.ts'
import { fromYesNo, hasAllIndicators } from '#journey/questions/yes-no-questions.ts'
import { type DraftState, modelsOf } from '#web/features/draft/draft-state.ts'

export type CarRequestBody = Extract<RequestBodyOf<'quoteCreate'>, { vehicleDetails: unknown }>

/** Step 3 sends it again with another address. Null while the plate has no quote, or the address or model is not known. */
export function carRequestBody(
  form: CarForm,
  draftState: Pick<DraftState, 'quoteId' | 'riskAddress' | 'foundModels' | 'clearedValueDollars'>,
): CarRequestBody | null {
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

export type RatingForms = Pick<FormAnswers, 'car' | 'driver' | 'cover'>

/** The rated answers of valid forms; null while a yes/no question is not answered. */
function ratedAnswersOf(forms: RatingForms, riskAddress: Address, today: NzDay): RatingAnswers | null {
  const indicators = fromYesNo({ ...forms.car, ...forms.driver })
  if (!hasAllIndicators(indicators)) return null
  return {
    vehicleKey: forms.car.vehicleKey,
    riskAddress,
    drivers: driversOf(forms.driver),
    indicators,
    choice: coverChoiceOf(forms, today),
    sumInsured: quotedValueDollars(forms),
  }
}

/** Null while the quote, its address or an answer is missing. quote/amend requires the number and history of a quote. */
export function ratingRequestBody(
  forms: RatingForms,
  draftState: Pick<DraftState, 'quoteId' | 'riskAddress' | 'quote'>,
  { today, declarationAgreed }: { readonly today: NzDay; readonly declarationAgreed?: boolean },
): RequestBodyOf<'quoteAmend'> | null {
  const { quoteId, riskAddress, quote } = draftState
  const answers = riskAddress && ratedAnswersOf(forms, riskAddress, today)
  if (!quoteId || !answers) return null
  const { drivers, attributes } = encodeRatingAnswers(answers)
  return {
    id: quoteId,
    drivers,
    attributes: {
      ...attributes,
      ...(quote && { policyHistory: quote.policyHistory, quoteNumber: quote.policyDetails.quoteNum }),
      ...(declarationAgreed && { declarationAgreed }),
    },
  }
}
