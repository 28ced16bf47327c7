/** Converts a direct debit between our type and the JSON of API calls; step 5 (payment) sends it with a bind. */
import type { BodyOf } from '#contract/endpoints.ts'
import type { NzDay } from '#journey/dates.ts'
import type { BankAccount } from '#journey/questions/payment.ts'

type WirePayment = BodyOf<'quoteBind'>['attributes']['paymentContextDetails']

export interface DirectDebit {
  readonly account: BankAccount
  /** Day of the month. */
  readonly debitDay: number
  /** Undefined when the customer chose no day, or for a client that knows only the specification's fields. */
  readonly paymentStart?: NzDay | undefined
  readonly termsVersion?: string | undefined
}

export const encodeDirectDebit = ({
  account,
  debitDay,
  paymentStart,
  termsVersion,
}: DirectDebit): WirePayment => ({
  bankPaymentDetails: {
    authorizerName: account.authoriserName,
    bankAccountName: account.accountName,
    bankAccountNumber: account.accountNumber,
  },
  instalmentDebitDay: debitDay,
  ...(paymentStart && { paymentStartDate: paymentStart }),
  ...(termsVersion && { directDebitTermsVersion: termsVersion }),
})

export const decodeDirectDebit = ({
  bankPaymentDetails: bank,
  instalmentDebitDay,
  paymentStartDate,
  directDebitTermsVersion,
}: WirePayment): DirectDebit => ({
  account: {
    accountName: bank.bankAccountName,
    accountNumber: bank.bankAccountNumber,
    authoriserName: bank.authorizerName,
  },
  debitDay: instalmentDebitDay,
  paymentStart: paymentStartDate,
  termsVersion: directDebitTermsVersion,
})
