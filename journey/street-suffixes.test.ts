/** What stands behind a street's name: both ways, and nothing made up. */
import { expect, it } from 'vitest'
import { suffixCode, suffixName } from './street-suffixes.ts'

it.each([
  ['N', 'North'],
  ['SW', 'South West'],
  ['UP', 'Upper'],
  ['EX', 'Extension'],
])('[CAR-09] %s is %s', (code, name) => {
  expect(suffixName(code)).toBe(name)
  expect(suffixCode(name)).toBe(code)
  expect(suffixCode(name.toUpperCase())).toBe(code)
})

it('[CAR-09] what is no suffix has no code, what is no code no name', () => {
  expect(suffixCode('Street')).toBe('')
  expect(suffixName('North')).toBe('')
})
