/** Validation messages for the names of people, companies and accounts. */

import { maximumNameLength } from '#journey/people.ts'
import { maximumPrintableNameLength, type PrintableNameCode } from '#journey/printable-text.ts'
import type { NameCode } from '#journey/questions/person.ts'
import type { Messages } from './messages.ts'

export const nameMessages: Messages<NameCode> = {
  NAME_LETTERS: "Only letters, -, ' and space are allowed.",
  PERSON_NAME_TOO_LONG: `Please use ${maximumNameLength} characters at most`,
}

/** Also of the lines of an address. */
export const holdsMoreMessage = 'Leave out web addresses and card numbers'

export const printedNameMessages: Messages<PrintableNameCode> = {
  NAME_HOLDS_MORE: holdsMoreMessage,
  NAME_TOO_LONG: `Please use ${maximumPrintableNameLength} characters at most`,
}
