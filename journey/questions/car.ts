/** The questions of step 1: the form, its validation, and the reasons that disable Next. */
import type { Address } from '#journey/address.ts'
import {
  type CarValueErrorCode,
  carValueError,
  stripMoney,
  type Transmission,
  transmissions,
  type ValueBand,
} from '#journey/car-value.ts'
import { maximumCarValueDollars } from '#journey/cover.ts'
import { lenders } from '#journey/lenders.ts'
import { dollarsText } from '#journey/money.ts'
import { isPlate, normalizePlate } from '#journey/plate.ts'
import { type IndicatorsAbout, indicatorNamesAbout, indicatorTexts } from './indicators.ts'
import { type AddressCode, addressError } from './matches-address.ts'
import type { PathsIn, ValidationError } from './validation-error.ts'

/** Text as the controls of step 1 hold it; '' is not answered. */
export interface CarForm extends IndicatorsAbout<'car'> {
  readonly plate: string
  readonly transmission: string
  readonly vehicleKey: string
  readonly isFinanced: string
  readonly financeCompany: string
  /** One line; the address that was found for it is kept beside the form. */
  readonly riskAddress: string
  readonly carValue: string
}

export const emptyCar: CarForm = {
  plate: '',
  transmission: '',
  vehicleKey: '',
  ...indicatorTexts('car'),
  isFinanced: '',
  financeCompany: '',
  riskAddress: '',
  carValue: '',
}

/** The chosen car as a value. */
export interface QuoteCar {
  readonly transmission: Transmission
  readonly vehicleKey: string
  /** The name of the model. */
  readonly model: string
  readonly valueDollars: number
  /** '' when the car is not financed. */
  readonly financeCompany: string
}

/**
 * The car of a valid form; null while no transmission is chosen.
 * @param model the name of the chosen model
 */
export function carOf(form: CarForm, model: string): QuoteCar | null {
  const transmission = transmissions.find(known => known === form.transmission)
  if (!transmission) return null
  return {
    transmission,
    vehicleKey: form.vehicleKey,
    model,
    valueDollars: Number(stripMoney(form.carValue.trim())) || 0,
    financeCompany: form.isFinanced === 'YES' ? form.financeCompany : '',
  }
}

/** The texts of a car that was answered before. A value of 0 was never given. */
export const carTexts = ({ transmission, vehicleKey, valueDollars, financeCompany }: QuoteCar) => ({
  transmission,
  vehicleKey,
  isFinanced: financeCompany ? 'YES' : 'NO',
  financeCompany,
  carValue: String(valueDollars || ''),
})

/** The answers that another plate makes void. */
export const withoutModel: Pick<CarForm, 'transmission' | 'vehicleKey'> = { transmission: '', vehicleKey: '' }

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
const yesNoError = (answer: string) => (answer === 'YES' || answer === 'NO' ? null : 'YES_NO_REQUIRED')

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

/** The band as the messages print it. */
export const bandTexts = (band: ValueBand) => ({
  min: dollarsText(band.minimumDollars),
  max: dollarsText(band.maximumDollars),
})

export type CarStop = 'INCOME_USE' | 'MODIFICATION' | 'NOT_INSURABLE' | 'NO_MODELS'

/** The reasons that disable Next. The customer cannot correct them, so they are shown beside the button. */
export function carStops(
  car: CarForm,
  known: Pick<CarLookups, 'modelKeys'> & { readonly notInsurable: boolean },
): CarStop[] {
  const stops: CarStop[] = []
  if (car.businessUse === 'YES') stops.push('INCOME_USE')
  if (car.modification === 'YES') stops.push('MODIFICATION')
  if (known.notInsurable) stops.push('NOT_INSURABLE')
  else if (known.modelKeys?.length === 0) stops.push('NO_MODELS')
  return stops
}
