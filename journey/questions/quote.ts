/** Validates the answers of step 3 and its declaration. */
import { type CarValueErrorCode, carValueError, stripMoney, type ValueBand } from '#journey/car-value.ts'
import { insuresCarValue } from '#journey/cover.ts'
import { type NzDay, parseTypedDay } from '#journey/dates.ts'
import { dollarsText } from '#journey/money.ts'
import { coverOf, isStartMissing } from './cover-choice.ts'
import type { AddressCode } from './matches-address.ts'
import { type Answers, answerOf, type ValidationError } from './validation-error.ts'

/** Six digits: no more are typed as the car value of the quote page. */
export const maximumQuoteValueLength = 6

/**
 * The car value as step 3 starts with it: as last quoted, unless another was typed there since. `quoteValueOver` is the
 * value that `quoteCarValue` was typed over.
 * @param quotedDollars what the price at hand is for; undefined where there is none, or it does not say
 */
export function initialQuoteAnswers(answers: Answers, quotedDollars: number | undefined) {
  const value = stripMoney(answerOf(answers, 'carValue'))
  const isQuoted = quotedDollars === Number(value)
  // One that came into no price may be what failed: it waits for 'Update car value' once more.
  const carValue = quotedDollars && value !== '' && !isQuoted ? String(quotedDollars) : value
  // Typed on this page over another value than step 1 has by now, it is not what is wanted any more.
  const isKept = isQuoted && answers.quoteValueOver === value
  return {
    ...(carValue !== value && { carValue }),
    quoteCarValue: isKept ? (answers.quoteCarValue ?? value) : value,
    quoteValueOver: carValue,
  }
}

/**
 * The start of cover as step 3 starts with it. A day that has passed since it was typed, or saved, is nobody's choice any
 * more: nothing typed is today, as for whoever comes for the first time.
 */
export function initialStartDate(answers: Answers, today: NzDay) {
  const day = parseTypedDay(answerOf(answers, 'startDate'))
  return day && day < today ? { startDate: undefined } : {}
}

/** True when a car value was typed and no price was requested for it yet. */
export function isValueChanged(answers: Answers): boolean {
  if (!insuresCarValue(coverOf(answers)) || answers.quoteCarValue === undefined) return false
  return stripMoney(answerOf(answers, 'quoteCarValue')) !== stripMoney(answerOf(answers, 'carValue'))
}

export type QuoteCode = CarValueErrorCode | 'START_DATE_RANGE' | Extract<AddressCode, 'ADDRESS_NOT_FOUND'>

/** The error in the car value typed in step 3. */
export function quoteValueErrors(
  answers: Answers,
  band: ValueBand | null,
): ValidationError<CarValueErrorCode>[] {
  if (!insuresCarValue(coverOf(answers))) return []
  const code = carValueError(answers.quoteCarValue ?? answerOf(answers, 'carValue'), band)
  if (code === null) return []
  if (code !== 'CAR_VALUE_OUT_OF_BAND' || band === null) return [{ field: 'quoteCarValue', code }]
  const values = { min: dollarsText(band.minimumDollars), max: dollarsText(band.maximumDollars) }
  return [{ field: 'quoteCarValue', code, values }]
}

export interface QuoteLookups {
  readonly today: NzDay
  /** The band of the chosen model; null until it was looked up. */
  readonly band: ValueBand | null
  /** Is another overnight address wanted, and was the one typed last not found? Its field is empty by then. */
  readonly isAddressMissed: boolean
}

/** All that keeps step 3 from going on, in the order of the page. No start date is none: Next then takes today. */
export function quoteErrors(answers: Answers, known: QuoteLookups): ValidationError<QuoteCode>[] {
  const problems: ValidationError<QuoteCode>[] = quoteValueErrors(answers, known.band)
  if (isStartMissing(answers, known.today)) problems.push({ field: 'startDate', code: 'START_DATE_RANGE' })
  // A new address that was begun and not found is neither the old one nor a new one.
  if (answerOf(answers, 'quoteAddress') !== '' || known.isAddressMissed)
    problems.push({ field: 'quoteAddress', code: 'ADDRESS_NOT_FOUND' })
  return problems
}

export const isDeclared = (answers: Answers): boolean => answerOf(answers, 'declaration') === 'YES'
