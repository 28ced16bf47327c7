/** Validation messages of step 3. */
import type { QuoteCode } from '#journey/questions/quote-errors.ts'
import { carValueText } from '#web/content/car-value.ts'
import { quoteText } from '#web/content/quote.ts'
import type { Messages } from './messages.ts'

export const quoteMessages: Messages<QuoteCode> = {
  CAR_VALUE_REQUIRED: carValueText.required,
  CAR_VALUE_INVALID: carValueText.invalid,
  CAR_VALUE_TOO_HIGH: carValueText.tooHigh,
  CAR_VALUE_OUT_OF_BAND: ({ min, max }) => `We would expect your car’s value to be between ${min} and ${max}`,
  START_DATE_RANGE: 'Choose a start date from today to 30 days ahead',
  ADDRESS_NOT_FOUND: quoteText.addressNotFound,
}
