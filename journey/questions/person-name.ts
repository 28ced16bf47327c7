/** Validates a typed first or last name of a driver or policyholder. */
import { isBlankName, isName, maximumNameLength, normalizeName } from '#journey/people.ts'

export type NameCode = 'NAME_LETTERS' | 'PERSON_NAME_TOO_LONG'

/** @param missing the code for an empty name, or one without letters */
export function nameError<Missing extends string>(name: string, missing: Missing): Missing | NameCode | null {
  if (isBlankName(name)) return missing
  // Counted as the contract counts characters.
  if (normalizeName(name).length > maximumNameLength) return 'PERSON_NAME_TOO_LONG'
  return isName(name) ? null : 'NAME_LETTERS'
}
