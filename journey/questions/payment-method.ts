/** The payment questions of steps 4 and 5 as a form, and the payment method that it chooses. */
import type { PaymentMethod } from '#journey/payment.ts'
import type { CoverForm } from './cover-choice.ts'

/** The bank account of step 5. It is never stored in the browser. */
export interface BankForm {
  readonly accountName: string
  readonly accountNumber: string
  readonly accountAuthorizer: string
  readonly authorised: string
}

export interface PaymentForm {
  readonly paymentMethod: string
  readonly paymentStartDate: string
  readonly bank: BankForm
  /** 'YES' once the direct debit terms are agreed to. */
  readonly directTerms: string
}

export const emptyBank: BankForm = {
  accountName: '',
  accountNumber: '',
  accountAuthorizer: '',
  authorised: '',
}
export const emptyPayment: PaymentForm = {
  paymentMethod: '',
  paymentStartDate: '',
  bank: emptyBank,
  directTerms: '',
}

/** The answers that decide how and when is paid. */
export interface PaymentAnswers {
  readonly cover: CoverForm
  readonly payment: PaymentForm
}

/** Null until chosen. A whole year is paid by card only. */
export function paymentMethodOf({ cover, payment }: PaymentAnswers): PaymentMethod | null {
  if (cover.frequency === 'ANNUAL') return 'Credit_Card'
  const chosen = payment.paymentMethod
  return chosen === 'Credit_Card' || chosen === 'BANK_TRANSFER' ? chosen : null
}
