/** Validates the address that 'Email my quote' asks for. The quote itself is in quote.ts. */
import { isEmail, isEmailTooLong, parseEmail } from '#journey/email-address.ts'
import type { EmailForm } from './form-answers.ts'
import { toValidationErrors, type ValidationError } from './validation-error.ts'

export type QuoteEmailErrorCode = 'EMAIL_REQUIRED' | 'EMAIL_TOO_LONG' | 'EMAIL_INVALID'

function emailError(email: string): QuoteEmailErrorCode | null {
  if (email === '') return 'EMAIL_REQUIRED'
  if (isEmailTooLong(email)) return 'EMAIL_TOO_LONG'
  return isEmail(email) ? null : 'EMAIL_INVALID'
}

export const quoteEmailErrors = ({
  quoteEmail,
}: EmailForm): ValidationError<QuoteEmailErrorCode, 'email.quoteEmail'>[] =>
  toValidationErrors([['email.quoteEmail', emailError(parseEmail(quoteEmail))]])
