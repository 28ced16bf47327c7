/** What may be wrong with a typed first or last name; drivers and policyholders ask through it. */
import { isName } from '#journey/people.ts'

export type NameCode = 'NAME_LETTERS'

/** @param missing what to say where there is none */
export function nameProblem<Missing extends string>(
  name: string,
  missing: Missing,
): Missing | NameCode | null {
  if (name === '') return missing
  return isName(name) ? null : 'NAME_LETTERS'
}
