/**
 * Rate limiter in the memory of this process, for the total number of calls of one session or address. A
 * flood lasts seconds; writing a database row for each call would cost more than answering the call.
 * access/rate-limits.ts counts expensive calls in the database.
 */
import { minuteMs, secondsLeft } from './durations.ts'

export interface MemoryRateLimiter {
  /**
   * Counts one call. Returns null if the call is allowed, otherwise the seconds to wait. `most` is the
   * maximum per minute.
   */
  consume(key: string, now: Date, most?: number): number | null
  /** Checks without counting, for a limit that counts only failures. */
  peek(key: string, now: Date, most: number): number | null
}

/** @param usual calls per key and clock minute; counts are dropped when the minute ends */
export function createMemoryRateLimiter(usual: number): MemoryRateLimiter {
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
    consume(key, now, most = usual) {
      const count = countOf(key, now) + 1
      counts.set(key, count)
      return count > most ? secondsLeft(minuteMs, now) : null
    },
    peek: (key, now, most) => (countOf(key, now) >= most ? secondsLeft(minuteMs, now) : null),
  }
}
