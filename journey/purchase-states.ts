/**
 * The states of quote, payment and bind attempt, and every legal transition between them. The database changes
 * a row only by compare-and-set from these source states; other transitions cannot happen.
 */

export const quoteTransitions = {
  DRAFT: ['QUOTED', 'DECLINED', 'OFFLINE', 'EXPIRED'],
  QUOTED: ['QUOTED', 'BINDING', 'DECLINED', 'OFFLINE', 'EXPIRED'],
  /** A referred or uninsurable quote may be rated again with other answers. */
  OFFLINE: ['QUOTED', 'OFFLINE', 'DECLINED', 'EXPIRED'],
  /** Back to QUOTED only on the insurer's definite refusal. */
  BINDING: ['CONVERTED', 'QUOTED'],
  CONVERTED: [],
  EXPIRED: [],
  DECLINED: ['QUOTED', 'OFFLINE', 'DECLINED', 'EXPIRED'],
} as const satisfies Record<string, readonly string[]>
export type QuoteStatus = keyof typeof quoteTransitions

export const paymentTransitions = {
  CREATED: ['PENDING', 'EXPIRED'],
  PENDING: ['APPROVED', 'DECLINED', 'CANCELLED', 'EXPIRED', 'REFUND_DUE'],
  APPROVED: ['REFUND_DUE'],
  /** The partner's state wins: money may still arrive after a declined card or an abandoned page. */
  DECLINED: ['APPROVED', 'REFUND_DUE'],
  CANCELLED: ['APPROVED', 'REFUND_DUE'],
  EXPIRED: ['APPROVED', 'REFUND_DUE'],
  REFUND_DUE: ['REFUNDED'],
  REFUNDED: [],
} as const satisfies Record<string, readonly string[]>
export type PaymentState = keyof typeof paymentTransitions

type PaymentPhase = 'open' | 'paid' | 'unpaid' | 'going-back' | 'back'
/** Where the money is, as far as is known. */
const paymentPhase: Readonly<Record<PaymentState, PaymentPhase>> = {
  CREATED: 'open',
  PENDING: 'open',
  APPROVED: 'paid',
  DECLINED: 'unpaid',
  CANCELLED: 'unpaid',
  EXPIRED: 'unpaid',
  REFUND_DUE: 'going-back',
  REFUNDED: 'back',
}
const paymentStates = Object.keys(paymentPhase) as PaymentState[]
export const paymentStatesIn = (...phases: readonly PaymentPhase[]): PaymentState[] =>
  paymentStates.filter(state => phases.includes(paymentPhase[state]))

/** Closed without money. */
export const unpaidStates: readonly PaymentState[] = paymentStatesIn('unpaid')

export const bindAttemptTransitions = {
  INTENT: ['ISSUED', 'REJECTED', 'UNKNOWN'],
  /** Only by looking it up or by sending the same key again, never by age. */
  UNKNOWN: ['ISSUED', 'REJECTED', 'UNKNOWN'],
  /** A definite refusal ends this attempt; a corrected one is a new intent with a new key. */
  REJECTED: ['INTENT'],
  ISSUED: [],
} as const satisfies Record<string, readonly string[]>
export type BindAttemptState = keyof typeof bindAttemptTransitions

const isAnswered: Readonly<Record<BindAttemptState, boolean>> = {
  INTENT: false,
  UNKNOWN: false,
  REJECTED: true,
  ISSUED: true,
}
/** States in which the insurer has neither accepted nor declined. */
export const unresolvedBindStates: readonly BindAttemptState[] = (
  Object.keys(isAnswered) as BindAttemptState[]
).filter(state => !isAnswered[state])

/** The states from which a transition to `to` is legal: the WHERE clause of every compare-and-set. */
export function statesBefore<S extends string>(moves: Readonly<Record<S, readonly string[]>>, to: S): S[] {
  return (Object.keys(moves) as S[]).filter(from => moves[from].includes(to))
}

/** The statuses in which a quote may get a new price. Only the insurer's refusal leads out of BINDING, never a late price. */
export const ratableStatuses = (to: QuoteStatus): QuoteStatus[] =>
  statesBefore<QuoteStatus>(quoteTransitions, to).filter(from => from !== 'BINDING')

/** The problem of a call that would change a quote in this status; null if it may be changed. */
export function closedQuoteProblem(
  status: QuoteStatus,
): 'BIND_PENDING' | 'QUOTE_CONVERTED' | 'QUOTE_EXPIRED' | null {
  // The insurer may still refuse: no policy is announced before it exists.
  if (status === 'BINDING') return 'BIND_PENDING'
  if (status === 'CONVERTED') return 'QUOTE_CONVERTED'
  return status === 'EXPIRED' ? 'QUOTE_EXPIRED' : null
}
