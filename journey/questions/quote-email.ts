/** Validates the address in the 'Email my quote' dialog. */
import { isEmail, isEmailTooLong, readEmail } from '#journey/email-address.ts'
import { type Answers, answerOf, type ValidationError } from './validation-error.ts'

export type QuoteEmailCode = 'EMAIL_REQUIRED' | 'EMAIL_TOO_LONG' | 'EMAIL_INVALID'

/** The address that receives the quote. */
export function quoteEmailErrors(answers: Answers): ValidationError<QuoteEmailCode>[] {
  const email = readEmail(answerOf(answers, 'quoteEmail'))
  if (email === '') return [{ field: 'quoteEmail', code: 'EMAIL_REQUIRED' }]
  if (isEmailTooLong(email)) return [{ field: 'quoteEmail', code: 'EMAIL_TOO_LONG' }]
  return isEmail(email) ? [] : [{ field: 'quoteEmail', code: 'EMAIL_INVALID' }]
}
