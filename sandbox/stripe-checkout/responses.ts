/** The Checkout sandbox's response bodies for sessions, payments and refunds. */
import { amountOf, type CheckoutSession, type Ending, type Intent, type Refund } from './session.ts'

const seconds = (iso: string): number => Math.floor(Date.parse(iso) / 1000)

interface ResponseOptions {
  /** Dotted paths below the session: 'payment_intent', 'payment_intent.latest_charge' */
  readonly expand: readonly string[]
  readonly refundedCents: number
}

export function sessionBody(
  session: CheckoutSession,
  ended: Ending | null,
  origin: string,
  { expand, refundedCents }: ResponseOptions = { expand: [], refundedCents: 0 },
) {
  const paid = ended?.state === 'complete' ? ended.intent : null
  const below = expand.filter(path => path.startsWith('payment_intent.')).map(path => path.slice(15))
  return {
    id: session.id,
    object: 'checkout.session',
    amount_subtotal: amountOf(session.request),
    amount_total: amountOf(session.request),
    cancel_url: session.request.cancel_url,
    client_reference_id: session.request.client_reference_id || null,
    created: seconds(session.createdAt),
    currency: 'nzd',
    expires_at: seconds(session.expiresAt),
    livemode: false,
    metadata: session.request.metadata,
    mode: 'payment',
    payment_intent:
      paid && (expand.length > 0 ? intentBody(paid, { expand: below, refundedCents }) : paid.id),
    payment_method_types: ['card'],
    payment_status: paid ? 'paid' : 'unpaid',
    status: ended?.state ?? 'open',
    success_url: session.request.success_url,
    url: ended === null ? `${origin}/c/pay/${session.id}` : null,
  }
}

/** A refunded payment stays `succeeded`; only its charge shows the refund. */
export const intentBody = (paid: Intent, { expand, refundedCents }: ResponseOptions) => ({
  id: paid.id,
  object: 'payment_intent',
  amount: paid.amountCents,
  amount_received: paid.amountCents,
  created: seconds(paid.createdAt),
  currency: 'nzd',
  latest_charge: expand.includes('latest_charge') ? chargeBody(paid, refundedCents) : paid.chargeId,
  livemode: false,
  status: 'succeeded',
})

const chargeBody = (paid: Intent, refundedCents: number) => ({
  id: paid.chargeId,
  object: 'charge',
  amount: paid.amountCents,
  amount_captured: paid.amountCents,
  amount_refunded: refundedCents,
  created: seconds(paid.createdAt),
  currency: 'nzd',
  paid: true,
  payment_intent: paid.id,
  payment_method_details: {
    type: 'card',
    card: {
      brand: paid.card.scheme,
      exp_month: Number(paid.card.month),
      exp_year: 2000 + Number(paid.card.year),
      last4: paid.card.last4,
    },
  },
  refunded: refundedCents === paid.amountCents,
  status: 'succeeded',
})

/** Newest first, all on one page. */
export const refundListBody = (made: readonly Refund[]) => ({
  object: 'list',
  data: made.map(refundBody).reverse(),
  has_more: false,
  url: '/v1/refunds',
})

export const refundBody = (made: Refund) => ({
  id: made.id,
  object: 'refund',
  amount: made.amountCents,
  charge: made.chargeId,
  created: seconds(made.createdAt),
  currency: 'nzd',
  metadata: made.metadata,
  payment_intent: made.intentId,
  status: 'succeeded',
})
