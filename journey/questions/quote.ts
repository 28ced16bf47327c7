/**
 * Converts the form strings of step 3 (quote) to a `CoverChoice` and back, and validates the address of 'Email my
 * quote'.
 */
import { stripMoneyFormat } from '#journey/car-value.ts'
import {
  type CoverChoice,
  type CoverOption,
  type CoverType,
  coverStartsWithinDays,
  coverTypes,
  type Frequency,
  frequencies,
  insuresCarValue,
  type VoluntaryExcess,
  voluntaryExcessSteps,
  withOfferedOptions,
} from '#journey/cover.ts'
import { addDays, formatDay, type NzDay, parseTypedDay } from '#journey/dates.ts'
import { isEmail, isEmailTooLong, parseEmail } from '#journey/email-address.ts'
import type { CarForm, CoverForm, EmailForm } from './form-answers.ts'
import { toValidationErrors, type ValidationError } from './validation-error.ts'

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
  voluntaryExcessSteps.find(step => String(step) === answers.cover.voluntaryExcess) ?? 0

/** True when cover may begin on this day: today to 30 days ahead, in Auckland's days. */
export const isCoverStart = (day: NzDay, today: NzDay): boolean =>
  day >= today && day <= addDays(today, coverStartsWithinDays)

/** The typed day if cover may begin on it; otherwise today. */
export function startDateOf(answers: CoverAnswers, today: NzDay): NzDay {
  const day = parseTypedDay(answers.cover.startDate.trim())
  return day && isCoverStart(day, today) ? day : today
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

/** The form strings of a cover choice. */
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
  insuresCarValue(coverOf(answers)) ? Number(stripMoneyFormat(answers.car.carValue.trim())) || 0 : 0

/** True when the cover insures the car and its value is unknown: such a choice has no price. */
export const isValueMissing = (answers: RatingForm): boolean =>
  insuresCarValue(coverOf(answers)) && quotedValueDollars(answers) === 0

/** True if the typed start date is incomplete, or cover may not begin on it. An empty one is valid. */
export function isStartDateInvalid(answers: CoverAnswers, today: NzDay): boolean {
  const typed = answers.cover.startDate.trim()
  return typed !== '' && parseTypedDay(typed) !== startDateOf(answers, today)
}

/** True when no price can be requested for this choice. */
export const cannotBePriced = (answers: RatingForm, today: NzDay): boolean =>
  isValueMissing(answers) || isStartDateInvalid(answers, today)

export type QuoteEmailErrorCode = 'EMAIL_REQUIRED' | 'EMAIL_TOO_LONG' | 'EMAIL_INVALID'

function emailError(email: string): QuoteEmailErrorCode | null {
  if (email === '') return 'EMAIL_REQUIRED'
  if (isEmailTooLong(email)) return 'EMAIL_TOO_LONG'
  return isEmail(email) ? null : 'EMAIL_INVALID'
}

/** The error in the address that receives the quote. */
export const quoteEmailErrors = ({
  quoteEmail,
}: EmailForm): ValidationError<QuoteEmailErrorCode, 'email.quoteEmail'>[] =>
  toValidationErrors([['email.quoteEmail', emailError(parseEmail(quoteEmail.trim()))]])
