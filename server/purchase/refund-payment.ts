/** Refunds a payment that bought no policy, once; if its result is unknown, an operator finds out. */
import { createHash, randomUUID } from 'node:crypto'
import type { Payment } from '#db/repositories/payments.ts'
import type { RefundRequest, RefundResult } from '#partners/payment/port.ts'
import type { Dependencies, Tx } from '#server/lib/dependencies.ts'
import { maximumSendDelayMs, sendAtMostOnce } from './send-at-most-once.ts'

/** Longer than the partner ever processes a refund: only then is 'not found' conclusive. */
const quietMs = 30_000
/** Longer than three responses of the partner can take, ten seconds each: at Stripe a run makes up to three calls. */
const leaseMs = 33_000
/** The next attempt comes after the lease and the partner's quiet period. */
const askAgainMs = Math.max(leaseMs, quietMs + maximumSendDelayMs) + 2_000

/** The idempotency key: the same for every retry of this refund, and never the key of the payment. */
const refundKey = (paymentKey: string): string =>
  createHash('sha256').update(`refund|${paymentKey}`).digest('hex').slice(0, 32)

/** Queues the refund and its mail, in the transaction that sets REFUND_DUE. */
export async function queueRefund(paymentId: string, { jobs }: Tx): Promise<void> {
  await jobs.put('refund-payment', { paymentId })
  await jobs.put('refund-mail', { paymentId })
}

/** Does nothing if another worker holds the lease: requeueLostJobs returns to unfinished refunds. */
export async function refundPayment(paymentId: string, services: Dependencies): Promise<void> {
  const { repositories, log, now } = services
  const owner = randomUUID()
  // A refund that may have been made is not sent again: only an operator with the partner's console knows.
  const later = (ms: number) => new Date(now().getTime() + ms)
  const lease = { now: now(), until: later(leaseMs), nextPollAt: later(askAgainMs) }
  const payment = await repositories.acquireRefundLease(paymentId, owner, lease)
  if (!payment || payment.transaction_id === null) return
  const request: RefundRequest = {
    transactionId: payment.transaction_id,
    amountCents: payment.amount_cents,
    idempotencyKey: refundKey(payment.idempotency_key),
    reference: paymentId,
  }
  const answer = await askPartner(payment, request, owner, services)
  if (answer.outcome === 'refunded') return storeRefund(payment, request, answer.refundId, services)
  const { outcome } = answer
  log.error('refund-not-done', { paymentId, outcome })
  await repositories.releaseRefundLease(paymentId, owner, {
    // A rejection is final: the partner would reject it again.
    next_poll_at: outcome === 'unknown' ? later(askAgainMs) : null,
    unclear_since: outcome === 'unclear' ? now() : null,
  })
}

async function askPartner(
  { id: paymentId, refund_sent_at: sentBefore }: Payment,
  refund: RefundRequest,
  owner: string,
  { repositories, cards, log, now }: Dependencies,
): Promise<RefundResult> {
  try {
    return await sendAtMostOnce<RefundResult>({
      sentBefore,
      quietMs,
      lookUp: async () => (sentBefore === null ? null : cards.findRefund?.(refund)),
      recordSent: at => repositories.recordRefundSent(paymentId, owner, at),
      send: () => cards.refund(refund),
      unsent: () => ({ outcome: 'unknown' }),
      now,
    })
  } catch (error) {
    log.error('refund-broken-off', { paymentId }, error)
    return { outcome: 'unknown' }
  }
}

/** Stores the refund as made. This is true whichever worker learned it, even after its lease expired. */
async function storeRefund(
  { id: paymentId, quote_id: quoteId }: Payment,
  { amountCents, transactionId }: RefundRequest,
  refundId: string,
  { withTransaction, now }: Dependencies,
): Promise<void> {
  const at = now()
  // The partner's settlement report is matched with our payments by these numbers.
  const details = { paymentId, amountCents, transactionId, refundId }
  const settled = { next_poll_at: null, refund_lease_owner: null, refund_lease_until: null }
  await withTransaction(async tx => {
    // An operator may have recorded the refund meanwhile.
    if (!(await tx.transitionPayment(paymentId, 'REFUNDED', at, settled))) return
    await tx.recordAuditEvent({ quoteId, what: 'payment-refunded', details, now: at })
    await tx.countSalesEvent({ quoteId, event: 'refund', cents: amountCents, now: at })
  })
}
