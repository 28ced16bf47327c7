/** Validation messages of ‘Enter Address Manually’. */
import { addressSearchText } from '#web/content/address.ts'
import type { Messages } from './messages.ts'
import { holdsMoreMessage } from './name.ts'

export type ManualAddressCode = 'ADDRESS_POST_BOX' | 'ADDRESS_HOLDS_MORE' | 'ADDRESS_TOO_LONG' | 'MANDATORY'

export const manualAddressMessages: Messages<ManualAddressCode> = {
  ADDRESS_POST_BOX: addressSearchText.postBox,
  ADDRESS_HOLDS_MORE: holdsMoreMessage,
  ADDRESS_TOO_LONG: ({ maximum }) => `Please use ${maximum} characters at most`,
  MANDATORY: addressSearchText.mandatory,
}
