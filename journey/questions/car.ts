/** Converts the form strings of step 1 (car) to a `QuoteCar` and back. */
import { stripMoneyFormat, type Transmission, transmissions, type ValueBand } from '#journey/car-value.ts'
import { dollarsText } from '#journey/money.ts'
import type { CarForm } from './form-answers.ts'

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
    valueDollars: Number(stripMoneyFormat(form.carValue.trim())) || 0,
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

/** The answers to clear when the plate changes. */
export const clearedModelAnswers: Pick<CarForm, 'transmission' | 'vehicleKey'> = {
  transmission: '',
  vehicleKey: '',
}

/** The value band as dollar texts, for error messages. */
export const formatValueBand = (band: ValueBand) => ({
  min: dollarsText(band.minimumDollars),
  max: dollarsText(band.maximumDollars),
})
