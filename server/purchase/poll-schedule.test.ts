/** Tests of how often partners are asked again about unsettled payments and policies. */
import { expect, it } from 'vitest'
import { bindRetryDelaySeconds, nextPollAfterUnclear, nextPollAt } from './poll-schedule.ts'

const created = new Date('2026-11-21T00:00:00Z')
const after = (seconds: number) => new Date(created.getTime() + seconds * 1000)
const pauseAfter = (seconds: number, openHours = 72) => {
  const next = nextPollAt(created, after(seconds), openHours)
  return next && (next.getTime() - after(seconds).getTime()) / 1000
}

it.each([
  [0, 5],
  [20, 5],
  [60, 15],
  [600, 60],
  [3600, 60],
  [3 * 86_400, 60],
  [4 * 86_400, null],
])('[PAY-07] %i seconds after its start it is asked about again in %s seconds', (age, pause) => {
  expect(pauseAfter(age)).toBe(pause)
})

it('[PAY-07] [PAY-11] a page that is open for a day is asked about for two', () => {
  expect(pauseAfter(2 * 86_400 - 1, 24)).toBe(60)
  expect(pauseAfter(2 * 86_400, 24)).toBeNull()
})

it.each([
  [0, 5],
  [60, 15],
  [600, 150],
  [3600, 900],
  [4 * 3600, 3600],
  [2 * 86_400, 3600],
])(
  '[T37] [PAY-07] [PAY-11] %i seconds after it was given up a page is asked about again in %s seconds',
  (since, pause) => {
    const abandonedAt = after(86_400)
    const now = after(86_400 + since)
    const next = nextPollAt(created, now, 72, abandonedAt)
    expect(next && (next.getTime() - now.getTime()) / 1000).toBe(pause)
    expect(nextPollAfterUnclear(created, now, 72, abandonedAt)).toEqual(next)
  },
)

it('[PAY-07] [PAY-11] a page that was given up is let go when its partner has let it go, however lately that was', () => {
  expect(nextPollAt(created, after(4 * 86_400), 72, after(4 * 86_400 - 60))).toBeNull()
})

it('[PAY-07] [PAY-11] what nobody understands is asked about as the rest, then every hour, and without end', () => {
  const pauses = [60, 3 * 86_400, 4 * 86_400, 400 * 86_400].map(
    age => (nextPollAfterUnclear(created, after(age), 72).getTime() - after(age).getTime()) / 1000,
  )
  expect(pauses).toEqual([15, 60, 3600, 3600])
})

it('[EDGE-13] an insurer is asked again soon while the customer waits, and seldom while it is out', () => {
  expect([1, 12, 13, 500].map(bindRetryDelaySeconds)).toEqual([5, 5, 30, 30])
})
