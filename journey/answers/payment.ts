/** What is wrong with step 5's answers; the direct debit terms are shown once nothing is. Step 5 shows these problems. */
import { isAccountNumber } from '#journey/bank-account.ts'
import type { NzDay } from '#journey/dates.ts'
import { isPrintedName } from '#journey/printed-name.ts'
import { paymentStartProblems } from './holders.ts'
import { type Answers, answerOf, type MessageCode, type Problem } from './problem.ts'

/** All that keeps step 5 from going on, in the order of the page. An account number of another shape counts as none. */
export function paymentProblems(answers: Answers, known: { readonly today: NzDay }): Problem[] {
  const checks: [string, boolean, MessageCode][] = [
    ['accountName', isPrintedName(answerOf(answers, 'accountName')), 'ACCOUNT_NAME_REQUIRED'],
    ['accountNumber', isAccountNumber(answerOf(answers, 'accountNumber')), 'ACCOUNT_NUMBER_REQUIRED'],
    ['accountAuthorizer', isPrintedName(answerOf(answers, 'accountAuthorizer')), 'AUTHORISER_REQUIRED'],
    ['authorised', answerOf(answers, 'authorised') === 'YES', 'AUTHORISATION_REQUIRED'],
  ]
  const problems = checks.flatMap(([field, right, code]): Problem[] => (right ? [] : [{ field, code }]))
  return [...problems, ...paymentStartProblems(answers, known.today)]
}
