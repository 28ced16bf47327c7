/** Texts and errors of the identity check of returning customers, on the start page and in step 1 (car). */
import type { IdentityErrorCode } from '#journey/questions/retrieve-quote.ts'
import { dateOfBirthMessages, type Messages, mandatoryMessage } from './messages.ts'

export const identityText = {
  confirmTitle: 'Confirm it’s you',
  confirmHelp: 'Tell us two things to see the people on your quote and go on with it.',
  dateOfBirth: 'Date of birth',
  dateOfBirthHint:
    'Policyholder 1’s, or the main driver’s if you did not finish the policyholder page. For example, 27/03/1990',
  postcode: 'Postcode',
  postcodeHint: 'Of the address where the car is kept overnight',
  confirm: 'Confirm',
  /** After several attempts the server rejects correct details too, for an hour: the message covers both. */
  confirmFailed:
    'These details do not match your quote. Check them and try again. After several tries, wait an hour or call us.',
  unchecked: 'The security check did not finish, so we could not look. You can press the button again.',
  confirmed: 'Thank you. All your answers are filled in.',
  notYours: 'Not your quote? Start a new one',
} as const

export const identityMessages: Messages<IdentityErrorCode> = {
  ...dateOfBirthMessages,
  MANDATORY: mandatoryMessage,
}
