/** How often the card partner is asked about a payment that is not settled. */
import { expect, it } from 'vitest'
import { nextLook } from './next-look.ts'

const created = new Date('2026-11-21T00:00:00Z')
const after = (seconds: number) => new Date(created.getTime() + seconds * 1000)
const pauseAfter = (seconds: number) => {
  const next = nextLook(created, after(seconds))
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
