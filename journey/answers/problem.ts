/**
 * What is wrong with an answer: which field, and a code. Codes travel; the sentences stand in web/words/messages.ts.
 * Answers are flat, named as the fields on the page ('driver2.firstName'), so that a form, a draft and a check share them.
 */

/** Field name → what was typed or chosen; a field that was never touched is missing. */
export type Answers = Readonly<Record<string, string>>

export const messageCodes = [
  'PLATE_INVALID',
  'PLATES_TOO_MANY',
  'TRANSMISSION_REQUIRED',
  'MODEL_REQUIRED',
  'YES_NO_REQUIRED',
  'FINANCE_COMPANY_REQUIRED',
  'CAR_VALUE_REQUIRED',
  'CAR_VALUE_INVALID',
  'CAR_VALUE_OUT_OF_BAND',
  'CAR_VALUE_TOO_HIGH',
  'ADDRESS_REQUIRED',
  'ADDRESS_NOT_FOUND',
  'ADDRESS_POST_BOX',
  'QUOTE_NUMBER_REQUIRED',
  'QUOTE_NUMBER_INVALID',
  'CRIMINAL_RECORD_REQUIRED',
  'DRIVER_FIRST_NAME_REQUIRED',
  'DRIVER_LAST_NAME_REQUIRED',
  'NAME_LETTERS',
  'BIRTH_DATE_REQUIRED',
  'BIRTH_DATE_FORMAT',
  'BIRTH_DATE_YEAR',
  'TOO_YOUNG',
  'INCIDENT_COUNT_REQUIRED',
  'INCIDENT_TYPE_REQUIRED',
  'INCIDENT_MONTH_REQUIRED',
  'INCIDENT_YEAR_REQUIRED',
  'INCIDENT_IN_FUTURE',
  'INCIDENTS_DECLINED',
  'QUOTE_CAR_VALUE_OUT_OF_BAND',
  'START_DATE_RANGE',
  'EMAIL_REQUIRED',
  'EMAIL_TOO_LONG',
  'EMAIL_INVALID',
  'MANDATORY',
  'BUSINESS_NAME_REQUIRED',
  'TITLE_REQUIRED',
  'HOLDER_FIRST_NAME_REQUIRED',
  'HOLDER_LAST_NAME_REQUIRED',
  'MOBILE_REQUIRED',
  'MOBILE_INVALID',
  'HOLDER_EMAIL_INVALID',
  'PAYMENT_METHOD_REQUIRED',
  'PAYMENT_START_RANGE',
  'ACCOUNT_NAME_REQUIRED',
  'ACCOUNT_NUMBER_REQUIRED',
  'AUTHORISER_REQUIRED',
  'AUTHORISATION_REQUIRED',
] as const
export type MessageCode = (typeof messageCodes)[number]

export interface Problem {
  readonly field: string
  readonly code: MessageCode
  /** Numbers and names the message prints: { min: '$11,000', max: '$16,400' } */
  readonly values?: Readonly<Record<string, string>>
}

/** An answer without the blanks around it; '' when it was never given. */
export const answerOf = (answers: Answers, field: string): string => (answers[field] ?? '').trim()
