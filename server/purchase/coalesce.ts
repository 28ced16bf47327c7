/**
 * Coalesces partner requests of success pages on one node: of a payment to the card partner, and of a quote
 * to the insurer. A page view starts no request that another view has under way or just finished. Webhooks,
 * the poller and jobs do not use it, because an event triggers them.
 */
import { LRUCache } from 'lru-cache'

export interface Coalescer {
  /**
   * Returns the result of `look`, or that of a call for the same id which is running or just finished. A call
   * that throws is not cached.
   * @param id of a payment or a quote
   */
  run(id: string, look: () => Promise<boolean>): Promise<boolean>
}

export function createCoalescer(now: () => Date): Coalescer {
  const results = new LRUCache<string, boolean, () => Promise<boolean>>({
    max: 1_000,
    // Shorter than the page's polling interval of two seconds, so that each poll sees new results.
    ttl: 1_500,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
    // A request that is evicted still has its result.
    ignoreFetchAbort: true,
    fetchMethod: (_id, _stale, { context: look }) => look(),
  })
  return { run: (id, look) => results.forceFetch(id, { context: look }) }
}
