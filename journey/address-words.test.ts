/** Tests of the words of address text, and of the forms in which a word may be typed. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pairs, texts } from '#test/samples/texts.ts'
import {
  addressWords,
  bareAddress,
  isAbbreviableWord,
  isWithinOneEditOfPrefix,
  normalizedAddressLine,
  shortForm,
  streetSuffixCode,
  streetSuffixName,
  typoIndexKeys,
  typoLookupKeys,
  wordForms,
} from './address-words.ts'

it.each(
  pairs(`
    → | , → | , Queen  Street, → queen street | Ōtara O'Connell → otara oconnell
    3  /  210 Dominion → 3/210 dominion | Flat 2, 9 Lāke Road → 2/9 lake road
    Shop 2B/9 Lake → 2b/9 lake | Unit 3-5, 9 Lake → 3-5/9 lake
    Level 5, Suite 3, 9 Lake → level:5 3/9 lake | 2nd Floor / 9 Lake → level:2 9 lake
    Ground floor 9 Lake → level:g 9 lake | Basement 1, 9 Lake → level:b1 9 lake
    Cottage, 9 Lake → cottage/9 lake | 88 — 92 Albert → 88-92 albert
    1A-7A Taumata-rau → 1a-7a taumata rau | 9 S.H.1 → 9 state highway 1
    9 Smith Rd, R.D. 03 → 9 smith rd rd3 | C/12 Lake → c/12 lake
    Whit\u00adby \u200eRoad → whitby road | Unit ３／９ Lake → 3/9 lake | Unit 3⁄9 Lake → 3/9 lake
    Shops 3-5: 9 Lake → 3-5/9 lake | (Unit 3) 9 Lake → 3/9 lake | #3, 9 Lake → 3/9 lake
    Flat F03; 9 Lake → 3/9 lake | Bach Three/9 Lake → 3/9 lake | Penthouse 9 Lake → penthouse/9 lake
    Level Two, Unit Three, 9 Lake → level:2 3/9 lake | Flat 3, No. 9 Lake → 3/9 lake
    Bay 3, 9 Lake → 3/9 lake | Mission Bay 3 9 → mission bay 3 9 | First Floor, 9 Lake → level:1 9 lake | Level Two 9 Lake → level:2 9 lake | Lvl 05/9 Lake → level:5 9 lake
    G/F, 9 Lake → level:g 9 lake | Bsmt 1, 9 Lake → level:b1 9 lake | No. 9 Lake → 9 lake
    9 Hway 01 → 9 state highway 1 | 9 S/H 1 → 9 state highway 1 | 9 StateHiway 25A → 9 state highway 25a
    3, 210 Lake → 3/210 lake | 9 A Gt Nth Rd → 9a great north rd | 9 Lake, Albany CBD → 9 lake albany central
    9 Lake, Dairy Flat, 0794 → 9 lake dairy flat 0794
    9 SHwy 1 → 9 state highway 1 | 9 Smith Rd R/D 3 → 9 smith rd rd3 | 9 Smith Rd, RD:3 → 9 smith rd rd3
  `),
)('[CAR-09] %j has the words %j', (text, words) => {
  expect(addressWords(text).join(' ')).toBe(words)
})

it('[CAR-09] a street that only sounds like a level, a unit, a highway or a rural delivery keeps its words', () => {
  for (const text of texts(`
    12 levels road | flat bush road 12 | 12 shop lane | ohai highway 12 | smith rd 12 | 3rd avenue 12
    no 1 | great north rd 12 | beach haven rd 12 | 12 a street | 3rd avenue 12 | bell block 4312
    no 1 road | flat one tree hill road | 12 first avenue | mission bay 12
  `))
    expect(addressWords(text)).toEqual(text.split(' '))
})

it.each(
  pairs(`
    street → st: street st | st → st: st saint | saint → st: saint st | mt → mt: mt mount
    queen → queen: queen
  `),
)('[CAR-09] the short form of %s and the forms it may be typed in: %s', (word, forms) => {
  expect(`${shortForm(word)}: ${wordForms(word).join(' ')}`).toBe(forms)
  expect(isAbbreviableWord(word)).toBe(word !== 'queen')
})

it.each([
  ['9 Lake Road, RD 3, Albany', '9 lake road, , , albany'],
  ['9 Lake Road, Albany 0632, New Zealand', '9 lake road, albany 0632  '],
  ['9 Lake Road, Albany, Aotearoa NZ 0632', '9 lake road, albany 0632 '],
  ['9 Lake Road, NewZealand', '9 lake road  '],
  ['9 Lake Road, Aotearoa | New-Zealand', '9 lake road  '],
  ['9 Lake Road N. Zealand', '9 lake road  '],
])('[CAR-09] %j without rural delivery and country is %j', (text, bare) => {
  expect(bareAddress(text)).toBe(bare)
})

it('[CAR-09] a name that only begins or ends like a country stays', () => {
  for (const text of texts(`
    9 aotearoa terrace | 9 new zealand road, albany | 9 rangatira road | 9 franz road | 9 ronz | 9 newtown
  `))
    expect(bareAddress(text)).toBe(text)
})

it.each(
  pairs(`
    Unit 3, 9 Lake Rd, NZ → 3/9 lake rd | L5/9 Lake Road → level 5 9 lake road
    9 SH1, RD 2 → 9 state highway 1 | 9 Lake Road, Albany →
  `),
)('[CAR-09] %j normalised is %j', (text, plainest) => {
  expect(normalizedAddressLine(text)).toBe(plainest)
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
