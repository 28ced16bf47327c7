/**
 * The transmission, value band and value of a car, with parsing and validation of a typed value, for step 1 (car) and
 * step 3 (quote).
 */
import { maximumCarValueDollars } from './cover.ts'

export const transmissions = ['Automatic', 'Manual'] as const
export type Transmission = (typeof transmissions)[number]

export interface ValueBand {
  readonly minimumDollars: number
  readonly maximumDollars: number
}

const wholeAmount = /^(?:NZ)?\$?\s*(\d+(?:,\d{3})+|\d+(?:\s\d{3})+|\d*)(?:\.0{0,2})?$/i

/**
 * '$15,000', '15 000' or '15000.00' → '15000'. Any other text is returned unchanged and fails validation: the bare
 * digits of '150,50', '15.000' and '$15,000.50' are another amount.
 */
export function stripMoneyFormat(typed: string): string {
  const text = typed.trim()
  return wholeAmount.exec(text)?.[1]?.replace(/[,\s]/g, '') ?? text
}

export type CarValueErrorCode =
  | 'CAR_VALUE_REQUIRED'
  | 'CAR_VALUE_INVALID'
  | 'CAR_VALUE_TOO_HIGH'
  | 'CAR_VALUE_OUT_OF_BAND'

/** The error in a typed car value; null if the car can be insured. Without a band only the fixed limits apply. */
export function carValueError(typed: string, band: ValueBand | null): CarValueErrorCode | null {
  const digits = stripMoneyFormat(typed)
  if (digits === '') return 'CAR_VALUE_REQUIRED'
  if (!/^\d{1,9}$/.test(digits)) return 'CAR_VALUE_INVALID'
  const dollars = Number(digits)
  if (dollars > maximumCarValueDollars) return 'CAR_VALUE_TOO_HIGH'
  if (band && (dollars < band.minimumDollars || dollars > band.maximumDollars)) return 'CAR_VALUE_OUT_OF_BAND'
  return null
}
