/** Validates a typed date of birth for drivers, policyholders and 'Confirm it's you'. */
import { addDays, ageOn, type NzDay, parseTypedDay } from '#journey/dates.ts'

export const minimumAge = 18
export const earliestBirthYear = 1900

/**
 * Drivers must be older than 18 and policyholders at least 18: the two differ on the 18th birthday itself. `any` is for a
 * date of birth that is only compared.
 */
export type AgeRule = 'older-than-18' | 'at-least-18' | 'any'

export const isOldEnough = (dateOfBirth: NzDay, today: NzDay, rule: AgeRule): boolean => {
  if (rule === 'any') return true
  return ageOn(rule === 'older-than-18' ? addDays(today, -1) : today, dateOfBirth) >= minimumAge
}

export type DateOfBirthCode = 'BIRTH_DATE_REQUIRED' | 'BIRTH_DATE_FORMAT' | 'BIRTH_DATE_YEAR' | 'TOO_YOUNG'

/** Null when the date is valid; `today` is the calendar day in New Zealand. */
export function dateOfBirthError(typed: string, today: NzDay, rule: AgeRule): DateOfBirthCode | null {
  if (typed.trim() === '') return 'BIRTH_DATE_REQUIRED'
  const day = parseTypedDay(typed.trim())
  if (day === null) return 'BIRTH_DATE_FORMAT'
  const year = day.slice(0, 4)
  // The specification gives policyholders one message for their age, so a birth year in the future is 'too young'.
  const isAhead = year > today.slice(0, 4) && rule !== 'at-least-18'
  if (Number(year) < earliestBirthYear || isAhead) return 'BIRTH_DATE_YEAR'
  return isOldEnough(day, today, rule) ? null : 'TOO_YOUNG'
}
