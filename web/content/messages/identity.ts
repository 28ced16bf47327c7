/** Validation messages of ‘Confirm it’s you’. */
import type { IdentityCode } from '#journey/questions/identity.ts'
import { addressSearchText } from '#web/content/address.ts'
import { dateOfBirthMessages } from './date-of-birth.ts'
import type { Messages } from './messages.ts'

export const identityMessages: Messages<IdentityCode> = {
  ...dateOfBirthMessages,
  MANDATORY: addressSearchText.mandatory,
}
