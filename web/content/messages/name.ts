/** Of every name: of a person, a company, an account. */

import { maximumNameLength } from '#journey/people.ts'
import { maximumPrintedNameLength, type PrintedNameCode } from '#journey/printable-text.ts'
import type { NameCode } from '#journey/questions/person-name.ts'
import type { Messages } from './messages.ts'

export const nameMessages: Messages<NameCode> = {
  NAME_LETTERS: "Only letters, -, ' and space are allowed.",
  PERSON_NAME_TOO_LONG: `Please use ${maximumNameLength} characters at most`,
}

/** Also of the lines of an address. */
export const holdsMoreMessage = 'Leave out web addresses and card numbers'

export const printedNameMessages: Messages<PrintedNameCode> = {
  NAME_HOLDS_MORE: holdsMoreMessage,
  NAME_TOO_LONG: `Please use ${maximumPrintedNameLength} characters at most`,
}
