/** Validates the answers of step 5 (payment), and converts the bank form to a BankAccount. */
import { isAccountNumber } from '#journey/bank-account.ts'
import type { NzDay } from '#journey/dates.ts'
import { type FreeTextNameErrorCode, freeTextNameError } from '#journey/links-and-card-numbers.ts'
import type { BankForm, PaymentAnswers } from './form-answers.ts'
import { type PaymentStartErrorCode, paymentStartErrors } from './policyholder.ts'
import { type FieldPaths, toValidationErrors, type ValidationError } from './validation-error.ts'

export interface BankAccount {
  readonly accountName: string
  readonly accountNumber: string
  readonly authoriserName: string
}

export const bankAccountOf = (form: BankForm): BankAccount => ({
  accountName: form.accountName.trim(),
  accountNumber: form.accountNumber.trim(),
  authoriserName: form.accountAuthorizer.trim(),
})

type BankErrorCode =
  | 'ACCOUNT_NAME_REQUIRED'
  | 'ACCOUNT_NUMBER_REQUIRED'
  | 'AUTHORISER_REQUIRED'
  | 'AUTHORISATION_REQUIRED'
  | FreeTextNameErrorCode
export type PaymentErrorCode = BankErrorCode | PaymentStartErrorCode
type BankField = `payment.bank.${FieldPaths<BankForm>}`

/** All errors of step 5, in page order. A number with an invalid format counts as missing. */
export function paymentErrors(
  answers: PaymentAnswers,
  known: { readonly today: NzDay },
): ValidationError<PaymentErrorCode, BankField | 'payment.paymentStartDate'>[] {
  const { accountName, accountNumber, accountAuthorizer, authorised } = answers.payment.bank
  return [
    ...toValidationErrors<BankErrorCode, BankField>([
      ['payment.bank.accountName', freeTextNameError(accountName.trim(), 'ACCOUNT_NAME_REQUIRED')],
      [
        'payment.bank.accountNumber',
        isAccountNumber(accountNumber.trim()) ? null : 'ACCOUNT_NUMBER_REQUIRED',
      ],
      ['payment.bank.accountAuthorizer', freeTextNameError(accountAuthorizer.trim(), 'AUTHORISER_REQUIRED')],
      ['payment.bank.authorised', authorised === 'YES' ? null : 'AUTHORISATION_REQUIRED'],
    ]),
    ...paymentStartErrors(answers, known.today),
  ]
}
