/** Every few seconds, queues stalled purchases and due payments again: a node can stop at any step. */
import { ignoreConflict } from '#db/postgres-errors.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import { minuteMs, secondMs } from '#server/lib/durations.ts'

export const requeueSchedule = {
  event: 'requeue-lost-jobs',
  firstAfterMs: 5 * secondMs,
  pauseMs: 5 * secondMs,
}

const stalledAfterMs = 45_000
const postponedMs = minuteMs
const batchSize = 50

export async function requeueLostJobs(services: Dependencies): Promise<void> {
  const { repositories, jobs } = services
  const now = services.now()
  const before = new Date(now.getTime() - stalledAfterMs)
  for (const quoteId of await repositories.findStalledBindAttempts(before, batchSize))
    await jobs.put('issue-policy', { quoteId })
  const due = { now, until: new Date(now.getTime() + postponedMs), limit: batchSize }
  for (const { id, state } of await repositories.claimDuePayments(due)) {
    if (state === 'REFUND_DUE') await jobs.put('refund-payment', { paymentId: id })
    // It has no page, so it cannot be paid. If it has got one meanwhile, it stays and is polled later.
    else if (state === 'CREATED') ignoreConflict(await repositories.expireUnopenedPayment(id, now))
    else await jobs.put('settle-payment', { paymentId: id })
  }
}
