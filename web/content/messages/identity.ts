/** Of ‘Confirm it’s you’. */
import type { OwnerCode } from '#journey/questions/identity.ts'
import { addressWords } from '#web/content/address.ts'
import { birthDateMessages } from './date-of-birth.ts'
import type { Messages } from './messages.ts'

export const ownerMessages: Messages<OwnerCode> = {
  ...birthDateMessages,
  MANDATORY: addressWords.mandatory,
}
