/** The schemas of sessions, payments and refunds in the Stripe Checkout sandbox, and their response bodies. */
import { z } from 'zod'
import { type CardScheme, cardSchemes } from '#sandbox/hosted-page/card-form-validation.ts'

const webAddress = z.url({ protocol: /^https?$/ }).max(5000)
const wholeCents = z.coerce.number().int().min(1).max(99_999_999)
const brands = ['american_express', 'discover_global_network', 'mastercard', 'visa'] as const

export const metadata = z.record(z.string().max(40), z.string().max(500))

/** The fields of a shop with card payments; unknown fields are rejected, as Stripe does. */
export const sessionRequest = z.strictObject({
  mode: z.literal('payment'),
  line_items: z
    .array(
      z.strictObject({
        quantity: z.coerce.number().int().min(1).max(1000),
        price_data: z.strictObject({
          currency: z.literal('nzd'),
          unit_amount: wholeCents,
          product_data: z.strictObject({ name: z.string().min(1).max(250) }),
        }),
      }),
    )
    .min(1),
  success_url: webAddress,
  cancel_url: webAddress,
  client_reference_id: z.string().max(200).default(''),
  metadata: metadata.default({}),
  locale: z.enum(['auto', 'en', 'en-GB']).optional(),
  submit_type: z.enum(['auto', 'pay']).optional(),
  allowed_payment_method_types: z.array(z.literal('card')).optional(),
  adaptive_pricing: z.strictObject({ enabled: z.literal('false') }).optional(),
  payment_method_options: z
    .strictObject({
      card: z.strictObject({
        request_three_d_secure: z.enum(['any', 'automatic', 'challenge']).optional(),
        restrictions: z.strictObject({ brands_blocked: z.array(z.enum(brands)) }).optional(),
      }),
    })
    .optional(),
  customer_creation: z.enum(['always', 'if_required']).optional(),
  payment_intent_data: z
    .strictObject({
      setup_future_usage: z.enum(['off_session', 'on_session']).optional(),
      description: z.string().max(1000).optional(),
      statement_descriptor_suffix: z
        .string()
        .max(22)
        .regex(/^(?=.*[A-Za-z])[^<>\\'"*]*$/)
        .optional(),
    })
    .optional(),
})
export type SessionRequest = z.output<typeof sessionRequest>

export const storedSession = z.object({
  id: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  request: sessionRequest,
})
export type CheckoutSession = z.output<typeof storedSession>

export const paymentIntent = z.object({
  id: z.string(),
  sessionId: z.string(),
  chargeId: z.string(),
  createdAt: z.iso.datetime(),
  amountCents: z.number(),
  card: z.object({ scheme: z.enum(cardSchemes), last4: z.string(), month: z.string(), year: z.string() }),
})
export type PaymentIntent = z.output<typeof paymentIntent>

/** Written once, by the first caller that finishes the session. A declined card does not finish it. */
export const finalState = z.discriminatedUnion('state', [
  z.object({ state: z.literal('complete'), intent: paymentIntent }),
  z.object({ state: z.literal('expired') }),
])
export type FinalState = z.output<typeof finalState>

export const refund = z.object({
  id: z.string(),
  intentId: z.string(),
  chargeId: z.string(),
  amountCents: z.number(),
  createdAt: z.iso.datetime(),
  metadata: metadata.default({}),
})
export type Refund = z.output<typeof refund>

const brandOf = {
  visa: 'visa',
  mastercard: 'mastercard',
  amex: 'american_express',
  diners: 'discover_global_network',
} as const

export const amountOf = ({ line_items }: SessionRequest): number =>
  line_items.reduce((total, { quantity, price_data }) => total + quantity * price_data.unit_amount, 0)

export function allowedCardSchemes(request: SessionRequest): CardScheme[] {
  const blocked = request.payment_method_options?.card.restrictions?.brands_blocked ?? []
  return cardSchemes.filter(type => !blocked.includes(brandOf[type]))
}

export const successUrl = ({ id, request }: CheckoutSession): string =>
  request.success_url.replaceAll('{CHECKOUT_SESSION_ID}', id)

const seconds = (iso: string): number => Math.floor(Date.parse(iso) / 1000)

/** @param expanded includes the payment and its charge with the refunded amount; null gives the payment's id only */
export function sessionBody(
  session: CheckoutSession,
  ended: FinalState | null,
  origin: string,
  expanded: { readonly refundedCents: number } | null = null,
) {
  const paid = ended?.state === 'complete' ? ended.intent : null
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
    payment_intent: paid && (expanded ? intentBody(paid, expanded.refundedCents) : paid.id),
    payment_method_types: ['card'],
    payment_status: paid ? 'paid' : 'unpaid',
    status: ended?.state ?? 'open',
    success_url: session.request.success_url,
    url: ended === null ? `${origin}/c/pay/${session.id}` : null,
  }
}

/** A refunded payment stays `succeeded`; only its charge shows the refund. */
const intentBody = (paid: PaymentIntent, refundedCents: number) => ({
  id: paid.id,
  object: 'payment_intent',
  amount: paid.amountCents,
  amount_received: paid.amountCents,
  created: seconds(paid.createdAt),
  currency: 'nzd',
  latest_charge: chargeBody(paid, refundedCents),
  livemode: false,
  status: 'succeeded',
})

const chargeBody = (paid: PaymentIntent, refundedCents: number) => ({
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
