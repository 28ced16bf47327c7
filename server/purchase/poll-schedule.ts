/**
 * When to ask a partner again. The card partner about a payment that is not settled: in growing pauses while the customer
 * may be on the page, and on until the partner itself has surely let the session go; ever more seldom once the page was given
 * up, of which one quote may have many. Notices and returning browsers are quicker. The insurer about a policy that is not known yet: soon while the customer waits, seldom while it is out.
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
