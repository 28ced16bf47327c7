/** The answers of step 3 (quote): conversion between form strings and values, errors, and the values it starts with. */
import type { AddressErrorCode } from '#journey/address.ts'
import {
  type CoverChoice,
  type CoverOption,
  type CoverType,
  coverStartsWithinDays,
  coverTypes,
  type Frequency,
  frequencies,
  insuresCar,
  type VoluntaryExcess,
  voluntaryExcessChoices,
  withOfferedOptions,
} from '#journey/cover.ts'
import { addDays, formatDay, type NzDay, parseTypedDay } from '#journey/dates.ts'
import { type CarValueErrorCode, stripMoneyFormat, type ValueBand } from '#journey/plate-and-car-value.ts'
import { carValueErrorWithBand } from './car.ts'
import type { CarForm, CoverForm } from './form-answers.ts'
import { type FieldPaths, toValidationErrors, type ValidationError } from './validation-error.ts'

/** The answers that the price depends on, except the drivers. */
export interface RatingForm {
  readonly car: CarForm
  readonly cover: CoverForm
}
type CoverAnswers = Pick<RatingForm, 'cover'>

export const coverOf = (answers: CoverAnswers): CoverType =>
  coverTypes.find(cover => cover === answers.cover.cover) ?? 'COMPREHENSIVE'

export const frequencyOf = (answers: CoverAnswers): Frequency =>
  frequencies.find(frequency => frequency === answers.cover.frequency) ?? 'FORTNIGHTLY'

export const voluntaryExcessOf = (answers: CoverAnswers): VoluntaryExcess =>
  voluntaryExcessChoices.find(dollars => String(dollars) === answers.cover.voluntaryExcess) ?? 0

/** True when cover may begin on this day: today to 30 days ahead, in Auckland's days. */
export const isAllowedCoverStart = (day: NzDay, today: NzDay): boolean =>
  day >= today && day <= addDays(today, coverStartsWithinDays)

export function startDateOf(answers: CoverAnswers, today: NzDay): NzDay {
  const day = parseTypedDay(answers.cover.startDate)
  return day && isAllowedCoverStart(day, today) ? day : today
}

/** The choice of the answers. An option or excess that the cover does not offer is off. */
export function coverChoiceOf(answers: CoverAnswers, today: NzDay): CoverChoice {
  const isChosen = (option: CoverOption) => answers.cover[option] === 'YES'
  return withOfferedOptions({
    cover: coverOf(answers),
    voluntaryExcess: voluntaryExcessOf(answers),
    excessFreeWindow: isChosen('excessFreeWindow'),
    hireCar: isChosen('hireCar'),
    roadsideAssistance: isChosen('roadsideAssistance'),
    frequency: frequencyOf(answers),
    startDate: startDateOf(answers, today),
  })
}

const yesNo = (isYes: boolean) => (isYes ? 'YES' : 'NO')

export const toCoverForm = ({ cover, frequency, ...choice }: CoverChoice) => ({
  cover,
  voluntaryExcess: String(choice.voluntaryExcess),
  excessFreeWindow: yesNo(choice.excessFreeWindow),
  hireCar: yesNo(choice.hireCar),
  roadsideAssistance: yesNo(choice.roadsideAssistance),
  frequency,
  startDate: formatDay(choice.startDate),
})

/** The car value to quote, in whole dollars; 0 if the cover does not insure the car. */
export const quotedValueDollars = (answers: RatingForm): number =>
  insuresCar(coverOf(answers)) ? Number(stripMoneyFormat(answers.car.carValue)) || 0 : 0

/** True if the typed start date is incomplete, or cover may not begin on it. An empty one is valid. */
export function isStartDateInvalid(answers: CoverAnswers, today: NzDay): boolean {
  const typed = answers.cover.startDate.trim()
  return typed !== '' && parseTypedDay(typed) !== startDateOf(answers, today)
}

/** True when no price can be requested: the value of an insured car is missing, or the start date is invalid. */
export const cannotBePriced = (answers: RatingForm, today: NzDay): boolean =>
  (insuresCar(coverOf(answers)) && quotedValueDollars(answers) === 0) || isStartDateInvalid(answers, today)

export const maximumCarValueLength = 6

/** The last quoted car value, or what the customer typed since. `quotedDollars` is what the current price is for, if known. */
export function initialCarValueAnswers(
  { car, cover }: RatingForm,
  quotedDollars: number | undefined,
): { readonly carValue: string } & Pick<CoverForm, 'quoteCarValue' | 'quoteValueOver'> {
  const value = stripMoneyFormat(car.carValue)
  const isQuoted = quotedDollars === Number(value)
  // A value without a price may be the reason for a failed request, so it waits for 'Update car value' again.
  const carValue = quotedDollars && value !== '' && !isQuoted ? String(quotedDollars) : value
  // Outdated: it replaced a value that step 1 no longer has.
  const isKept = isQuoted && cover.quoteValueOver === value
  return {
    carValue: carValue === value ? car.carValue : carValue,
    quoteCarValue: isKept ? cover.quoteCarValue : value,
    quoteValueOver: carValue,
  }
}

/** The start date that step 3 starts with. A past day is cleared; an empty one means today. */
export function initialStartDate({ cover }: CoverAnswers, today: NzDay): string {
  const day = parseTypedDay(cover.startDate)
  return day && day < today ? '' : cover.startDate
}

export const isCarValueUnpriced = (answers: RatingForm): boolean =>
  insuresCar(coverOf(answers)) &&
  stripMoneyFormat(answers.cover.quoteCarValue) !== stripMoneyFormat(answers.car.carValue)

export type QuoteErrorCode =
  | CarValueErrorCode
  | 'START_DATE_RANGE'
  | Extract<AddressErrorCode, 'ADDRESS_NOT_FOUND'>
type CoverField = `cover.${FieldPaths<CoverForm>}`

export function quoteCarValueErrors(
  answers: RatingForm,
  band: ValueBand | null,
): ValidationError<CarValueErrorCode, CoverField>[] {
  if (!insuresCar(coverOf(answers))) return []
  return toValidationErrors([
    ['cover.quoteCarValue', ...carValueErrorWithBand(answers.cover.quoteCarValue, band)],
  ])
}

export interface QuoteErrorContext {
  readonly today: NzDay
  /** The band of the chosen model; null until it was looked up. */
  readonly band: ValueBand | null
  /** The search for another overnight address found nothing and cleared its field. */
  readonly isAddressMissed: boolean
}

/** All errors of step 3, in page order. An empty start date is valid: Next then takes today. */
export function quoteErrors(
  answers: RatingForm,
  known: QuoteErrorContext,
): ValidationError<QuoteErrorCode, CoverField>[] {
  const errors: ValidationError<QuoteErrorCode, CoverField>[] = quoteCarValueErrors(answers, known.band)
  if (isStartDateInvalid(answers, known.today))
    errors.push({ field: 'cover.startDate', code: 'START_DATE_RANGE' })
  // A search without a result gives neither the old address nor a new one.
  if (answers.cover.quoteAddress.trim() !== '' || known.isAddressMissed)
    errors.push({ field: 'cover.quoteAddress', code: 'ADDRESS_NOT_FOUND' })
  return errors
}

export const isDeclarationAccepted = ({ cover }: CoverAnswers): boolean => cover.declaration === 'YES'
