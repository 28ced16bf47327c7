/**
 * When to ask the card partner again about a payment that is not settled: in growing pauses while the customer may be on
 * the page, and on until the partner itself has surely let the session go. Notices and returning browsers are quicker.
 */

const second = 1000
const shortestMs = 5 * second
const longestMs = 60 * second

/** Windcave keeps a session for three days; a day more, and money can no longer come. */
const askedForMs = 4 * 86_400 * second

/** Null when there is nothing to wait for any more. */
export function nextLook(createdAt: Date, now: Date): Date | null {
  const ageMs = now.getTime() - createdAt.getTime()
  if (ageMs >= askedForMs) return null
  return new Date(now.getTime() + Math.min(longestMs, Math.max(shortestMs, ageMs / 4)))
}
