/** Validates the answers of step 1 and finds the reasons that disable Next. */
import type { Address } from '#journey/address.ts'
import { type CarValueErrorCode, carValueError, type ValueBand } from '#journey/car-value.ts'
import { maximumCarValueDollars } from '#journey/cover.ts'
import { lenders } from '#journey/lenders.ts'
import { dollarsText } from '#journey/money.ts'
import { isPlate, normalizePlate } from '#journey/plate.ts'
import { transmissions } from '#journey/transmission.ts'
import { type AddressCode, addressError } from './matches-address.ts'
import { type Answers, answerOf, type ValidationError } from './validation-error.ts'

/** The register does not know the plate or did not say, or this browser has asked about as many as it may. */
export type PlateLookupError = 'PLATE_INVALID' | 'PLATES_TOO_MANY'

export type CarCode =
  | PlateLookupError
  | 'TRANSMISSION_REQUIRED'
  | 'MODEL_REQUIRED'
  | 'YES_NO_REQUIRED'
  | 'FINANCE_COMPANY_REQUIRED'
  | AddressCode
  | CarValueErrorCode

/** What the calls have found out about this car so far. */
export interface CarLookups {
  /** The keys of the models found; null until they were looked up. */
  readonly modelKeys: readonly string[] | null
  /** Null until a model was chosen and its values came. */
  readonly band: ValueBand | null
  /** The overnight address that was found or typed by hand whole, if any was. */
  readonly riskAddress: Address | undefined
  /** The address search found nothing and cleared the field. */
  readonly isAddressMissed?: boolean
  /** What was found out about exactly this plate. */
  readonly plateRefusal: PlateLookupError | null
}

/** Even the lowest value of the band is above what is insured: no value can be right. */
export const bandIsTooHigh = (band: ValueBand | null): boolean =>
  band !== null && band.minimumDollars > maximumCarValueDollars

const valueProblem = (answers: Answers, band: ValueBand | null): CarValueErrorCode | null =>
  bandIsTooHigh(band) ? 'CAR_VALUE_TOO_HIGH' : carValueError(answerOf(answers, 'carValue'), band)

const isYesNo = (answer: string): boolean => answer === 'YES' || answer === 'NO'

const plateProblem = (answers: Answers, refusal: PlateLookupError | null): PlateLookupError | null =>
  refusal ?? (isPlate(normalizePlate(answerOf(answers, 'plate'))) ? null : 'PLATE_INVALID')

/** All errors of step 1, in page order. */
export function carErrors(answers: Answers, known: CarLookups): ValidationError<CarCode>[] {
  const chosen = (field: string, options: readonly string[]) => options.includes(answerOf(answers, field))
  const yesNo = (field: string) => (isYesNo(answerOf(answers, field)) ? null : 'YES_NO_REQUIRED')
  const financed = answerOf(answers, 'isFinanced') === 'YES'
  // Nothing to choose from: that is no mistake, and keeps Next shut by itself (`carStops`).
  const hasNone = known.modelKeys?.length === 0
  const found: readonly (readonly [field: string, code: CarCode | null])[] = [
    ['plate', plateProblem(answers, known.plateRefusal)],
    ['transmission', chosen('transmission', transmissions) ? null : 'TRANSMISSION_REQUIRED'],
    ['vehicleKey', chosen('vehicleKey', known.modelKeys ?? []) || hasNone ? null : 'MODEL_REQUIRED'],
    ['businessUse', yesNo('businessUse')],
    ['modification', yesNo('modification')],
    ['isFinanced', yesNo('isFinanced')],
    ['financeCompany', financed && !chosen('financeCompany', lenders) ? 'FINANCE_COMPANY_REQUIRED' : null],
    ['riskAddress', addressError(answerOf(answers, 'riskAddress'), known.riskAddress, known.isAddressMissed)],
    ['carValue', valueProblem(answers, known.band)],
  ]
  return found.flatMap(([field, code]) => {
    if (code === null) return []
    if (code !== 'CAR_VALUE_OUT_OF_BAND' || known.band === null) return [{ field, code }]
    const { minimumDollars, maximumDollars } = known.band
    return [{ field, code, values: { min: dollarsText(minimumDollars), max: dollarsText(maximumDollars) } }]
  })
}

export type CarStop = 'INCOME_USE' | 'MODIFICATION' | 'NOT_INSURABLE' | 'NO_MODELS'

/** What keeps Next shut (CAR-07): these are no mistakes to mend, so they are said beside the button. */
export function carStops(
  answers: Answers,
  known: Pick<CarLookups, 'modelKeys'> & { readonly notInsurable: boolean },
): CarStop[] {
  const stops: CarStop[] = []
  if (answerOf(answers, 'businessUse') === 'YES') stops.push('INCOME_USE')
  if (answerOf(answers, 'modification') === 'YES') stops.push('MODIFICATION')
  if (known.notInsurable) stops.push('NOT_INSURABLE')
  else if (known.modelKeys?.length === 0) stops.push('NO_MODELS')
  return stops
}
