/**
 * A job that closes a card page at the partner when it is no longer wanted: another page replaced it, or the
 * policy was bought by bank. No other code depends on it: money paid there anyway is refunded.
 */
import type { Payment } from '#db/repositories/payments.ts'
import type { Repositories } from '#db/repositories.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import { minuteMs } from '#server/lib/durations.ts'
import { settlePayment } from './settle-payment.ts'

const askAgainSeconds = 60
const triedForMs = 10 * minuteMs

/** Does nothing if the page is wanted again, or if the partner cannot close pages. */
export async function closeCardPage(paymentId: string, services: Dependencies): Promise<void> {
  const { repositories, cards, jobs, log, now } = services
  const payment = await repositories.findPayment(paymentId)
  if (!cards.closePage || !payment || payment.card_session_id === null) return
  const supersededAt = await whenSuperseded(payment, repositories)
  if (!supersededAt) return
  const outcome = await cards.closePage(payment.card_session_id)
  // The session is closed now, or ended earlier, perhaps by a payment: ask the partner at once, before the
  // next poll.
  if (outcome !== 'unknown') {
    await settlePayment(paymentId, services)
    return
  }
  log.info('card-page-not-closed', { paymentId })
  if (now().getTime() - supersededAt.getTime() < triedForMs)
    await jobs.put('close-card-page', { paymentId }, askAgainSeconds)
}

/** The time since which the page is no longer wanted; null while it is. */
async function whenSuperseded(payment: Payment, repositories: Repositories): Promise<Date | null> {
  if (payment.state !== 'PENDING') return payment.state === 'EXPIRED' ? payment.changed_at : null
  // Still open, and not the payment of the policy: that one would be APPROVED.
  const quote = await repositories.findQuote(payment.quote_id)
  return quote && (quote.status === 'BINDING' || quote.status === 'CONVERTED') ? quote.changed_at : null
}
