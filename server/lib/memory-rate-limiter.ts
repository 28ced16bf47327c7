/**
 * Rate limiter in the memory of this process, for the total number of calls of one session or address. A
 * flood lasts seconds, and a database row per call would cost more than the flood. Expensive calls and
 * secrets are counted in the database (rate-limits.ts).
 */
import { minuteMs } from './durations.ts'

export interface MemoryRateLimiter {
  /**
   * Counts one call. Returns the seconds until the next minute if the key exceeded `most` (default: the
   * usual limit), else null.
   */
  consume(key: string, now: Date, most?: number): number | null
  /** Checks without counting, for a limit that counts only failures. */
  peek(key: string, now: Date, most: number): number | null
}

/** @param usual calls per key and clock minute; counts are dropped when the minute ends */
export function createMemoryRateLimiter(usual: number): MemoryRateLimiter {
  let counts = new Map<string, number>()
  let minute = 0

  function affectedRows(key: string, now: Date): number {
    const current = Math.floor(now.getTime() / minuteMs)
    if (current !== minute) {
      minute = current
      counts = new Map()
    }
    return counts.get(key) ?? 0
  }
  const secondsLeft = (now: Date): number => Math.ceil(((minute + 1) * minuteMs - now.getTime()) / 1000)

  return {
    consume(key, now, most = usual) {
      const count = affectedRows(key, now) + 1
      counts.set(key, count)
      return count > most ? secondsLeft(now) : null
    },
    peek: (key, now, most) => (affectedRows(key, now) >= most ? secondsLeft(now) : null),
  }
}
