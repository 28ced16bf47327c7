/**
 * Refunds money that bought nothing: one node at a time, and never a second time before the partner was
 * asked about the first. A refund that the partner refuses, or may have made, stays REFUND_DUE for a person
 * to see.
 */
import { createHash, randomUUID } from 'node:crypto'
import type { Payment } from '#db/repositories/payments.ts'
import type { RefundRequest, RefundResult } from '#partners/payment/port.ts'
import type { Dependencies, Jobs } from '#server/lib/context.ts'
import { PartnerBusyError } from '#server/partners/bulkhead.ts'

/** Longer than the partner may take to answer twice: what became of it, and the refund. */
const leaseMs = 30_000
/** Longer than the partner is ever at work on a refund that was sent: only then does 'there is none' count. */
const quietMs = 30_000
/** The most by which a request may leave later than is written down. */
const stallMs = 3_000
/** The next try finds the partner quiet. */
const askAgainMs = quietMs + stallMs + 2_000

/** The same for every repeat of this refund, and never that of the payment it undoes. */
const refundKey = (paymentKey: string): string =>
  createHash('sha256').update(`refund|${paymentKey}`).digest('hex').slice(0, 32)

/** The money's way back and the word to its owner: to be put in the transaction that finds it REFUND_DUE. */
export async function queueRefund(paymentId: string, jobs: Jobs): Promise<void> {
  await jobs.put('refund-payment', paymentId)
  await jobs.put('refund-mail', paymentId)
}

/** Nothing where another worker is at it: the reconciler comes back to what is not done. */
export async function refundPayment(paymentId: string, services: Dependencies): Promise<void> {
  const { repositories, log, now } = services
  const owner = randomUUID()
  // Not what may have been made: only a person who sees the partner's console knows (decision 0013).
  const later = (ms: number) => new Date(now().getTime() + ms)
  const lease = { now: now(), until: later(leaseMs), lookAgainAt: later(askAgainMs) }
  const payment = await repositories.leaseRefund(paymentId, owner, lease)
  if (!payment || payment.transaction_id === null) return
  const request: RefundRequest = {
    transactionId: payment.transaction_id,
    amountCents: payment.amount_cents,
    idempotencyKey: refundKey(payment.idem_key),
    reference: paymentId,
  }
  const answer = await askPartner(payment, request, owner, services)
  if (answer.outcome === 'refunded') return keepRefund(payment, request, answer.refundId, services)
  const { outcome } = answer
  log.error('refund-not-done', { paymentId, outcome })
  await repositories.endRefundLease(paymentId, owner, {
    // A refusal is final to us: asking again would only be refused again.
    look_again_at: outcome === 'unknown' ? later(askAgainMs) : null,
    unclear_since: outcome === 'unclear' ? now() : null,
  })
}

/** As issue-policy.ts asks the insurer: looked up before it is sent again, and sent again only to a partner that is quiet. */
async function askPartner(
  payment: Payment,
  request: RefundRequest,
  owner: string,
  { repositories, cards, log, now }: Dependencies,
): Promise<RefundResult> {
  const { id: paymentId, refund_sent_at: sentBefore } = payment
  try {
    // Read before asking: that there is none counts only if nothing could be under way any more.
    const isQuiet = sentBefore === null || now().getTime() - sentBefore.getTime() > quietMs + stallMs
    const known = sentBefore === null ? null : await cards.findRefund?.(request)
    if (known) return known
    if (!isQuiet) return { outcome: 'unknown' }
    const sentAt = now()
    // Kept first, and only while the lease is ours: whoever comes next knows that something may be under way.
    if (!(await repositories.markRefundSent(paymentId, owner, sentAt))) return { outcome: 'unknown' }
    // A process that stood still meanwhile would send when others already count on silence.
    if (now().getTime() - sentAt.getTime() > stallMs) return { outcome: 'unknown' }
    return await cards.refund(request)
  } catch (error) {
    // This node asks about so many others that nothing was sent.
    if (error instanceof PartnerBusyError) await repositories.markRefundSent(paymentId, owner, sentBefore)
    else log.error('refund-broken-off', { paymentId }, error)
    return { outcome: 'unknown' }
  }
}

/** A fact, whoever heard it, and whether or not the lease is theirs still. */
async function keepRefund(
  { id: paymentId, quote_id: quoteId }: Payment,
  { amountCents, transactionId }: RefundRequest,
  refundId: string,
  { withTransaction, now }: Dependencies,
): Promise<void> {
  const at = now()
  // By these numbers the partner's settlement is matched with our books.
  const details = { paymentId, amountCents, transactionId, refundId }
  const settled = { look_again_at: null, refund_lease_owner: null, refund_lease_until: null }
  await withTransaction(async books => {
    // A person may have written it down as back meanwhile.
    if (await books.movePayment(paymentId, 'REFUNDED', at, settled))
      await books.record({ quoteId, what: 'payment-refunded', details, now: at })
  })
}
