/**
 * Enqueues work again whose job was lost: a node can die between any two steps, and nothing may wait for
 * ever because of it.
 */
import { allowLostRace } from '#db/postgres-errors.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import { minuteMs } from '#server/lib/durations.ts'

const everyMs = 5_000
const leftAloneMs = 45_000
const putOffMs = minuteMs
const atOnce = 50

export async function reconcile(services: Dependencies): Promise<void> {
  const { repositories, jobs } = services
  const now = services.now()
  const before = new Date(now.getTime() - leftAloneMs)
  for (const quoteId of await repositories.findStalledBindAttempts(before, atOnce))
    await jobs.put('issue-policy', { quoteId })
  const due = { now, until: new Date(now.getTime() + putOffMs), limit: atOnce }
  for (const { id, state } of await repositories.claimDuePayments(due)) {
    if (state === 'REFUND_DUE') await jobs.put('refund-payment', { paymentId: id })
    // No address was ever handed out for it, so nobody can pay it. If one was, a moment ago, it is left, to be asked about.
    else if (state === 'CREATED') allowLostRace(await repositories.expireUnissuedPayment(id, now))
    else await jobs.put('settle-payment', { paymentId: id })
  }
}

/** Runs until stopped, one round at a time: rounds missed during a slow one are skipped. */
export function scheduleReconcile(services: Dependencies): () => Promise<void> {
  let running: Promise<void> | null = null
  const timer = setInterval(() => {
    running ??= reconcile(services)
      .catch(error => services.log.error('reconcile', {}, error))
      .finally(() => {
        running = null
      })
  }, everyMs)
  return async () => {
    clearInterval(timer)
    await running
  }
}
