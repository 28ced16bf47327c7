/** Texts and error messages of the address fields: search, suggestions and manual entry. */
import { forbiddenContentMessage, type Messages } from './messages.ts'

export const addressSearchText = {
  lines: 'Matching addresses',
  suggested: 'Suggested addresses',
  manually: 'Enter address manually',
  notFound: 'Address not found.',
  required: 'Please enter address',
  unknown: 'Address not found',
  notAsked: 'The security check did not finish. Please choose the address again.',
  mandatory: 'Is mandatory',
  postBox: 'Please enter the address where the car is kept',
  searching: 'Looking for addresses…',
  found: (count: number): string =>
    count === 0 ? 'No addresses found' : count === 1 ? '1 address found' : `${count} addresses found`,
  chosen: (text: string): string => `Address: ${text}`,
  manualTitle: 'Enter Address Manually',
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

export type ManualAddressErrorCode =
  | 'ADDRESS_POST_BOX'
  | 'ADDRESS_HOLDS_MORE'
  | 'ADDRESS_TOO_LONG'
  | 'MANDATORY'

export const manualAddressMessages: Messages<ManualAddressErrorCode> = {
  ADDRESS_POST_BOX: addressSearchText.postBox,
  ADDRESS_HOLDS_MORE: forbiddenContentMessage,
  ADDRESS_TOO_LONG: ({ maximum }) => `Please use ${maximum} characters at most`,
  MANDATORY: addressSearchText.mandatory,
}
