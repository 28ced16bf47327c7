/** Sends back money that bought nothing. What the partner refuses, or may have done, stays REFUND_DUE for a person to see. */
import { createHash } from 'node:crypto'
import type { Jobs, Services } from '#server/context.ts'

const askAgainMs = 30_000

/** The same for every repeat of this refund, and never that of the payment it undoes. */
const refundKey = (paymentKey: string): string =>
  createHash('sha256').update(`refund|${paymentKey}`).digest('hex').slice(0, 32)

/** The money's way back and the word to its owner: to be put in the transaction that finds it REFUND_DUE. */
export async function putRefund(paymentId: string, jobs: Jobs): Promise<void> {
  await jobs.put('refund-payment', paymentId)
  await jobs.put('refund-mail', paymentId)
}

export async function refundPayment(paymentId: string, services: Services): Promise<void> {
  const { books, cards, log, now } = services
  const payment = await books.findPayment(paymentId)
  if (payment?.state !== 'REFUND_DUE' || payment.transaction_id === null) return
  // It may have been made: only a person who sees the partner's console knows (decision 0013).
  if (payment.unclear_since !== null) return
  const { quote_id: quoteId, transaction_id: transactionId, amount_cents: amountCents } = payment
  const answer = await cards.refund({
    transactionId,
    amountCents,
    idempotencyKey: refundKey(payment.idem_key),
    reference: paymentId,
  })
  if (answer.outcome === 'refunded') {
    const at = now()
    // By these numbers the partner's settlement is matched with our books.
    const details = { paymentId, amountCents, transactionId, refundId: answer.refundId }
    await services.transact(async within => {
      if (await within.movePayment(paymentId, 'REFUNDED', at, { look_again_at: null }))
        await within.record({ quoteId, what: 'payment-refunded', details, now: at })
    })
    return
  }
  const { outcome } = answer
  log.error('refund-not-done', { paymentId, outcome })
  // A refusal is final to us: asking again would only be refused again.
  const next = outcome === 'unknown' ? new Date(now().getTime() + askAgainMs) : null
  // Another worker may have sent it back meanwhile.
  await books.lookAgainAt(payment.id, next, ['REFUND_DUE'], outcome === 'unclear' ? now() : null)
}
