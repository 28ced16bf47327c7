/** What is wrong with step 5's answers; the direct debit terms are shown once nothing is. Step 5 shows these problems. */
import { isAccountNumber } from '#journey/bank-account.ts'
import type { NzDay } from '#journey/dates.ts'
import { isPrintedName } from '#journey/printed-name.ts'
import { type PaymentStartCode, paymentStartProblems } from './holders.ts'
import { type Answers, answerOf, type Problem } from './problem.ts'

type Check = readonly [isRight: (answer: string) => boolean, otherwise: string]

/** The bank account in the order of the page. A number of another shape counts as none. */
const bankChecks = {
  accountName: [isPrintedName, 'ACCOUNT_NAME_REQUIRED'],
  accountNumber: [isAccountNumber, 'ACCOUNT_NUMBER_REQUIRED'],
  accountAuthorizer: [isPrintedName, 'AUTHORISER_REQUIRED'],
  authorised: [answer => answer === 'YES', 'AUTHORISATION_REQUIRED'],
} as const satisfies Readonly<Record<string, Check>>

export type BankField = keyof typeof bankChecks
export type PaymentCode = (typeof bankChecks)[BankField][1] | PaymentStartCode
/** What is answered about the bank account: in memory alone, and only until the policy is bought (SHELL-14). */
export const bankFields = Object.keys(bankChecks) as readonly BankField[]

/** All that keeps step 5 from going on, in the order of the page. */
export function paymentProblems(answers: Answers, known: { readonly today: NzDay }): Problem<PaymentCode>[] {
  const problems = bankFields.flatMap((field): Problem<PaymentCode>[] => {
    const [isRight, code] = bankChecks[field]
    return isRight(answerOf(answers, field)) ? [] : [{ field, code }]
  })
  return [...problems, ...paymentStartProblems(answers, known.today)]
}
