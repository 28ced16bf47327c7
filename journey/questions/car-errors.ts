/** Validates the answers of step 1, and gives the reasons that disable Next. */
import { type Address, type AddressCode, addressError } from '#journey/address.ts'
import { type CarValueErrorCode, carValueError, transmissions, type ValueBand } from '#journey/car-value.ts'
import { maximumCarValueDollars } from '#journey/cover.ts'
import { lenders } from '#journey/lenders.ts'
import { isPlate, normalizePlate } from '#journey/plate.ts'
import { bandTexts } from './car.ts'
import { type DecliningIndicator, decliningAnswers, indicatorNamesAbout, yesNoError } from './indicators.ts'
import type { CarForm } from './quote-form.ts'
import type { PathsIn, ValidationError } from './validation-error.ts'

/** The register does not know the plate or gave no answer, or this browser has reached its limit of look-ups. */
export type PlateLookupError = 'PLATE_INVALID' | 'PLATES_TOO_MANY'

export type CarCode =
  | PlateLookupError
  | 'TRANSMISSION_REQUIRED'
  | 'MODEL_REQUIRED'
  | 'YES_NO_REQUIRED'
  | 'FINANCE_COMPANY_REQUIRED'
  | AddressCode
  | CarValueErrorCode
type CarField = `car.${PathsIn<CarForm>}`

/** What the calls have found out about this car so far. */
export interface CarLookups {
  /** The keys of the models found; null until they were looked up. */
  readonly modelKeys: readonly string[] | null
  /** Null until a model was chosen and its values came. */
  readonly band: ValueBand | null
  /** The overnight address that was found or typed in full by hand. */
  readonly riskAddress: Address | undefined
  /** The address search found nothing and cleared the field. */
  readonly isAddressMissed?: boolean
  /** The result of the look-up of exactly this plate. */
  readonly plateRefusal: PlateLookupError | null
}

/** True when even the lowest value of the band is above what is insured: no value can be right. */
export const bandIsTooHigh = (band: ValueBand | null): boolean =>
  band !== null && band.minimumDollars > maximumCarValueDollars

const includes = (options: readonly string[], answer: string) => options.includes(answer)

/** All errors of step 1, in page order. */
export function carErrors(car: CarForm, known: CarLookups): ValidationError<CarCode, CarField>[] {
  const { band, modelKeys } = known
  // An empty list of models is not a mistake of the customer; `carStops` disables Next.
  const hasNoModels = modelKeys?.length === 0
  const isLenderMissing = car.isFinanced === 'YES' && !includes(lenders, car.financeCompany)
  const found: readonly (readonly [field: CarField, code: CarCode | null])[] = [
    ['car.plate', known.plateRefusal ?? (isPlate(normalizePlate(car.plate)) ? null : 'PLATE_INVALID')],
    ['car.transmission', includes(transmissions, car.transmission) ? null : 'TRANSMISSION_REQUIRED'],
    ['car.vehicleKey', includes(modelKeys ?? [], car.vehicleKey) || hasNoModels ? null : 'MODEL_REQUIRED'],
    ...indicatorNamesAbout('car').map(name => [`car.${name}`, yesNoError(car[name])] as const),
    ['car.isFinanced', yesNoError(car.isFinanced)],
    ['car.financeCompany', isLenderMissing ? 'FINANCE_COMPANY_REQUIRED' : null],
    ['car.riskAddress', addressError(car.riskAddress.trim(), known.riskAddress, known.isAddressMissed)],
    ['car.carValue', bandIsTooHigh(band) ? 'CAR_VALUE_TOO_HIGH' : carValueError(car.carValue.trim(), band)],
  ]
  return found.flatMap(([field, code]) => {
    if (code === null) return []
    return [{ field, code, ...(code === 'CAR_VALUE_OUT_OF_BAND' && band && { values: bandTexts(band) }) }]
  })
}

export type CarStop = DecliningIndicator<'car'> | 'NOT_INSURABLE' | 'NO_MODELS'

/** The reasons that disable Next. The customer cannot correct them, so they are shown beside the button. */
export function carStops(
  car: Pick<CarForm, 'businessUse' | 'modification'>,
  known: Pick<CarLookups, 'modelKeys'> & { readonly notInsurable: boolean },
): CarStop[] {
  const stops: CarStop[] = decliningAnswers('car', car)
  if (known.notInsurable) stops.push('NOT_INSURABLE')
  else if (known.modelKeys?.length === 0) stops.push('NO_MODELS')
  return stops
}
