/** Durations in milliseconds, and the seconds left of a day or a rate limit window. */
import { addDays, nzMidnight, nzToday } from '#journey/dates.ts'

export const secondMs = 1000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

export const secondsLeftOfDay = (now: Date): number =>
  Math.ceil((nzMidnight(addDays(nzToday(now), 1)).getTime() - now.getTime()) / 1000)

/** Windows start at the epoch, so all nodes agree. */
export const secondsLeft = (windowMs: number, now: Date): number =>
  Math.ceil((windowMs - (now.getTime() % windowMs)) / 1000)
