/**
 * The storage of the Stripe Checkout sandbox: sessions, payments, refunds, and responses by idempotency key. Each
 * record is a file written once, so a session ends only once.
 */
import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { EnteredCard } from '#sandbox/hosted-page/card-form-validation.ts'
import { findRefunds, type JsonFiles, recordRefund } from '#sandbox/json-files.ts'
import {
  amountOf,
  type CheckoutSession,
  type FinalState,
  finalState,
  type PaymentIntent,
  paymentIntent,
  type Refund,
  refund,
  type SessionRequest,
  storedSession,
} from './api-objects.ts'

const openForMs = 24 * 3_600_000

/** The response to the first request under a key, and a fingerprint of that request. */
const storedResponse = z.object({ print: z.string(), status: z.number(), body: z.unknown() })
export type StoredResponse = z.output<typeof storedResponse>

const newId = (prefix: string, bytes = 12): string => `${prefix}_${randomBytes(bytes).toString('hex')}`
const nameOf = (key: string): string => createHash('sha256').update(key).digest('hex')

export type CheckoutStore = ReturnType<typeof openCheckoutStore>

export function openCheckoutStore(files: JsonFiles, now: () => Date) {
  const session = (id: string): Promise<CheckoutSession | null> => files.read(`${id}.session`, storedSession)

  async function createSession(request: SessionRequest): Promise<CheckoutSession> {
    const createdAt = now()
    const expiresAt = new Date(createdAt.getTime() + openForMs).toISOString()
    const made = { id: newId('cs_test', 29), createdAt: createdAt.toISOString(), expiresAt, request }
    await files.create(`${made.id}.session`, made)
    return made
  }

  /** The final state of a session; a session past its expiry has ended even if no file says so. */
  async function endingOf(found: CheckoutSession): Promise<FinalState | null> {
    const written = await files.read(`${found.id}.ending`, finalState)
    return written ?? (now().toISOString() >= found.expiresAt ? { state: 'expired' } : null)
  }

  async function end(found: CheckoutSession, wanted: FinalState): Promise<FinalState> {
    const before = await endingOf(found)
    if (before) return before
    await files.create(`${found.id}.ending`, wanted)
    return (await files.read(`${found.id}.ending`, finalState)) ?? wanted
  }

  async function pay(found: CheckoutSession, card: EnteredCard): Promise<FinalState> {
    const { scheme, number, month, year } = card
    const paid: PaymentIntent = {
      id: newId('pi'),
      sessionId: found.id,
      chargeId: newId('ch'),
      createdAt: now().toISOString(),
      amountCents: amountOf(found.request),
      card: { scheme, last4: number.slice(-4), month, year },
    }
    await files.create(`${paid.id}.intent`, paid)
    return end(found, { state: 'complete', intent: paid })
  }

  /** The payment that ended its session; a concurrent second one does not count. */
  async function intentOf(id: string): Promise<PaymentIntent | null> {
    const found = await files.read(`${id}.intent`, paymentIntent)
    const ended = found && (await files.read(`${found.sessionId}.ending`, finalState))
    return ended?.state === 'complete' && ended.intent.id === id ? found : null
  }

  /** Null if the refunds would exceed the payment. */
  async function refundOf(
    paid: PaymentIntent,
    asked: Pick<Refund, 'amountCents' | 'metadata'>,
  ): Promise<Refund | null> {
    const { id: intentId, chargeId } = paid
    const wanted = { ...asked, id: newId('re'), intentId, chargeId, createdAt: now().toISOString() }
    return recordRefund(files, paid, wanted, { shape: refund, centsOf: made => made.amountCents })
  }

  const madeOf = (paid: PaymentIntent): Promise<Refund[]> => findRefunds(files, paid.id, refund)

  async function refundedCentsOf(paid: PaymentIntent): Promise<number> {
    return (await madeOf(paid)).reduce((sum, { amountCents }) => sum + amountCents, 0)
  }

  return {
    createSession,
    session,
    endingOf,
    pay,
    expire: (found: CheckoutSession) => end(found, { state: 'expired' }),
    intentOf,
    refundOf,
    refundsOf: madeOf,
    refundedCentsOf,
    answerUnder: (key: string): Promise<StoredResponse | null> =>
      files.read(`${nameOf(key)}.answer`, storedResponse),
    keepAnswer: (key: string, answer: StoredResponse) => files.create(`${nameOf(key)}.answer`, answer),
  }
}
