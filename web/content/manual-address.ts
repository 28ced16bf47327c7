/** Texts and error messages of the dialog for an address typed by hand. */
import { addressSearchText } from './address.ts'
import { forbiddenContentMessage, type Messages, mandatoryMessage } from './messages.ts'

export const manualAddressText = {
  title: 'Enter Address Manually',
  line1: 'Address line 1',
  line2: 'Address line 2',
  suburb: 'Suburb',
  city: 'City',
  /** The hint of address line 2 and of the city. */
  optional: 'Optional',
  postcode: 'Postcode',
  postcodeHint: 'Four digits, for example 0610',
  postcodeOnly: 'Only the postcode is missing.',
  use: 'Use this address',
} as const

export const manualAddressMessages = {
  ADDRESS_POST_BOX: addressSearchText.postBox,
  ADDRESS_HOLDS_MORE: forbiddenContentMessage,
  ADDRESS_TOO_LONG: ({ maximum }) => `Please use ${maximum} characters at most`,
  MANDATORY: mandatoryMessage,
} satisfies Messages<string>

export type ManualAddressErrorCode = keyof typeof manualAddressMessages
