/** Validation messages of step 5. */
import type { PaymentCode } from '#journey/questions/bank-account.ts'
import type { Messages } from './messages.ts'
import { printedNameMessages } from './name.ts'

export const paymentMessages: Messages<PaymentCode> = {
  ...printedNameMessages,
  ACCOUNT_NAME_REQUIRED: 'Please enter bank account name',
  ACCOUNT_NUMBER_REQUIRED: 'Please enter bank account number',
  AUTHORISER_REQUIRED: 'Please enter authoriser name',
  AUTHORISATION_REQUIRED: 'Please check the authorization',
  PAYMENT_START_RANGE: 'Choose a date from the day your cover starts to 14 days after',
}
