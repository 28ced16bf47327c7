/** The answers of step 1 (car): conversion between form strings and values, errors, and the reasons that disable Next. */
import { type Address, type AddressErrorCode, addressError } from '#journey/address.ts'
import { maximumCarValueDollars } from '#journey/cover.ts'
import { lenders } from '#journey/lenders.ts'
import { dollarsText } from '#journey/money.ts'
import {
  type CarValueErrorCode,
  carValueError,
  isPlate,
  normalizePlate,
  stripMoneyFormat,
  type Transmission,
  transmissions,
  type ValueBand,
} from '#journey/plate-and-car-value.ts'
import type { CarForm } from './form-answers.ts'
import { type FieldPaths, toValidationErrors, type ValidationError } from './validation-error.ts'
import {
  type DecliningIndicator,
  decliningAnswers,
  type IndicatorsAbout,
  indicatorNamesAbout,
  yesNoError,
} from './yes-no-questions.ts'

export interface QuoteCar {
  readonly transmission: Transmission
  readonly vehicleKey: string
  readonly model: string
  readonly valueDollars: number
  /** '' when the car is not financed. */
  readonly financeCompany: string
}

/** The car of a valid form; null while no transmission is chosen. @param model the name of the chosen model */
export function carOf(form: CarForm, model: string): QuoteCar | null {
  const transmission = transmissions.find(known => known === form.transmission)
  if (!transmission) return null
  return {
    transmission,
    vehicleKey: form.vehicleKey,
    model,
    valueDollars: Number(stripMoneyFormat(form.carValue)) || 0,
    financeCompany: form.isFinanced === 'YES' ? form.financeCompany : '',
  }
}

/** The form strings of a car. A value of 0 means none. */
export const toCarForm = ({ transmission, vehicleKey, valueDollars, financeCompany }: QuoteCar) => ({
  transmission,
  vehicleKey,
  isFinanced: financeCompany ? 'YES' : 'NO',
  financeCompany,
  carValue: String(valueDollars || ''),
})

export const clearedModelAnswers: Pick<CarForm, 'transmission' | 'vehicleKey'> = {
  transmission: '',
  vehicleKey: '',
}

/** The error code of a car value, and the value band as dollar texts if its message prints it. */
export function carValueErrorWithBand(typed: string, band: ValueBand | null) {
  const code = carValueError(typed, band)
  if (code !== 'CAR_VALUE_OUT_OF_BAND' || !band) return [code] as const
  return [code, { min: dollarsText(band.minimumDollars), max: dollarsText(band.maximumDollars) }] as const
}

/** The register does not know the plate or gave no answer, or this browser has reached its limit of look-ups. */
export type PlateLookupError = 'PLATE_INVALID' | 'PLATES_TOO_MANY'

export type CarErrorCode =
  | PlateLookupError
  | 'TRANSMISSION_REQUIRED'
  | 'MODEL_REQUIRED'
  | 'YES_NO_REQUIRED'
  | 'FINANCE_COMPANY_REQUIRED'
  | AddressErrorCode
  | CarValueErrorCode
type CarField = `car.${FieldPaths<CarForm>}`

export interface CarLookups {
  /** The keys of the models found; null until they were looked up. */
  readonly modelKeys: readonly string[] | null
  /** Null until a model was chosen and its values came. */
  readonly band: ValueBand | null
  readonly riskAddress: Address | undefined
  /** The address search found nothing and cleared the field. */
  readonly isAddressMissed?: boolean
  readonly plateRefusal: PlateLookupError | null
}

/** True if even the lowest value of the band is above the maximum car value, so that no value can be valid. */
export const isBandTooHigh = (band: ValueBand | null): boolean =>
  band !== null && band.minimumDollars > maximumCarValueDollars

const includes = (options: readonly string[], answer: string) => options.includes(answer)

export function carErrors(car: CarForm, known: CarLookups): ValidationError<CarErrorCode, CarField>[] {
  const { band, modelKeys } = known
  // An empty list of models is not a mistake of the customer; `carBlockers` disables Next.
  const hasNoModels = modelKeys?.length === 0
  const isLenderMissing = car.isFinanced === 'YES' && !includes(lenders, car.financeCompany)
  return toValidationErrors<CarErrorCode, CarField>([
    ['car.plate', known.plateRefusal ?? (isPlate(normalizePlate(car.plate)) ? null : 'PLATE_INVALID')],
    ['car.transmission', includes(transmissions, car.transmission) ? null : 'TRANSMISSION_REQUIRED'],
    ['car.vehicleKey', includes(modelKeys ?? [], car.vehicleKey) || hasNoModels ? null : 'MODEL_REQUIRED'],
    ...indicatorNamesAbout('car').map(name => [`car.${name}`, yesNoError(car[name])] as const),
    ['car.isFinanced', yesNoError(car.isFinanced)],
    ['car.financeCompany', isLenderMissing ? 'FINANCE_COMPANY_REQUIRED' : null],
    ['car.riskAddress', addressError(car.riskAddress.trim(), known.riskAddress, known.isAddressMissed)],
    isBandTooHigh(band)
      ? ['car.carValue', 'CAR_VALUE_TOO_HIGH']
      : ['car.carValue', ...carValueErrorWithBand(car.carValue, band)],
  ])
}

export type CarBlocker = DecliningIndicator<'car'> | 'NOT_INSURABLE' | 'NO_MODELS'

/** The reasons that disable Next. The customer cannot correct them, so they are shown beside the button. */
export function carBlockers(
  car: IndicatorsAbout<'car'>,
  known: Pick<CarLookups, 'modelKeys'> & { readonly notInsurable: boolean },
): CarBlocker[] {
  const stops: CarBlocker[] = decliningAnswers('car', car)
  if (known.notInsurable) stops.push('NOT_INSURABLE')
  else if (known.modelKeys?.length === 0) stops.push('NO_MODELS')
  return stops
}
