/**
 * Tests of the limits on waiting connections: which one is closed when there are too many or one is too
 * old.
 */
import { expect, it } from 'vitest'
import { boundConnections } from './bounded-connections.ts'

let time = 0
const gone: string[] = []
const one = (name: string) => ({ destroy: () => gone.push(name) })
const [a, b, c, d] = [one('a'), one('b'), one('c'), one('d')]

it('[EDGE-17] closes the oldest connection when there are too many, and each one that has waited too long', () => {
  const waiting = boundConnections(2, 1_000, () => time)
  waiting.add(a)
  time = 600
  waiting.add(b)
  waiting.remove(a)
  waiting.add(c)
  expect([gone, waiting.size]).toEqual([[], 2])
  waiting.add(a)
  expect([gone, waiting.size]).toEqual([['b'], 2])
  time = 1_601
  waiting.add(d)
  expect([gone, waiting.size]).toEqual([['b', 'c', 'a'], 1])
})
