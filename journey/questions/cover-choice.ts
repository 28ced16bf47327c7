/**
 * Turns the answers of step 3 into a cover choice. Prices, the summary and every request body that carries
 * a cover use it.
 */
import { stripMoney } from '#journey/car-value.ts'
import {
  type CoverChoice,
  type CoverOption,
  type CoverType,
  coverStartsWithinDays,
  coverTypes,
  type Frequency,
  frequencies,
  insuresCarValue,
  isOffered,
  type VoluntaryExcess,
  voluntaryExcessSteps,
} from '#journey/cover.ts'
import { addDays, type NzDay, parseTypedDay } from '#journey/dates.ts'
import { type Answers, answerOf } from './validation-error.ts'

export const coverOf = (answers: Answers): CoverType =>
  coverTypes.find(cover => cover === answerOf(answers, 'cover')) ?? 'COMPREHENSIVE'

export const frequencyOf = (answers: Answers): Frequency =>
  frequencies.find(frequency => frequency === answerOf(answers, 'frequency')) ?? 'FORTNIGHTLY'

export const voluntaryExcessOf = (answers: Answers): VoluntaryExcess =>
  voluntaryExcessSteps.find(step => String(step) === answerOf(answers, 'voluntaryExcess')) ?? 0

/** True when cover may begin on this day: today to 30 days ahead, in Auckland's days. */
export const isCoverStart = (day: NzDay, today: NzDay): boolean =>
  day >= today && day <= addDays(today, coverStartsWithinDays)

/** The typed day if cover may begin on it; otherwise today. */
export function startDateOf(answers: Answers, today: NzDay): NzDay {
  const day = parseTypedDay(answerOf(answers, 'startDate'))
  return day && isCoverStart(day, today) ? day : today
}

/** What the answers choose. An option or excess that the cover does not offer is off, whatever another tab left behind. */
export function coverChoiceOf(answers: Answers, today: NzDay): CoverChoice {
  const taken = (option: CoverOption) => answerOf(answers, option) === 'YES'
  return isOffered({
    cover: coverOf(answers),
    voluntaryExcess: voluntaryExcessOf(answers),
    excessFreeWindow: taken('excessFreeWindow'),
    hireCar: taken('hireCar'),
    roadsideAssistance: taken('roadsideAssistance'),
    frequency: frequencyOf(answers),
    startDate: startDateOf(answers, today),
  })
}

/** Whole dollars the car is quoted at; 0 where the cover does not insure it. */
export const quotedValueDollars = (answers: Answers): number =>
  insuresCarValue(coverOf(answers)) ? Number(stripMoney(answerOf(answers, 'carValue'))) || 0 : 0

/** The cover insures the car, and of what it is worth nothing is known yet: such a choice has no price. */
export const isValueMissing = (answers: Answers): boolean =>
  insuresCarValue(coverOf(answers)) && quotedValueDollars(answers) === 0

/** The start is half typed, or no day that cover may begin on: it chooses none yet. */
export function isStartMissing(answers: Answers, today: NzDay): boolean {
  const typed = answerOf(answers, 'startDate')
  return typed !== '' && parseTypedDay(typed) !== startDateOf(answers, today)
}

/** True when no price can be requested for this choice. */
export const isIncomplete = (answers: Answers, today: NzDay): boolean =>
  isValueMissing(answers) || isStartMissing(answers, today)
