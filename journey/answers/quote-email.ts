/** Where 'Email my quote' may send it; its popup shows these problems. */
import { isEmail, maximumEmailLength } from '#journey/email-address.ts'
import { type Answers, type Problem, wordOf } from './problem.ts'

export type QuoteEmailCode = 'EMAIL_REQUIRED' | 'EMAIL_TOO_LONG' | 'EMAIL_INVALID'

/** The address a quote is e-mailed to. */
export function quoteEmailProblems(answers: Answers): Problem<QuoteEmailCode>[] {
  const email = wordOf(answers, 'quoteEmail')
  if (email === '') return [{ field: 'quoteEmail', code: 'EMAIL_REQUIRED' }]
  if (email.length > maximumEmailLength) return [{ field: 'quoteEmail', code: 'EMAIL_TOO_LONG' }]
  return isEmail(email) ? [] : [{ field: 'quoteEmail', code: 'EMAIL_INVALID' }]
}
