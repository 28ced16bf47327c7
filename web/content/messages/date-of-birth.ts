/** Validation messages for every date of birth. */
import type { DateOfBirthCode } from '#journey/questions/person.ts'
import type { Messages } from './messages.ts'

export const dateOfBirthMessages: Messages<DateOfBirthCode> = {
  BIRTH_DATE_REQUIRED: 'Please enter date of birth',
  BIRTH_DATE_FORMAT: 'Invalid date. Please enter date in format dd/mm/yyyy.',
  BIRTH_DATE_YEAR: 'Date of birth is invalid.',
  TOO_YOUNG: 'Age should be more than 18 years.',
}
