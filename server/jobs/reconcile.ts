/** Looks after what lost its job: a node may die between any two steps, and nothing may wait for ever because of it. */
import type { Services } from '../context.ts'

const everyMs = 5_000
const leftAloneMs = 45_000
const withoutPageMs = 10 * 60_000
const atOnce = 50

export async function reconcile(services: Services): Promise<void> {
  const { books, jobs, now } = services
  const before = new Date(now().getTime() - leftAloneMs)
  for (const quoteId of await books.waitingIssuances(before, atOnce)) await jobs.put('issue-policy', quoteId)
  for (const { id, state } of await books.waitingPayments(before, atOnce)) {
    if (state === 'REFUND_DUE') await jobs.put('refund-payment', id)
    else if (state === 'PENDING') await jobs.put('settle-payment', id)
    else await giveUpWithoutPage(id, services)
  }
}

/** No address was ever handed out for it, so nobody can pay it. */
async function giveUpWithoutPage(paymentId: string, { books, now }: Services): Promise<void> {
  const payment = await books.findPayment(paymentId)
  if (payment && now().getTime() - payment.changed_at.getTime() > withoutPageMs)
    await books.movePayment(paymentId, 'EXPIRED', now())
}

/** Runs until stopped; never two rounds at once. */
export function keepReconciling(services: Services): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    running = running
      .then(() => reconcile(services))
      .catch(error => services.log.error('reconcile', {}, error))
  }, everyMs)
  return async () => {
    clearInterval(timer)
    await running
  }
}
