/** Tests of words with one typing error. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pairs } from '#test/samples/texts.ts'
import { isWithinOneEditOfPrefix, typoIndexKeys, typoLookupKeys } from './typing-errors.ts'

const meet = (typed: string, word: string): boolean => {
  const keys = new Set(typoIndexKeys(word))
  return typoLookupKeys(typed).some(probe => keys.has(probe))
}

it('[CAR-09] one typing error is found, two are not', () => {
  // One of each slip, at the beginning and in a part of the word; the property below tries all of them anywhere.
  for (const [typed, word] of pairs('odminion → dominion | domni → dominion | quen → queen'))
    expect([isWithinOneEditOfPrefix(typed, word), meet(typed, word)], typed).toEqual([true, true])
  for (const [typed, word] of pairs(
    'dimnion → dominion | queens → que | albert → robert | dominoes → dominion',
  ))
    expect(isWithinOneEditOfPrefix(typed, word), typed).toBe(false)
})

it('[CAR-09] a word is indexed by its prefixes of four to eight letters, also with one letter left out', () => {
  expect(typoIndexKeys('birdy')).toEqual('bird ird brd bid bir birdy irdy brdy bidy biry'.split(' '))
  expect(typoIndexKeys('dominions')).toContain('dominion')
  expect(typoIndexKeys('dominions')).not.toContain('dominions')
  expect(typoLookupKeys('bird')).toEqual('bird ird brd bid bir'.split(' '))
  expect(typoLookupKeys('dominions')).toEqual(typoLookupKeys('dominion'))
})

const word = fc.stringMatching(/^[a-d]{4,12}$/)
const slips = [
  (text: string, at: number, letter: string) => text.slice(0, at) + letter + text.slice(at),
  (text: string, at: number) => text.slice(0, at) + text.slice(at + 1),
  (text: string, at: number, letter: string) => text.slice(0, at) + letter + text.slice(at + 1),
  (text: string, at: number) =>
    text.slice(0, at) + [...text.slice(at, at + 2)].reverse().join('') + text.slice(at + 2),
] as const

it('[CAR-09] a word with one typing error, whole or in part, shares an index key with the right word', () => {
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
        expect(isWithinOneEditOfPrefix(typed, whole)).toBe(true)
        expect(meet(typed, whole)).toBe(true)
      },
    ),
    { numRuns: 300 },
  )
})

it('[CAR-09] a short word is not corrected', () => {
  expect(typoLookupKeys('que')).toEqual([])
  expect(typoIndexKeys('bay')).toEqual([])
})
