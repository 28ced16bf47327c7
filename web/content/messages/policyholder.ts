/** Validation messages of step 4. */

import type { PolicyholderCode } from '#journey/questions/policyholder-errors.ts'
import { addressSearchText } from '#web/content/address.ts'
import { dateOfBirthMessages } from './date-of-birth.ts'
import type { Messages } from './messages.ts'
import { nameMessages, printedNameMessages } from './name.ts'
import { paymentMessages } from './payment.ts'

export const policyholderMessages: Messages<PolicyholderCode> = {
  ...dateOfBirthMessages,
  ...nameMessages,
  ...printedNameMessages,
  BUSINESS_NAME_REQUIRED: 'Please enter your business Name',
  TITLE_REQUIRED: 'Please select title',
  HOLDER_FIRST_NAME_REQUIRED: 'Please enter your first name',
  HOLDER_LAST_NAME_REQUIRED: 'Please enter your last name',
  HOLDER_EMAIL_INVALID: 'Please enter a valid email address',
  MOBILE_REQUIRED: 'Please enter your phone number',
  MOBILE_INVALID: 'Please enter a valid mobile number',
  ADDRESS_REQUIRED: addressSearchText.required,
  ADDRESS_NOT_FOUND: addressSearchText.unknown,
  PAYMENT_METHOD_REQUIRED: 'Please select payment method',
  PAYMENT_START_RANGE: paymentMessages.PAYMENT_START_RANGE,
}
