/** Rate limiter in the memory of this process, for floods: a database row per call would cost more than the call. */
import { minuteMs, secondsLeft } from './durations.ts'

export type MemoryRateLimiter = ReturnType<typeof createMemoryRateLimiter>

/** Counts per key and clock minute; `maximum` is that of a minute. */
export function createMemoryRateLimiter() {
  let counts = new Map<string, number>()
  let minute = 0

  function countOf(key: string, now: Date): number {
    const current = Math.floor(now.getTime() / minuteMs)
    if (current !== minute) {
      minute = current
      counts = new Map()
    }
    return counts.get(key) ?? 0
  }

  return {
    /** Counts one call. Returns null if the call is allowed, otherwise the seconds to wait. */
    consume(key: string, now: Date, maximum: number): number | null {
      const count = countOf(key, now) + 1
      counts.set(key, count)
      return count > maximum ? secondsLeft(minuteMs, now) : null
    },
    peek: (key: string, now: Date, maximum: number): number | null =>
      countOf(key, now) >= maximum ? secondsLeft(minuteMs, now) : null,
  }
}
