/** The e-mail address that steps 3 and 4 suggest for 'Email my quote'. */

import { type Answers, answerOf } from '#journey/questions/validation-error.ts'
import type { AnswersPatch } from '#web/features/draft/draft-store.ts'

/**
 * Where the quote is mailed to: an address typed for that, or else policyholder 1's. The quote shows people, so what was
 * offered before goes with whatever is put right there.
 */
export function defaultQuoteEmail(answers: Answers): AnswersPatch {
  const { quoteEmail, offeredEmail } = answers
  const email = answerOf(answers, 'policyholder1.email')
  return quoteEmail && quoteEmail !== offeredEmail ? {} : { quoteEmail: email, offeredEmail: email }
}
