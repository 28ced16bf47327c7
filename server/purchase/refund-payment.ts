/** Sends back money that bought nothing. Where the partner refuses, the payment stays REFUND_DUE for a person to see. */
import type { Services } from '#server/context.ts'

const askAgainSeconds = 30

export async function refundPayment(paymentId: string, services: Services): Promise<void> {
  const { books, cards, log, now, jobs } = services
  const payment = await books.findPayment(paymentId)
  if (payment?.state !== 'REFUND_DUE' || payment.transaction_id === null) return
  const outcome = await cards.refund(payment.transaction_id, payment.amount_cents, payment.idem_key)
  if (outcome === 'refunded') {
    await books.movePayment(payment.id, 'REFUNDED', now())
    await books.record({
      quoteId: payment.quote_id,
      what: 'payment-refunded',
      details: { paymentId },
      now: now(),
    })
  } else {
    log.error('refund-not-done', { paymentId, outcome })
    if (outcome === 'unknown') await jobs.put('refund-payment', paymentId, askAgainSeconds)
  }
}
