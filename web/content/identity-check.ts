/** Texts and errors of the fields by which a returning customer is recognised, on the start page and in step 1 (car). */
import type { IdentityErrorCode } from '#journey/questions/retrieve-quote.ts'
import { dateOfBirthMessages, type Messages, mandatoryMessage } from './messages.ts'

export const identityText = {
  dateOfBirth: 'Date of birth',
  dateOfBirthHint:
    'Policyholder 1’s, or the main driver’s if you did not finish the policyholder page. For example, 27/03/1990',
  postcode: 'Postcode',
  postcodeHint: 'Of the address where the car is kept overnight',
  /** The call to log in could not be made. */
  captchaFailed: 'The security check did not finish, so we could not look. You can press the button again.',
} as const

export const identityMessages: Messages<IdentityErrorCode> = {
  ...dateOfBirthMessages,
  MANDATORY: mandatoryMessage,
}
