/** The question of the 'Email my quote' dialog: the form and its validation. */
import { isEmail, isEmailTooLong, readEmail } from '#journey/email-address.ts'
import { errorsOf, type ValidationError } from './validation-error.ts'

export interface EmailForm {
  readonly quoteEmail: string
}
export const emptyEmail: EmailForm = { quoteEmail: '' }

export type QuoteEmailCode = 'EMAIL_REQUIRED' | 'EMAIL_TOO_LONG' | 'EMAIL_INVALID'

function emailError(email: string): QuoteEmailCode | null {
  if (email === '') return 'EMAIL_REQUIRED'
  if (isEmailTooLong(email)) return 'EMAIL_TOO_LONG'
  return isEmail(email) ? null : 'EMAIL_INVALID'
}

/** The error in the address that receives the quote. */
export const quoteEmailErrors = ({
  quoteEmail,
}: EmailForm): ValidationError<QuoteEmailCode, 'email.quoteEmail'>[] =>
  errorsOf([['email.quoteEmail', emailError(readEmail(quoteEmail.trim()))]])
