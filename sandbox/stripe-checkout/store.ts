/** The sessions of the Stripe Checkout sandbox, and its responses by idempotency key. */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { TestCard } from '#sandbox/hosted-page/card-form-validation.ts'
import { openRecordStore } from '#sandbox/record-store.ts'
import {
  amountOf,
  type CheckoutSession,
  checkoutSession,
  type Refund,
  refundedCents,
  type SessionRequest,
} from './api-objects.ts'

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
