/** Maps the payment port to Stripe Checkout, for the Stripe adapter. */
import type { Stripe } from 'stripe'
import { z } from 'zod'
import type { CardScheme } from '#journey/payment-methods.ts'
import {
  type CardPaymentResult,
  type CardSessionRequest,
  type RefundResult,
  unclearResponse,
} from './port.ts'

const brandNames: Readonly<Record<CardScheme, string>> = {
  VISA: 'visa',
  MASTER: 'mastercard',
  AMEX: 'american_express',
}
const allBrands = [...Object.values(brandNames), 'discover_global_network']

/** Stripe requires a letter, and some insurers' quote numbers are digits only. */
function statementText(reference: string): string {
  const plain = reference.replace(/[^\w .-]/g, '')
  return (/[A-Za-z]/.test(plain) ? plain : `Q ${plain}`).slice(0, 22)
}

export function sessionParams(request: CardSessionRequest): Stripe.Checkout.SessionCreateParams {
  const { idempotencyKey, amountCents, currency, seller, reference, schemes, instalments, urls } = request
  const allowedBrands = schemes.map(scheme => brandNames[scheme])
  const back = `${urls.approved}${urls.approved.includes('?') ? '&' : '?'}`
  return {
    mode: 'payment',
    submit_type: 'pay',
    locale: 'en-GB',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: currency.toLowerCase(),
          unit_amount: amountCents,
          product_data: { name: `${seller}: car insurance ${reference}` },
        },
      },
    ],
    // Stripe replaces the text in braces.
    success_url: `${back}session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: urls.cancelled,
    client_reference_id: reference.slice(0, 200),
    // Stripe returns this in every webhook. It separates our sessions from those of other systems.
    metadata: { openroad_payment: idempotencyKey },
    allowed_payment_method_types: ['card'],
    // Charges the quoted amount in its own currency.
    adaptive_pricing: { enabled: false },
    payment_method_options: {
      card: {
        request_three_d_secure: request.threeDSecure ? 'any' : 'automatic',
        restrictions: { brands_blocked: allBrands.filter(brand => !allowedBrands.includes(brand)) },
      },
    },
    ...(instalments && { customer_creation: 'always' }),
    payment_intent_data: {
      ...(instalments && { setup_future_usage: 'off_session' }),
      description: reference,
      statement_descriptor_suffix: statementText(reference),
    },
  }
}

export const sessionIdPattern = /^cs_\w{8,200}$/
export const transactionIdPattern = /^pi_\w{8,200}$/

export const createdSession = z.object({ id: z.string().regex(sessionIdPattern), url: z.string() })

/** Optional, because it is only displayed. */
const card = z.object({
  brand: z.string().nullish(),
  last4: z
    .string()
    .regex(/^\d{4}$/)
    .nullish(),
})

/** With payment_intent.latest_charge expanded. */
const paidIntent = z.object({
  id: z.string().regex(transactionIdPattern),
  amount_received: z.number().int().positive(),
  currency: z.string().length(3),
  status: z.literal('succeeded'),
  latest_charge: z.object({
    /** Seconds since 1970. */
    created: z.number().int().positive(),
    /** A refunded payment stays `succeeded` and its session `paid`, so only this field shows the refund. */
    amount_refunded: z.number().int().min(0),
    payment_method_details: z.object({ card: card.nullish() }).nullish(),
  }),
})

export const checkoutSession = z.object({
  status: z.string(),
  payment_status: z.string(),
  payment_intent: z.unknown(),
})

export const refundResponse = z.object({ id: z.string().regex(/^re_\w{8,200}$/), status: z.string() })

/** Newest first. `metadata.payment` is our reference. */
export const refundList = z.object({
  data: z.array(
    refundResponse.extend({
      amount: z.number().int(),
      metadata: z.looseObject({ payment: z.string().optional() }).nullish(),
    }),
  ),
})

export function toRefundResult({ id, status }: z.output<typeof refundResponse>): RefundResult {
  if (status === 'succeeded') return { outcome: 'refunded', refundId: id }
  return { outcome: status === 'failed' || status === 'canceled' ? 'refused' : 'unknown' }
}

/** The metadata that `sessionParams` sets; null for sessions of other systems. */
const metadata = z.object({ openroad_payment: z.uuid() }).nullable().catch(null)

/** A webhook event. Only events about Checkout sessions are used. */
export const webhookEvent = z.object({
  data: z.object({ object: z.object({ object: z.string(), id: z.string().optional(), metadata }) }),
})

/**
 * Approved only if the session is complete and `paid` and its payment succeeded; the amount is what was received.
 * A paid session without these, or with any refund, is unclear. A declined card leaves the session pending.
 */
export function toCardResult({
  status,
  payment_status,
  payment_intent,
}: z.output<typeof checkoutSession>): CardPaymentResult {
  if (payment_status !== 'paid') return { state: status === 'expired' ? 'expired' : 'pending' }
  const paid = paidIntent.safeParse(payment_intent)
  if (status !== 'complete' || !paid.success) return unclearResponse
  const { id, amount_received, currency, latest_charge } = paid.data
  if (latest_charge.amount_refunded > 0) return { state: 'unclear', reason: 'sent back already' }
  const shown = latest_charge.payment_method_details?.card
  return {
    state: 'approved',
    amountCents: amount_received,
    currency: currency.toUpperCase(),
    transactionId: id,
    paidAt: new Date(latest_charge.created * 1_000),
    card: { scheme: shown?.brand ?? '', lastDigits: shown?.last4 ?? '' },
  }
}
