/** Validates typed names and dates of birth, for step 2 (driver), step 4 (policyholder) and 'Confirm it's you'. */
import { addDays, ageOn, type NzDay, parseTypedDay } from '#journey/dates.ts'
import { isBlankName, isName, maximumNameLength, normalizeName } from '#journey/people.ts'

export const minimumAge = 18
export const earliestBirthYear = 1900

/** Drivers must be older than 18, policyholders at least 18. `any` is for a date of birth that is only compared. */
export type AgeRule = 'older-than-18' | 'at-least-18' | 'any'

export const isOldEnough = (dateOfBirth: NzDay, today: NzDay, rule: AgeRule): boolean => {
  if (rule === 'any') return true
  return ageOn(rule === 'older-than-18' ? addDays(today, -1) : today, dateOfBirth) >= minimumAge
}

export type DateOfBirthErrorCode =
  | 'BIRTH_DATE_REQUIRED'
  | 'BIRTH_DATE_FORMAT'
  | 'BIRTH_DATE_YEAR'
  | 'TOO_YOUNG'

/** Null when the date is valid; `today` is the calendar day in New Zealand. */
export function dateOfBirthError(typed: string, today: NzDay, rule: AgeRule): DateOfBirthErrorCode | null {
  if (typed.trim() === '') return 'BIRTH_DATE_REQUIRED'
  const day = parseTypedDay(typed)
  if (day === null) return 'BIRTH_DATE_FORMAT'
  const year = day.slice(0, 4)
  // The specification gives policyholders one message for their age, so a birth year in the future is 'too young'.
  const isAhead = year > today.slice(0, 4) && rule !== 'at-least-18'
  if (Number(year) < earliestBirthYear || isAhead) return 'BIRTH_DATE_YEAR'
  return isOldEnough(day, today, rule) ? null : 'TOO_YOUNG'
}

export type NameErrorCode = 'NAME_LETTERS' | 'PERSON_NAME_TOO_LONG'

/** @param missing the code for an empty name, or one without letters */
export function nameError<Missing extends string>(
  name: string,
  missing: Missing,
): Missing | NameErrorCode | null {
  if (isBlankName(name)) return missing
  // Counted as the contract counts characters.
  if (normalizeName(name).length > maximumNameLength) return 'PERSON_NAME_TOO_LONG'
  return isName(name) ? null : 'NAME_LETTERS'
}
