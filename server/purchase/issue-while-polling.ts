/** Issues the policy while the success page polls, so that the customer need not wait for the job. */
import { LRUCache } from 'lru-cache'
import type { Coalescer, Dependencies } from '#server/lib/dependencies.ts'
import { issuePolicy } from './issue-policy.ts'
import { bindWaitIntervalMs, maximumBindWaitMs } from './retry-schedules.ts'

export function createCoalescer(now: () => Date): Coalescer {
  const results = new LRUCache<string, boolean, () => Promise<boolean>>({
    max: 1_000,
    // Shorter than the page's polling interval of two seconds, so that each poll sees new results.
    ttl: 1_500,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
    // A request that is evicted still has its result.
    ignoreFetchAbort: true,
    fetchMethod: (_id, _stale, { context: query }) => query(),
  })
  return { run: (id, query) => results.forceFetch(id, { context: query }) }
}

/** Only the first request is sent or awaited; without a response the jobs continue. Never throws. */
export async function issuePolicyWhilePolling(quoteId: string, services: Dependencies): Promise<void> {
  try {
    await services.coalescer.run(quoteId, () => askOnce(quoteId, services).then(() => true))
  } catch (error) {
    services.log.error('bind-unknown', { quoteId }, error)
  }
}

async function askOnce(quoteId: string, services: Dependencies): Promise<void> {
  const { repositories, now, pause } = services
  const until = now().getTime() + maximumBindWaitMs
  if ((await repositories.findBindAttempt(quoteId))?.attempts === 0) await issuePolicy(quoteId, services)
  while (now().getTime() <= until) {
    const { attempts = 0, lease_until = null } = (await repositories.findBindAttempt(quoteId)) ?? {}
    // The first attempt has ended: its result is stored, or a job asks again.
    if (attempts !== 1 || lease_until === null || lease_until <= now()) return
    await pause(bindWaitIntervalMs)
  }
}
