/** What may be wrong with a typed first or last name; drivers and policyholders ask through it. */
import { isName } from '#journey/people.ts'
import type { MessageCode } from './problem.ts'

/** @param missing what to say where there is none */
export function nameProblem(name: string, missing: MessageCode): MessageCode | null {
  if (name === '') return missing
  return isName(name) ? null : 'NAME_LETTERS'
}
