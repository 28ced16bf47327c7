/** How instalments are paid: what the policyholder chose, and what follows from paying by the year. Kept apart from the rest of step 4, because the way through the journey asks it on every page. */
import type { PaymentMethod } from '#journey/payment.ts'
import { type Answers, answerOf } from './validation-error.ts'

/** Null until chosen. A whole year is paid by card only. */
export function paymentMethodOf(answers: Answers): PaymentMethod | null {
  if (answerOf(answers, 'frequency') === 'ANNUAL') return 'Credit_Card'
  const chosen = answerOf(answers, 'paymentMethod')
  return chosen === 'Credit_Card' || chosen === 'BANK_TRANSFER' ? chosen : null
}
