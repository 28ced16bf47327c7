/** The sentence for every problem code, letter for letter as the requirements print it, straight and curly apostrophes included. */
import type { MessageCode, Problem } from '#journey/answers/problem.ts'

type Message = string | ((values: Readonly<Record<string, string>>) => string)

export const messages: Readonly<Record<MessageCode, Message>> = {
  PLATE_INVALID: 'Please enter a valid plate number',
  PLATES_TOO_MANY: 'You have asked about several cars. Please try again in an hour.',
  TRANSMISSION_REQUIRED: 'Please select transmission',
  MODEL_REQUIRED: 'Please select model',
  YES_NO_REQUIRED: "Please select 'Yes' or 'No'",
  FINANCE_COMPANY_REQUIRED: 'Please select finance company',
  CAR_VALUE_REQUIRED: "Please enter car's value",
  CAR_VALUE_INVALID: "Please enter valid car's value",
  CAR_VALUE_OUT_OF_BAND: ({ min, max }) => `We would expect your car's value to be between ${min} and ${max}`,
  CAR_VALUE_TOO_HIGH: 'Sorry, We are unable to offer insurance for your car',
  ADDRESS_REQUIRED: 'Please enter address',
  ADDRESS_NOT_FOUND: 'Address not found',
  ADDRESS_POST_BOX: 'Please enter the address where the car is kept',
  QUOTE_NUMBER_REQUIRED: 'Quote number is required to proceed.',
  QUOTE_NUMBER_INVALID: 'Invalid quote number.',
  CRIMINAL_RECORD_REQUIRED: 'Please select ‘Yes’ or ‘No’',
  DRIVER_FIRST_NAME_REQUIRED: 'Please enter first name',
  DRIVER_LAST_NAME_REQUIRED: 'Please enter last name',
  NAME_LETTERS: "Only letters, -, ' and space are allowed.",
  BIRTH_DATE_REQUIRED: 'Please enter date of birth',
  BIRTH_DATE_FORMAT: 'Invalid date. Please enter date in format dd/mm/yyyy.',
  BIRTH_DATE_YEAR: 'Date of birth is invalid.',
  TOO_YOUNG: 'Age should be more than 18 years.',
  INCIDENT_COUNT_REQUIRED: 'Please select number of incidents',
  INCIDENT_TYPE_REQUIRED: 'Please select type of issue',
  INCIDENT_MONTH_REQUIRED: 'Please select month',
  INCIDENT_YEAR_REQUIRED: 'Please select year',
  INCIDENT_IN_FUTURE: 'Future month cannot be selected',
  INCIDENTS_DECLINED: 'Sorry, we’re unable to offer you car insurance based on this information.',
  QUOTE_CAR_VALUE_OUT_OF_BAND: ({ min, max }) =>
    `We would expect your car’s value to be between ${min} and ${max}`,
  START_DATE_RANGE: 'Choose a start date from today to 30 days ahead',
  EMAIL_REQUIRED: 'Please enter a valid email address',
  EMAIL_TOO_LONG: 'Email address too long.',
  EMAIL_INVALID: 'Is invalid',
  MANDATORY: 'Is mandatory',
  BUSINESS_NAME_REQUIRED: 'Please enter your business Name',
  TITLE_REQUIRED: 'Please select title',
  HOLDER_FIRST_NAME_REQUIRED: 'Please enter your first name',
  HOLDER_LAST_NAME_REQUIRED: 'Please enter your last name',
  MOBILE_REQUIRED: 'Please enter your phone number',
  MOBILE_INVALID: 'Please enter a valid mobile number',
  HOLDER_EMAIL_INVALID: 'Please enter a valid email address',
  PAYMENT_METHOD_REQUIRED: 'Please select payment method',
  PAYMENT_START_RANGE: 'Choose a date from the day your cover starts to 14 days after',
  ACCOUNT_NAME_REQUIRED: 'Please enter bank account name',
  ACCOUNT_NUMBER_REQUIRED: 'Please enter bank account number',
  AUTHORISER_REQUIRED: 'Please enter authoriser name',
  AUTHORISATION_REQUIRED: 'Please check the authorization',
}

/** What the field shows; the values a message prints come with the problem. */
export function messageText(problem: Pick<Problem, 'code' | 'values'>): string {
  const message = messages[problem.code]
  return typeof message === 'string' ? message : message(problem.values ?? {})
}
