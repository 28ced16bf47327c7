/** The payment method that a policyholder chose; a whole year is paid by card only. */
import type { PaymentMethod } from '#journey/payment.ts'
import { type Answers, answerOf } from './validation-error.ts'

/** Null until chosen. A whole year is paid by card only. */
export function paymentMethodOf(answers: Answers): PaymentMethod | null {
  if (answerOf(answers, 'frequency') === 'ANNUAL') return 'Credit_Card'
  const chosen = answerOf(answers, 'paymentMethod')
  return chosen === 'Credit_Card' || chosen === 'BANK_TRANSFER' ? chosen : null
}
