/** Texts and messages of the form in which customers confirm who they are; the start page and step 1 use it. */
import type { IdentityCode } from '#journey/questions/identity.ts'
import { addressSearchText } from './address.ts'
import { dateOfBirthMessages, type Messages } from './messages.ts'

export const identityText = {
  confirmTitle: 'Confirm it’s you',
  confirmHelp: 'Tell us two things to see the people on your quote and go on with it.',
  dateOfBirth: 'Date of birth',
  dateOfBirthHint:
    'Policyholder 1’s, or the main driver’s if you did not finish the policyholder page. For example, 27/03/1990',
  postcode: 'Postcode',
  postcodeHint: 'Of the address where the car is kept overnight',
  confirm: 'Confirm',
  /** After a few tries correct details are refused too, for an hour; the message does not say which it was. */
  confirmFailed:
    'These details do not match your quote. Check them and try again. After several tries, wait an hour or call us.',
  unchecked: 'The security check did not finish, so we could not look. You can press the button again.',
  confirmed: 'Thank you. All your answers are filled in.',
  notYours: 'Not your quote? Start a new one',
} as const

export const identityMessages: Messages<IdentityCode> = {
  ...dateOfBirthMessages,
  MANDATORY: addressSearchText.mandatory,
}
