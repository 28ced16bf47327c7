/** Tests of the order of the lenders. */
import { expect, test } from 'vitest'
import { lenders, otherLender } from './lenders.ts'

test('[CAR-08] the lenders are in alphabetical order, without duplicates, and ‘Other’ is last', () => {
  const named = lenders.slice(0, -1)
  expect(named).toHaveLength(67)
  expect(lenders.at(-1)).toBe('Other (Not Listed)')
  expect(named).not.toContain(otherLender)
  expect(new Set(lenders).size).toBe(lenders.length)
  expect(named).toEqual(named.toSorted((a, b) => a.localeCompare(b, 'en-NZ', { sensitivity: 'base' })))
})
