/** Retry schedules: when a payment is polled, when a bind is tried again, and how long a request waits for a bind. */
import type { Payment } from '#db/repositories/payments.ts'
import { closedUnpaidStates } from '#journey/purchase-states.ts'
import { dayMs, hourMs, minuteMs, secondMs } from '#server/lib/durations.ts'

const shortestMs = 5 * secondMs

type PolledPayment = Pick<Payment, 'created_at' | 'state' | 'changed_at'>

/** Null when no further poll is needed. `pageOpenHours`: how long the partner accepts money on a page. */
export function nextPollAt(
  { created_at: createdAt, state, changed_at: changedAt }: PolledPayment,
  now: Date,
  pageOpenHours: number,
): Date | null {
  const since = (then: Date) => now.getTime() - then.getTime()
  // One day after its page closes a payment can no longer arrive.
  if (since(createdAt) >= pageOpenHours * hourMs + dayMs) return null
  // An abandoned payment changed state last when it was abandoned.
  const isAbandoned = closedUnpaidStates.includes(state)
  const longest = isAbandoned ? hourMs : minuteMs
  const pauseMs = Math.min(longest, Math.max(shortestMs, since(isAbandoned ? changedAt : createdAt) / 4))
  return new Date(now.getTime() + pauseMs)
}

/** No end while the partner's state is not understood: the customer may have paid. */
export const nextPollAfterUnclear = (payment: PolledPayment, now: Date, pageOpenHours: number): Date =>
  nextPollAt(payment, now, pageOpenHours) ?? new Date(now.getTime() + hourMs)

/** The maximum time that a request waits for a bind that another request or a job sent to the insurer. */
export const maximumBindWaitMs = 10 * secondMs
/** The interval at which the waiting request reads the order. */
export const bindWaitIntervalMs = 250

/** Twelve times in the minute for which the browser waits, then less often: an insurer may be recovering. */
export const bindRetryDelaySeconds = (attempts: number): number => (attempts <= 12 ? 5 : 30)

/**
 * After a late rejection, a repeated request for the same order by bank gets that rejection for this time. The browser
 * polls every 5 seconds, so it hears the rejection even if some polls fail. A later request is a new order.
 */
export const rejectionRepeatedMs = minuteMs
