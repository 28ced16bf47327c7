/** Of every name of a person. */
import type { NameCode } from '#journey/answers/person-name.ts'
import { maximumNameLength } from '#journey/people.ts'
import type { Messages } from './messages.ts'

export const nameMessages: Messages<NameCode> = {
  NAME_LETTERS: "Only letters, -, ' and space are allowed.",
  PERSON_NAME_TOO_LONG: `Please use ${maximumNameLength} characters at most`,
}
