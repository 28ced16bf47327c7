/** The error messages that several pages share, and the type of a form's messages, one for each code. */
import { type FreeTextNameErrorCode, maximumFreeTextNameLength } from '#journey/links-and-card-numbers.ts'
import { maximumNameLength } from '#journey/people.ts'
import type { DateOfBirthErrorCode, NameErrorCode } from '#journey/questions/person-errors.ts'
import type { ValidationError } from '#journey/questions/validation-error.ts'

type Message = string | ((values: Readonly<Record<string, string>>) => string)

export type Messages<Code extends string> = Readonly<Record<Code, Message>>

/** The text that a field shows for an error, with the values of that error. */
export function messageText<Code extends string>(
  messages: Messages<Code>,
  { code, values }: Pick<ValidationError<Code>, 'code' | 'values'>,
): string {
  const message = messages[code]
  return typeof message === 'string' ? message : message(values ?? {})
}

export const dateOfBirthMessages: Messages<DateOfBirthErrorCode> = {
  BIRTH_DATE_REQUIRED: 'Please enter date of birth',
  BIRTH_DATE_FORMAT: 'Invalid date. Please enter date in format dd/mm/yyyy.',
  BIRTH_DATE_YEAR: 'Date of birth is invalid.',
  TOO_YOUNG: 'Age should be more than 18 years.',
}

export const nameMessages: Messages<NameErrorCode> = {
  NAME_LETTERS: "Only letters, -, ' and space are allowed.",
  PERSON_NAME_TOO_LONG: `Please use ${maximumNameLength} characters at most`,
}

/** An empty field of an address typed by hand, or of the owner's details. */
export const mandatoryMessage = 'Is mandatory'

/** The same message for names and for the lines of an address. */
export const forbiddenContentMessage = 'Leave out web addresses and card numbers'

export const freeTextNameMessages: Messages<FreeTextNameErrorCode> = {
  NAME_HAS_LINK_OR_CARD: forbiddenContentMessage,
  NAME_TOO_LONG: `Please use ${maximumFreeTextNameLength} characters at most`,
}

/** Messages about the car value in steps 1 (car) and 3 (quote), whose band messages have different apostrophes. */
export const carValueMessages = {
  CAR_VALUE_REQUIRED: "Please enter car's value",
  CAR_VALUE_INVALID: "Please enter valid car's value",
  CAR_VALUE_TOO_HIGH: 'Sorry, We are unable to offer insurance for your car',
} as const

/** Messages of the payment start date in steps 4 (policyholder) and 5 (payment). */
export const paymentStartMessages = {
  PAYMENT_START_RANGE: 'Choose a date from the day your cover starts to 14 days after',
} as const

/** Shown by steps 4 and 5 when a security check that did not finish prevents the action of a click on Next. */
export const captchaFailedText =
  'The security check did not finish, so we could not go on. You can press the button again.'
