/** The cache of a vehicle register's look-ups, for any adapter: a repeated look-up costs no fee. */
import { LRUCache } from 'lru-cache'
import type { VehicleLookupResult, VehicleRegister } from '#partners/vehicle/port.ts'
import { minuteMs } from '#server/lib/durations.ts'

const unknownMs = 10 * minuteMs

/** Thrown so that the cache does not store a failed look-up. */
class FailedLookUp extends Error {
  readonly result: VehicleLookupResult
  constructor(result: VehicleLookupResult) {
    super('the look-up failed')
    this.result = result
  }
}

/** @param foundMs how long the response for a known plate is cached */
export function withCache(register: VehicleRegister, now: () => Date, foundMs: number): VehicleRegister {
  const cachedMs = { found: foundMs, 'unknown-plate': Math.min(unknownMs, foundMs) } as const
  const results = new LRUCache<string, VehicleLookupResult>({
    max: 10_000,
    ttl: foundMs,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
    // An evicted request still returns its result.
    ignoreFetchAbort: true,
    async fetchMethod(plate, _stale, { options }) {
      const result = await register.lookUp(plate)
      if (result.outcome === 'failed') throw new FailedLookUp(result)
      options.ttl = cachedMs[result.outcome]
      return result
    },
  })
  return {
    lookUp: plate =>
      results.forceFetch(plate).catch((error: unknown) => {
        if (error instanceof FailedLookUp) return error.result
        throw error
      }),
  }
}
