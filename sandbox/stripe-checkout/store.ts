/** The sessions of the Stripe Checkout sandbox: the schemas of requests, the storage, and the response bodies. */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import {
  type TestCard,
  type TestCardScheme,
  testCardSchemes,
} from '#sandbox/hosted-page/card-form-validation.ts'
import { openRecordStore } from '#sandbox/record-store.ts'

const webAddress = z.url({ protocol: /^https?$/ }).max(5000)
const wholeCents = z.coerce.number().int().min(1).max(99_999_999)
const brands = ['american_express', 'discover_global_network', 'mastercard', 'visa'] as const

const metadata = z.record(z.string().max(40), z.string().max(500)).default({})

/** A list, whose items Stripe's library sends as the fields 0, 1, 2 … */
export const indexedFormList = <Item extends z.ZodType>(item: Item) =>
  z.preprocess(value => Object.values(Object(value)), z.array(item))

/** The fields of a shop with card payments; unknown fields are rejected, as Stripe does. */
export const sessionRequest = z.strictObject({
  mode: z.literal('payment'),
  line_items: indexedFormList(
    z.strictObject({
      quantity: z.coerce.number().int().min(1).max(1000),
      price_data: z.strictObject({
        currency: z.literal('nzd'),
        unit_amount: wholeCents,
        product_data: z.strictObject({ name: z.string().min(1).max(250) }),
      }),
    }),
  ),
  success_url: webAddress,
  cancel_url: webAddress,
  client_reference_id: z.string().max(200).default(''),
  metadata,
  locale: z.literal('en-GB').optional(),
  submit_type: z.literal('pay').optional(),
  allowed_payment_method_types: indexedFormList(z.literal('card')),
  adaptive_pricing: z.strictObject({ enabled: z.literal('false') }).optional(),
  payment_method_options: z
    .strictObject({
      card: z.strictObject({
        request_three_d_secure: z.enum(['any', 'automatic']).optional(),
        restrictions: z.strictObject({ brands_blocked: indexedFormList(z.enum(brands)) }).optional(),
      }),
    })
    .optional(),
  customer_creation: z.literal('always').optional(),
  payment_intent_data: z
    .strictObject({
      setup_future_usage: z.literal('off_session').optional(),
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

export const refundListRequest = z.strictObject({ payment_intent: z.string().startsWith('pi_').length(27) })
export const refundRequest = refundListRequest.extend({ amount: wholeCents, metadata })

const refund = z.object({ id: z.string(), amount: z.number(), metadata })
export type Refund = z.output<typeof refund>

/** Times are seconds since 1970, as in Stripe's API. */
const checkoutSession = z.object({
  id: z.string(),
  createdAt: z.number(),
  expiresAt: z.number(),
  request: sessionRequest,
  /** A declined card leaves it open. */
  status: z.enum(['open', 'complete', 'expired']),
  payment: z
    .object({
      id: z.string(),
      createdAt: z.number(),
      card: z.object({ brand: z.enum(testCardSchemes), last4: z.string() }),
    })
    .nullable(),
  refunds: z.array(refund),
  isWebhookDone: z.boolean(),
})
export type CheckoutSession = z.output<typeof checkoutSession>

const brandOf = {
  visa: 'visa',
  mastercard: 'mastercard',
  amex: 'american_express',
  diners: 'discover_global_network',
} as const

export const amountOf = ({ line_items }: SessionRequest): number =>
  line_items.reduce((total, { quantity, price_data }) => total + quantity * price_data.unit_amount, 0)

export const refundedCents = ({ refunds }: CheckoutSession): number =>
  refunds.reduce((sum, { amount }) => sum + amount, 0)

export function allowedCardSchemes(request: SessionRequest): TestCardScheme[] {
  const blocked = request.payment_method_options?.card.restrictions?.brands_blocked ?? []
  return testCardSchemes.filter(type => !blocked.includes(brandOf[type]))
}

export const successUrl = ({ id, request }: CheckoutSession): string =>
  request.success_url.replaceAll('{CHECKOUT_SESSION_ID}', id)

/** @param isExpanded includes the payment and its charge; otherwise only the payment's id */
export const sessionBody = (session: CheckoutSession, origin: string, isExpanded = false) => ({
  id: session.id,
  object: 'checkout.session',
  amount_total: amountOf(session.request),
  created: session.createdAt,
  currency: 'nzd',
  expires_at: session.expiresAt,
  metadata: session.request.metadata,
  payment_intent: (isExpanded ? paymentBody(session) : session.payment?.id) ?? null,
  payment_status: session.payment ? 'paid' : 'unpaid',
  status: session.status,
  url: session.status === 'open' ? `${origin}/c/pay/${session.id}` : null,
})

/** A refunded payment stays `succeeded`; only its charge shows the refund. */
function paymentBody(session: CheckoutSession) {
  const { payment, request } = session
  return (
    payment && {
      id: payment.id,
      object: 'payment_intent',
      amount_received: amountOf(request),
      currency: 'nzd',
      latest_charge: {
        object: 'charge',
        amount_refunded: refundedCents(session),
        created: payment.createdAt,
        payment_method_details: { type: 'card', card: payment.card },
      },
      status: 'succeeded',
    }
  )
}

/** Newest first, all on one page. */
export const refundListBody = (refunds: readonly Refund[]) => ({
  object: 'list',
  data: refunds.map(refundBody).reverse(),
  has_more: false,
  url: '/v1/refunds',
})

export const refundBody = (refund: Refund) => ({
  ...refund,
  object: 'refund',
  currency: 'nzd',
  status: 'succeeded',
})

const openForMs = 24 * 3_600_000

/** The response to the first request under a key, and a fingerprint of that request. */
const storedResponse = z.object({
  id: z.string(),
  fingerprint: z.string(),
  status: z.number(),
  body: z.unknown(),
})
export type StoredResponse = z.output<typeof storedResponse>

const newId = (prefix: string, bytes = 12): string => `${prefix}_${randomBytes(bytes).toString('hex')}`

export type CheckoutStore = ReturnType<typeof openCheckoutStore>

export function openCheckoutStore(dir: string, now: () => Date) {
  const sessions = openRecordStore(dir, 'stripe-sessions', checkoutSession)
  const seconds = () => Math.floor(now().getTime() / 1000)

  /** A session past its expiry has ended even if nothing was stored. */
  function find(id: string): CheckoutSession | undefined {
    const session = sessions.find(id)
    const isOver = session?.status === 'open' && seconds() >= session.expiresAt
    return isOver ? { ...session, status: 'expired' } : session
  }

  return {
    sessions,
    find,
    findByPayment: (paymentId: string) => sessions.all().find(({ payment }) => payment?.id === paymentId),
    responses: openRecordStore(dir, 'stripe-responses', storedResponse),

    createSession: (request: SessionRequest) =>
      sessions.save({
        id: newId('cs_test', 29),
        createdAt: seconds(),
        expiresAt: seconds() + openForMs / 1000,
        request,
        status: 'open',
        payment: null,
        refunds: [],
        isWebhookDone: false,
      }),

    /** Returns the session, which may have ended in another way before. */
    pay(session: CheckoutSession, { scheme, number }: TestCard): CheckoutSession {
      const found = find(session.id) ?? session
      if (found.status !== 'open') return found
      const card = { brand: scheme, last4: number.slice(-4) }
      return sessions.save({
        ...found,
        status: 'complete',
        payment: { id: newId('pi'), createdAt: seconds(), card },
      })
    },

    /** Null if the refunds would exceed the payment. */
    refund(session: CheckoutSession, wanted: Pick<Refund, 'amount' | 'metadata'>): Refund | null {
      if (refundedCents(session) + wanted.amount > amountOf(session.request)) return null
      const refund = { ...wanted, id: newId('re') }
      sessions.save({ ...session, refunds: [...session.refunds, refund] })
      return refund
    },
  }
}
