/** Tests of the forms in which a word of an address may be typed, also with one typing error. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pairs } from '#test/samples/texts.ts'
import {
  isAbbreviableWord,
  isWithinOneEditOfPrefix,
  shortForm,
  streetSuffixCode,
  streetSuffixName,
  typoIndexKeys,
  typoLookupKeys,
  wordForms,
} from './address-words.ts'

it.each(
  pairs(`
    street → st: street st | st → st: st saint | saint → st: saint st | mt → mt: mt mount
    queen → queen: queen
  `),
)('[CAR-09] the short form of %s and the forms it may be typed in: %s', (word, forms) => {
  expect(`${shortForm(word)}: ${wordForms(word).join(' ')}`).toBe(forms)
  expect(isAbbreviableWord(word)).toBe(word !== 'queen')
})

it('[CAR-09] a street suffix has a code and a name', () => {
  for (const [code, name] of pairs('N → North | SW → South West | UP → Upper | EX → Extension')) {
    expect(streetSuffixName(code)).toBe(name)
    expect([streetSuffixCode(name), streetSuffixCode(name.toUpperCase())]).toEqual([code, code])
  }
  expect([streetSuffixCode('Street'), streetSuffixName('North')]).toEqual(['', ''])
})

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
