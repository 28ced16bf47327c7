/** Errors of a policyholder beyond its shape. Step 4 of quote/create and bind both use it. */
import type { FieldError } from '#contract/problems.ts'
import type { NzDay } from '#journey/dates.ts'
import { isMobile } from '#journey/mobile.ts'
import type { Policyholder } from '#journey/people.ts'
import { earliestBirthYear, isOldEnough } from '#journey/questions/person.ts'

/**
 * @param paths where the two stand in the body that was sent
 * @param today the calendar day in New Zealand
 */
export function policyholderErrors(
  { dateOfBirth, mobile }: Pick<Policyholder, 'dateOfBirth' | 'mobile'>,
  paths: { readonly dateOfBirth: string; readonly mobile: string },
  today: NzDay,
): FieldError[] {
  const errors: FieldError[] = []
  if (Number(dateOfBirth.slice(0, 4)) < earliestBirthYear)
    errors.push({ path: paths.dateOfBirth, message: 'cannot be' })
  if (!isOldEnough(dateOfBirth, today, 'at-least-18'))
    errors.push({ path: paths.dateOfBirth, message: 'is under 18' })
  if (!isMobile(mobile)) errors.push({ path: paths.mobile, message: 'is not a mobile number' })
  return errors
}
