/**
 * Retry schedules for partners. The card partner is asked about an unsettled payment in growing pauses until
 * its session has surely expired, and less and less often once the page was abandoned, since one quote may
 * have many such pages. Webhooks and returning browsers are quicker. The insurer is asked about an unknown
 * policy soon while the customer waits, and rarely during an outage.
 */
import { dayMs, hourMs, minuteMs, secondMs } from '#server/lib/durations.ts'

const shortestMs = 5 * secondMs
const longestMs = minuteMs
const seldomMs = hourMs

/** A day more than its page is open for, and money can no longer come. */
const askedForMs = (pageOpenHours: number): number => pageOpenHours * hourMs + dayMs

/**
 * Null when there is nothing to wait for any more.
 * @param pageOpenHours of the card partner: how long it takes money on a page
 * @param givenUpAt since when the page is wanted no more; null while it is
 */
export function nextPollAt(
  createdAt: Date,
  now: Date,
  pageOpenHours: number,
  givenUpAt: Date | null = null,
): Date | null {
  const since = (then: Date) => now.getTime() - then.getTime()
  if (since(createdAt) >= askedForMs(pageOpenHours)) return null
  const longest = givenUpAt ? seldomMs : longestMs
  const pauseMs = Math.min(longest, Math.max(shortestMs, since(givenUpAt ?? createdAt) / 4))
  return new Date(now.getTime() + pauseMs)
}

/** While nobody understands the partner there is no end: somebody may have paid. */
export const nextPollAfterUnclear = (
  createdAt: Date,
  now: Date,
  pageOpenHours: number,
  givenUpAt: Date | null = null,
): Date => nextPollAt(createdAt, now, pageOpenHours, givenUpAt) ?? new Date(now.getTime() + seldomMs)

/** At five seconds each they last a minute, which is how long the browser waits. */
const soonAttempts = 12

/** In seconds. Longer after the first minute, so that an insurer back from an outage is not met by everybody at once. */
export const bindRetryDelaySeconds = (attempts: number): number => (attempts <= soonAttempts ? 5 : 30)
