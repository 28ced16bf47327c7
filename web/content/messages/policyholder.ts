/** Of step 4. */

import type { PolicyholderCode } from '#journey/questions/policyholder.ts'
import { addressWords } from '#web/content/address.ts'
import { bankWords } from '#web/content/bank-details.ts'
import { birthDateMessages } from './date-of-birth.ts'
import type { Messages } from './messages.ts'
import { nameMessages, printedNameMessages } from './name.ts'

export const policyholderMessages: Messages<PolicyholderCode> = {
  ...birthDateMessages,
  ...nameMessages,
  ...printedNameMessages,
  BUSINESS_NAME_REQUIRED: 'Please enter your business Name',
  TITLE_REQUIRED: 'Please select title',
  HOLDER_FIRST_NAME_REQUIRED: 'Please enter your first name',
  HOLDER_LAST_NAME_REQUIRED: 'Please enter your last name',
  HOLDER_EMAIL_INVALID: 'Please enter a valid email address',
  MOBILE_REQUIRED: 'Please enter your phone number',
  MOBILE_INVALID: 'Please enter a valid mobile number',
  ADDRESS_REQUIRED: addressWords.required,
  ADDRESS_NOT_FOUND: addressWords.unknown,
  PAYMENT_METHOD_REQUIRED: 'Please select payment method',
  PAYMENT_START_RANGE: bankWords.paymentStartRange,
}
