/** Tests of how often partners are asked again about unsettled payments and policies. */
import { expect, it } from 'vitest'
import { bindRetryDelaySeconds, nextPollAfterUnclear, nextPollAt } from './retry-schedules.ts'

const created = new Date('2026-11-21T00:00:00Z')
const after = (seconds: number) => new Date(created.getTime() + seconds * 1000)
const open = { created_at: created, state: 'PENDING', changed_at: created } as const
const abandonedAt = (changed_at: Date) => ({ created_at: created, state: 'EXPIRED', changed_at }) as const
const pauseAfter = (seconds: number, openHours = 72) => {
  const next = nextPollAt(open, after(seconds), openHours)
  return next && (next.getTime() - after(seconds).getTime()) / 1000
}

it.each([
  [0, 5],
  [60, 15],
  [600, 60],
  [3 * 86_400, 60],
  [4 * 86_400, null],
])('[PAY-07] %i seconds after its start a payment is polled again in %s seconds', (age, pause) => {
  expect(pauseAfter(age)).toBe(pause)
})

it('[PAY-07] [PAY-11] a page that can stay open for a day is polled for two days', () => {
  expect(pauseAfter(2 * 86_400 - 1, 24)).toBe(60)
  expect(pauseAfter(2 * 86_400, 24)).toBeNull()
})

it.each([
  [0, 5],
  [60, 15],
  [600, 150],
  [2 * 86_400, 3600],
])(
  '[T37] [PAY-07] [PAY-11] %i seconds after it was abandoned a page is polled again in %s seconds',
  (since, pause) => {
    const abandoned = abandonedAt(after(86_400))
    const now = after(86_400 + since)
    const next = nextPollAt(abandoned, now, 72)
    expect(next && (next.getTime() - now.getTime()) / 1000).toBe(pause)
    expect(nextPollAfterUnclear(abandoned, now, 72)).toEqual(next)
  },
)

it('[PAY-07] [PAY-11] polling of an abandoned page ends when the partner has closed it', () => {
  expect(nextPollAt(abandonedAt(after(4 * 86_400 - 60)), after(4 * 86_400), 72)).toBeNull()
})

it('[PAY-07] [PAY-11] an unclear payment is polled like others, then every hour without end', () => {
  const pauses = [60, 3 * 86_400, 4 * 86_400, 400 * 86_400].map(
    age => (nextPollAfterUnclear(open, after(age), 72).getTime() - after(age).getTime()) / 1000,
  )
  expect(pauses).toEqual([15, 60, 3600, 3600])
})

it('[EDGE-13] binds are retried often while the customer waits and rarely during an outage', () => {
  expect([1, 12, 13, 500].map(bindRetryDelaySeconds)).toEqual([5, 5, 30, 30])
})
