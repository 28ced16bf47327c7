/** Validates the answers of step 5. The direct debit terms open when all of them are valid. */
import { isAccountNumber } from '#journey/bank-account.ts'
import type { NzDay } from '#journey/dates.ts'
import { printableNameError } from '#journey/printable-text.ts'
import { type PaymentStartCode, paymentStartErrors } from './policyholders.ts'
import { type Answers, answerOf, type ValidationError } from './validation-error.ts'

/** What is wrong with each answer about the bank account, in the order of the page. A number of another shape counts as none. */
const bankChecks = {
  accountName: (answer: string) => printableNameError(answer, 'ACCOUNT_NAME_REQUIRED'),
  accountNumber: (answer: string) => (isAccountNumber(answer) ? null : 'ACCOUNT_NUMBER_REQUIRED'),
  accountAuthorizer: (answer: string) => printableNameError(answer, 'AUTHORISER_REQUIRED'),
  authorised: (answer: string) => (answer === 'YES' ? null : 'AUTHORISATION_REQUIRED'),
}

export type BankField = keyof typeof bankChecks
export type PaymentCode = NonNullable<ReturnType<(typeof bankChecks)[BankField]>> | PaymentStartCode
/** What is answered about the bank account: in memory alone, and only until the policy is bought (SHELL-14). */
export const bankFields = Object.keys(bankChecks) as readonly BankField[]

/** All errors of step 5, in page order. */
export function paymentErrors(
  answers: Answers,
  known: { readonly today: NzDay },
): ValidationError<PaymentCode>[] {
  const problems = bankFields.flatMap((field): ValidationError<PaymentCode>[] => {
    const code = bankChecks[field](answerOf(answers, field))
    return code === null ? [] : [{ field, code }]
  })
  return [...problems, ...paymentStartErrors(answers, known.today)]
}
