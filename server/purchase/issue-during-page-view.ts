/**
 * Issues the policy while the customer waits on the first page view after a card payment: asks the insurer
 * at once, or waits for the job or node that is asking. Only the first request is sent or awaited here. If
 * the insurer does not respond to it, the jobs continue, however often the page polls.
 */
import type { Dependencies } from '#server/lib/dependencies.ts'
import { issuePolicy } from './issue-policy.ts'

const longestWaitMs = 10_000
const pollEveryMs = 250

/**
 * Never throws: the job finds out whatever is not known in time. Page views of the same quote share one
 * request.
 */
export async function issueDuringPageView(quoteId: string, services: Dependencies): Promise<void> {
  const ask = async () => {
    await askOnce(quoteId, services)
    return true
  }
  try {
    await services.coalescer.run(quoteId, ask)
  } catch (error) {
    services.log.error('bind-unknown', { quoteId }, error)
  }
}

async function askOnce(quoteId: string, services: Dependencies): Promise<void> {
  const { repositories, now, pause } = services
  const until = now().getTime() + longestWaitMs
  for (;;) {
    const bindAttempt = await repositories.findBindAttempt(quoteId)
    if (!bindAttempt || bindAttempt.attempts > 1 || now().getTime() > until) return
    const isAsked = bindAttempt.lease_until !== null && bindAttempt.lease_until > now()
    if (bindAttempt.attempts === 0) {
      if ((await issuePolicy(quoteId, services)).outcome !== 'pending') return
    } else if (isAsked) await pause(pollEveryMs)
    // The insurer responded, or the next job run will ask: no worker holds the lease.
    else return
  }
}
