/**
 * What the answers of step 3 must keep, and what they choose. The quote page shows these problems; every body that
 * carries a cover is made from `coverChoiceOf`.
 */
import { carValueProblem, stripMoney, type ValueBand } from '#journey/car-value.ts'
import {
  type CoverChoice,
  type CoverType,
  coverStartsWithinDays,
  coverTypes,
  type Frequency,
  frequencies,
  insuresCarValue,
  optionsOf,
  type VoluntaryExcess,
  voluntaryExcessSteps,
} from '#journey/cover.ts'
import { addDays, type NzDay, parseTypedDay } from '#journey/dates.ts'
import { dollarsText } from '#journey/money.ts'
import { isEmail, maximumEmailLength } from '#journey/people.ts'
import { type Answers, answerOf, type Problem } from './problem.ts'

/** Six digits: no more fit the car value of the quote page. */
export const maximumQuoteValueLength = 6

export const coverOf = (answers: Answers): CoverType =>
  coverTypes.find(cover => cover === answerOf(answers, 'cover')) ?? 'COMPREHENSIVE'

export const frequencyOf = (answers: Answers): Frequency =>
  frequencies.find(frequency => frequency === answerOf(answers, 'frequency')) ?? 'FORTNIGHTLY'

export const voluntaryExcessOf = (answers: Answers): VoluntaryExcess =>
  voluntaryExcessSteps.find(step => String(step) === answerOf(answers, 'voluntaryExcess')) ?? 0

/** May cover begin on this day? From today to 30 days ahead, in Auckland's days. */
export const isCoverStart = (day: NzDay, today: NzDay): boolean =>
  day >= today && day <= addDays(today, coverStartsWithinDays)

/** The day typed, where cover may begin on it; else today. */
export function startDateOf(answers: Answers, today: NzDay): NzDay {
  const day = parseTypedDay(answerOf(answers, 'startDate'))
  return day && isCoverStart(day, today) ? day : today
}

/** What the answers choose. An option or excess that the cover does not offer is off, whatever another tab left behind. */
export function coverChoiceOf(answers: Answers, today: NzDay): CoverChoice {
  const cover = coverOf(answers)
  const taken = (option: 'excessFreeWindow' | 'hireCar' | 'roadsideAssistance') =>
    optionsOf[cover].includes(option) && answerOf(answers, option) === 'YES'
  return {
    cover,
    voluntaryExcess: cover === 'COMPREHENSIVE' ? voluntaryExcessOf(answers) : 0,
    excessFreeWindow: taken('excessFreeWindow'),
    hireCar: taken('hireCar'),
    roadsideAssistance: taken('roadsideAssistance'),
    frequency: frequencyOf(answers),
    startDate: startDateOf(answers, today),
  }
}

/** Whole dollars the car is quoted at; 0 where the cover does not insure it. */
export const quotedValueDollars = (answers: Answers): number =>
  insuresCarValue(coverOf(answers)) ? Number(stripMoney(answerOf(answers, 'carValue'))) || 0 : 0

/** Was a car value typed that no price was asked for yet? */
export function isValueChanged(answers: Answers): boolean {
  if (!insuresCarValue(coverOf(answers)) || answers.quoteCarValue === undefined) return false
  return stripMoney(answerOf(answers, 'quoteCarValue')) !== stripMoney(answerOf(answers, 'carValue'))
}

/** What is wrong with the car value typed on the quote page. */
export function quoteValueProblems(answers: Answers, band: ValueBand | null): Problem[] {
  if (!insuresCarValue(coverOf(answers))) return []
  const code = carValueProblem(answers.quoteCarValue ?? answerOf(answers, 'carValue'), band)
  if (code === null) return []
  if (code !== 'CAR_VALUE_OUT_OF_BAND' || band === null) return [{ field: 'quoteCarValue', code }]
  const values = { min: dollarsText(band.minimumDollars), max: dollarsText(band.maximumDollars) }
  return [{ field: 'quoteCarValue', code: 'QUOTE_CAR_VALUE_OUT_OF_BAND', values }]
}

export interface QuoteKnown {
  readonly today: NzDay
  /** The band of the chosen model; null until it was looked up. */
  readonly band: ValueBand | null
}

/** All that keeps step 3 from going on, in the order of the page. No start date is none: Next then takes today. */
export function quoteProblems(answers: Answers, known: QuoteKnown): Problem[] {
  const problems = quoteValueProblems(answers, known.band)
  const typed = answerOf(answers, 'startDate')
  if (typed === '') return problems
  const day = parseTypedDay(typed)
  return day && isCoverStart(day, known.today)
    ? problems
    : [...problems, { field: 'startDate', code: 'START_DATE_RANGE' }]
}

/** The address a quote is e-mailed to. */
export function quoteEmailProblems(answers: Answers): Problem[] {
  const email = answerOf(answers, 'quoteEmail')
  if (email === '') return [{ field: 'quoteEmail', code: 'EMAIL_REQUIRED' }]
  if (email.length > maximumEmailLength) return [{ field: 'quoteEmail', code: 'EMAIL_TOO_LONG' }]
  return isEmail(email) ? [] : [{ field: 'quoteEmail', code: 'EMAIL_INVALID' }]
}

export const isDeclared = (answers: Answers): boolean => answerOf(answers, 'declaration') === 'YES'
