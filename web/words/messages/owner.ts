/** Of ‘Confirm it’s you’. */
import type { OwnerCode } from '#journey/answers/owner.ts'
import { addressWords } from '#web/words/address.ts'
import { birthDateMessages } from './birth-date.ts'
import type { Messages } from './messages.ts'

export const ownerMessages: Messages<OwnerCode> = {
  ...birthDateMessages,
  MANDATORY: addressWords.mandatory,
}
