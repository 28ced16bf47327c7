/** Durations in milliseconds, and the time left of a day or a rate-limit window. */
import { addDays, nzMidnight, nzToday } from '#journey/dates.ts'

export const secondMs = 1000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** Until the New Zealand day is over. */
export const secondsLeftOfDay = (now: Date): number =>
  Math.ceil((nzMidnight(addDays(nzToday(now), 1)).getTime() - now.getTime()) / 1000)

/** Until a window of this length is over; such windows begin with the epoch, so that all nodes mean the same. */
export const secondsLeft = (windowMs: number, now: Date): number =>
  Math.ceil((windowMs - (now.getTime() % windowMs)) / 1000)
