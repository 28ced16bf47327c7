/** The states of quote, payment and bind attempt, and every transition between them that the database allows. */

export const quoteTransitions = {
  DRAFT: ['QUOTED', 'DECLINED', 'OFFLINE', 'EXPIRED'],
  QUOTED: ['QUOTED', 'BINDING', 'DECLINED', 'OFFLINE', 'EXPIRED'],
  /** A referred or uninsurable quote may be rated again with other answers. */
  OFFLINE: ['QUOTED', 'OFFLINE', 'DECLINED', 'EXPIRED'],
  /** Back to QUOTED only after the insurer definitely rejects. */
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
  /** The partner's state decides: money may still arrive after a declined card or an abandoned page. */
  DECLINED: ['APPROVED', 'REFUND_DUE'],
  CANCELLED: ['APPROVED', 'REFUND_DUE'],
  EXPIRED: ['APPROVED', 'REFUND_DUE'],
  REFUND_DUE: ['REFUNDED'],
  REFUNDED: [],
} as const satisfies Record<string, readonly string[]>
export type PaymentState = keyof typeof paymentTransitions

type PaymentPhase = 'open' | 'paid' | 'unpaid' | 'refunding' | 'refunded'
const paymentPhase: Readonly<Record<PaymentState, PaymentPhase>> = {
  CREATED: 'open',
  PENDING: 'open',
  APPROVED: 'paid',
  DECLINED: 'unpaid',
  CANCELLED: 'unpaid',
  EXPIRED: 'unpaid',
  REFUND_DUE: 'refunding',
  REFUNDED: 'refunded',
}
const paymentStates = Object.keys(paymentPhase) as PaymentState[]
export const paymentStatesOfPhases = (...phases: readonly PaymentPhase[]): PaymentState[] =>
  paymentStates.filter(state => phases.includes(paymentPhase[state]))

export const closedUnpaidStates: readonly PaymentState[] = paymentStatesOfPhases('unpaid')

export const bindAttemptTransitions = {
  INTENT: ['ISSUED', 'REJECTED', 'UNKNOWN'],
  /** Leaves UNKNOWN only after we ask the insurer, or send the same key again; never after a timeout. */
  UNKNOWN: ['ISSUED', 'REJECTED', 'UNKNOWN'],
  /** A definite rejection ends this attempt; a corrected one is a new intent with a new key. */
  REJECTED: ['INTENT'],
  ISSUED: [],
} as const satisfies Record<string, readonly string[]>
export type BindAttemptState = keyof typeof bindAttemptTransitions

/** States in which the insurer has neither accepted nor declined. */
export const unresolvedBindStates: readonly BindAttemptState[] = ['INTENT', 'UNKNOWN']

/** The states from which a transition to `to` is legal: the WHERE clause of every compare-and-set. */
export function statesBefore<S extends string>(moves: Readonly<Record<S, readonly string[]>>, to: S): S[] {
  return (Object.keys(moves) as S[]).filter(from => moves[from].includes(to))
}

/** The statuses in which a quote may get a new price. Only the insurer's rejection ends BINDING, never a new price. */
export const ratableStatuses = (to: QuoteStatus): QuoteStatus[] =>
  statesBefore<QuoteStatus>(quoteTransitions, to).filter(from => from !== 'BINDING')

export function closedQuoteProblem(
  status: QuoteStatus,
): 'BIND_PENDING' | 'QUOTE_CONVERTED' | 'QUOTE_EXPIRED' | null {
  // The insurer may still reject it, and no policy is announced before it exists.
  if (status === 'BINDING') return 'BIND_PENDING'
  if (status === 'CONVERTED') return 'QUOTE_CONVERTED'
  return status === 'EXPIRED' ? 'QUOTE_EXPIRED' : null
}
