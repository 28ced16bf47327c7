/** Rules for a car's transmission, value and number plate: allowed values, and parsing and validation of typed text. */
import { maximumCarValueDollars } from './cover.ts'
import { toHalfWidth, wordsOf } from './typed-text.ts'

export const transmissions = ['Automatic', 'Manual'] as const
export type Transmission = (typeof transmissions)[number]

export interface ValueBand {
  readonly minimumDollars: number
  readonly maximumDollars: number
}

const wholeAmount = /^(?:NZ)?\$?\s*(\d+(?:,\d{3})+|\d+(?:\s\d{3})+|\d*)(?:\.0{0,2})?$/i

/** '$15,000' or '15000.00' → '15000'. Other texts stay and fail: the digits of '150,50' or '15.000' are another amount. */
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

export const maximumPlateLength = 6

/** Personalised plates may have one character, so the format cannot be checked more strictly. */
export const isPlate = (plate: string): boolean =>
  plate.length <= maximumPlateLength && /^[A-Z0-9]+$/.test(plate)

/** Words that people write before a plate. Words with more letters than a plate need no entry. */
const frontWords = new Set('PLATE PLATES REGO REG NUMBER NO NR CAR MY OUR THE IS ITS NZ'.split(' '))
const isFrontWord = (part: string): boolean =>
  frontWords.has(part) || (part.length > maximumPlateLength && /^\p{L}+$/u.test(part))

const upperCase = (text: string): string => text.replace(/[a-z]+/g, letters => letters.toUpperCase())

/** 'ABC123' or 'AB1234', the forms that are not personalised. Any words before them are no part of the plate. */
const isUsualPlate = (plate: string): boolean => /^[A-Z]{2}([A-Z]\d|\d\d)\d\d$/.test(plate)

/** The possible plates of a text whose first words are not part of the plate. A colon ends these words. */
function withoutFrontWords(parts: readonly string[], partsBeforeColon: number): string[] {
  const places = partsBeforeColon > 0 ? [partsBeforeColon] : [...parts.keys()].slice(1)
  return places.flatMap(place => {
    const rest = parts.slice(place)
    const isMeant = partsBeforeColon > 0 || !rest.every(isFrontWord)
    const plate = rest.join('')
    const front = parts.slice(0, place)
    const isFront = front.every(isFrontWord) || (isUsualPlate(plate) && /^\p{L}{2,}$/u.test(front.join('')))
    return isMeant && isPlate(plate) && isFront ? [plate] : []
  })
}

/** 'Plate: jhu–968' → 'JHU968'. A text with no plate, or two, is returned whole: it is too long and fails isPlate. */
export function normalizePlate(typed: string): string {
  // 0 and O stay different: both are used on plates.
  const text = toHalfWidth(typed)
  const parts = wordsOf(text).map(upperCase)
  const whole = parts.join('')
  const partsBeforeColon = wordsOf(text.slice(0, text.lastIndexOf(':') + 1)).length
  if (partsBeforeColon === 0 && whole.length <= maximumPlateLength) return whole
  const [plate, ...others] = withoutFrontWords(parts, partsBeforeColon)
  return plate && others.length === 0 ? plate : whole
}

/** The text of the field: the plate, or the whole text if it is too long for one, so that nothing is cut. */
export function formatPlateInput(typed: string): string {
  const plate = normalizePlate(typed)
  return plate.length <= maximumPlateLength ? plate : typed
}

/** False for a seventh character, which the field does not accept. */
export const isWithinPlateLength = (typed: string): boolean =>
  normalizePlate(typed).length <= maximumPlateLength
