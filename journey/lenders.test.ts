import { expect, test } from 'vitest'
import { lenders, otherLender } from './lenders.ts'

test('[CAR-08] the lenders stand in the order of the alphabet, each once, and end with the way out', () => {
  const named = lenders.slice(0, -1)
  expect(lenders.at(-1)).toBe('Other (Not Listed)')
  expect(named).not.toContain(otherLender)
  expect(new Set(lenders).size).toBe(lenders.length)
  expect(named).toEqual(named.toSorted((a, b) => a.localeCompare(b, 'en-NZ', { sensitivity: 'base' })))
})
