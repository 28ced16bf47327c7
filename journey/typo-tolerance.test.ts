/** Tests of the index keys and of the comparison for one typing error. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deletionKeys, deletionLookupKeys, isOneEditApart } from './typo-tolerance.ts'

const meet = (typed: string, word: string): boolean => {
  const keys = new Set(deletionKeys(word))
  return deletionLookupKeys(typed).some(probe => keys.has(probe))
}

test.each([
  ['domnion', 'dominion'],
  ['dominnion', 'dominion'],
  ['domimion', 'dominion'],
  ['domiinon', 'dominion'],
  ['odminion', 'dominion'],
  ['dominoin', 'dominion'],
  ['domni', 'dominion'],
  ['quen', 'queen'],
  ['papatoetie', 'papatoetoe'],
  ['paptoetoe', 'papatoetoe'],
])('[CAR-09] %s is one slip from %s', (typed, word) => {
  expect(isOneEditApart(typed, word)).toBe(true)
  expect(meet(typed, word)).toBe(true)
})

test('[CAR-09] a word is kept under each of its beginnings of four to eight letters, whole and without one of them', () => {
  expect(deletionKeys('birdy')).toEqual('bird ird brd bid bir birdy irdy brdy bidy biry'.split(' '))
  expect(deletionKeys('dominions')).toContain('dominion')
  expect(deletionKeys('dominions')).not.toContain('dominions')
  expect(deletionLookupKeys('bird')).toEqual('bird ird brd bid bir'.split(' '))
  expect(deletionLookupKeys('dominions')).toEqual(deletionLookupKeys('dominion'))
})

test.each([
  ['dimnion', 'dominion'],
  ['queens', 'que'],
  ['albert', 'robert'],
  ['dominoes', 'dominion'],
])('[CAR-09] %s is more than one slip from %s', (typed, word) => {
  expect(isOneEditApart(typed, word)).toBe(false)
})

const word = fc.stringMatching(/^[a-d]{4,12}$/)
const slips = [
  (text: string, at: number, letter: string) => text.slice(0, at) + letter + text.slice(at),
  (text: string, at: number) => text.slice(0, at) + text.slice(at + 1),
  (text: string, at: number, letter: string) => text.slice(0, at) + letter + text.slice(at + 1),
  (text: string, at: number) =>
    text.slice(0, at) +
    text
      .slice(at, at + 2)
      .split('')
      .reverse()
      .join('') +
    text.slice(at + 2),
] as const

test('[CAR-09] a word that is typed, whole or in part, with any one slip has a key in common with it', () => {
  fc.assert(
    fc.property(
      word,
      fc.nat(12),
      fc.nat(11),
      fc.constantFrom('a', 'z'),
      fc.constantFrom(...slips),
      (whole, cut, place, letter, slip) => {
        const start = whole.slice(0, Math.max(4, cut))
        const typed = slip(start, place % start.length, letter)
        fc.pre(typed.length >= 4)
        expect(isOneEditApart(typed, whole)).toBe(true)
        expect(meet(typed, whole)).toBe(true)
      },
    ),
    { numRuns: 2_000 },
  )
})

test('[CAR-09] a short word is not guessed at', () => {
  expect(deletionLookupKeys('que')).toEqual([])
  expect(deletionKeys('bay')).toEqual([])
})
