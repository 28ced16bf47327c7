/** Of step 3. */
import type { QuoteCode } from '#journey/questions/quote.ts'
import { carValueWords } from '#web/content/car-value.ts'
import { quoteWords } from '#web/content/quote.ts'
import type { Messages } from './messages.ts'

export const quoteMessages: Messages<QuoteCode> = {
  CAR_VALUE_REQUIRED: carValueWords.required,
  CAR_VALUE_INVALID: carValueWords.invalid,
  CAR_VALUE_TOO_HIGH: carValueWords.tooHigh,
  CAR_VALUE_OUT_OF_BAND: ({ min, max }) => `We would expect your car’s value to be between ${min} and ${max}`,
  START_DATE_RANGE: 'Choose a start date from today to 30 days ahead',
  ADDRESS_NOT_FOUND: quoteWords.addressNotFound,
}
