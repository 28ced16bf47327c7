/** Tests of the search for unsafe text: it accepts every safe body, and no body that is nested too deep. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findUnsafeText } from './body-checks.ts'

function nested(depth: number, inner: unknown): unknown {
  let whole = inner
  for (let level = 0; level < depth; level += 1) whole = level % 2 === 0 ? { part: whole } : [whole]
  return whole
}

const odd = ['\ud83d', 'a\udc00b', '\u202e', 'a\u2066']

it('[T24] [EDGE-17] a body of any content and depth is accepted if none of its strings and names is unsafe', () => {
  const text = fc.oneof(
    { weight: 20, arbitrary: fc.string({ unit: 'grapheme-ascii' }) },
    { weight: 1, arbitrary: fc.constantFrom(...odd) },
  )
  const anything = fc.anything({
    key: text,
    values: [text, fc.integer(), fc.boolean(), fc.constant(null)],
    maxDepth: 5,
  })
  fc.assert(
    fc.property(anything, fc.nat(18), (inner, depth) => {
      const body = nested(depth, inner)
      const isOdd = odd.some(one => JSON.stringify(body)?.includes(JSON.stringify(one).slice(1, -1)))
      expect(findUnsafeText(body) !== null).toBe(isOdd || depthOf(body) > 20)
    }),
  )
})

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Math.max(0, ...Object.values(value).map(inner => 1 + depthOf(inner)))
    : 0

it('[T29] accepts a depth of twenty, and no more', () => {
  expect(findUnsafeText(nested(20, 'a'))).toBeNull()
  expect(findUnsafeText(nested(21, 'a'))?.message).toBe('is nested too deeply')
  expect(findUnsafeText(nested(20_000, 'a'))?.message).toBe('is nested too deeply')
})
