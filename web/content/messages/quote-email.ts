/** Validation messages of ‘Save this quote for later’. */
import type { QuoteEmailCode } from '#journey/questions/quote.ts'
import type { Messages } from './messages.ts'

export const quoteEmailMessages: Messages<QuoteEmailCode> = {
  EMAIL_REQUIRED: 'Please enter a valid email address',
  EMAIL_TOO_LONG: 'Email address too long.',
  EMAIL_INVALID: 'Is invalid',
}
