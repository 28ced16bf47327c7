/**
 * The schemas of Stripe Checkout's responses and webhooks, limited to the fields we read, and their
 * mapping to our terms.
 */
import { z } from 'zod'
import type { CardResult, RefundResult } from './port.ts'

export const sessionIdPattern = /^cs_\w{8,200}$/
export const transactionIdPattern = /^pi_\w{8,200}$/

export const createdSession = z.object({ id: z.string().regex(sessionIdPattern), url: z.string() })

/** Only shown to people: money that came counts without it. */
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
    /** A payment that was sent back is `succeeded` all the same, and its session `paid`: this alone tells. */
    amount_refunded: z.number().int().min(0),
    payment_method_details: z.object({ card: card.nullish() }).nullish(),
  }),
})

export const session = z.object({
  status: z.string(),
  payment_status: z.string(),
  payment_intent: z.unknown(),
})

export const refundDone = z.object({ id: z.string().regex(/^re_\w{8,200}$/), status: z.string() })

/** The newest first. `metadata.payment` is the reference that it was sent with. */
export const refundList = z.object({
  data: z.array(
    refundDone.extend({
      amount: z.number().int(),
      metadata: z.looseObject({ payment: z.string().optional() }).nullish(),
    }),
  ),
})

export function refundAnswer({ id, status }: z.output<typeof refundDone>): RefundResult {
  if (status === 'succeeded') return { outcome: 'refunded', refundId: id }
  return { outcome: status === 'failed' || status === 'canceled' ? 'refused' : 'unknown' }
}

/** What stripe-params.ts put there; whatever else other systems put there is none. */
const metadata = z.object({ openroad_payment: z.uuid() }).nullable().catch(null)

/** Events of sessions have the session in them; other events of the account say nothing to us. */
export const event = z.object({
  id: z.string().min(1).max(255),
  data: z.object({ object: z.object({ object: z.string(), id: z.string().optional(), metadata }) }),
})

export const notUnderstood = { state: 'unclear', reason: 'not understood' } as const

/**
 * Paid only when the session is complete, says `paid`, and the payment behind it succeeded: the amount is what was
 * received, not what was asked for. One that says `paid` and not the rest is unclear, and so is money that somebody sent
 * back already, were it a part of it: it buys nothing. A declined card leaves the session open, for another card on the
 * same page.
 */
export function resultOf({ status, payment_status, payment_intent }: z.output<typeof session>): CardResult {
  if (payment_status !== 'paid') return { state: status === 'expired' ? 'expired' : 'pending' }
  const paid = paidIntent.safeParse(payment_intent)
  if (status !== 'complete' || !paid.success) return notUnderstood
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
