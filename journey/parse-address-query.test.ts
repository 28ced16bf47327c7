/** Tests of the queries of typed address lines. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pairs, texts } from '#test/samples/texts.ts'
import {
  type AddressQuery,
  numbersInRange,
  parseAddressQueries,
  parseStreetNumber,
} from './parse-address-query.ts'

/** Without what they are written together. */
const wordsOf = (query: AddressQuery) => query.words.map(([word]) => word)

/** The house and the words of each reading. */
const readings = (typed: string) =>
  parseAddressQueries(typed).map(query => [query.house?.number, wordsOf(query).join(' ')])

const house = (number: number, more: object = {}) => ({
  unit: '',
  number,
  letter: '',
  high: null,
  isComplete: true,
  ...more,
})

test.each([
  ['3/210 dominion', house(210, { unit: '3' }), '', 'dominion'],
  ['unit 3 210 dominion road', house(210, { unit: '3' }), '', 'dominion road'],
  ['apt 7b, 28 nelson', house(28, { unit: '7B' }), '', 'nelson'],
  ['21a King', house(21, { letter: 'A' }), '', 'king'],
  ['23-25 king street', house(23, { high: 25 }), '', 'king street'],
  ['1A – 7A Puka', house(1, { letter: 'A', high: 7 }), '', 'puka'],
  ['1-7A Puka', house(1, { letter: 'A', high: 7 }), '', 'puka'],
  ['3/88-92 albert', house(88, { unit: '3', high: 92 }), '', 'albert'],
  ['Level 5, 120 Albert Street', house(120), '5', 'albert street'],
  ['floor m, 120 Albert Street', house(120), 'M', 'albert street'],
  ['L5/120 Albert Street', house(120), '5', 'albert street'],
  ['Ground Floor, 120 Albert Street', house(120), 'G', 'albert street'],
  ['Penthouse, 120 Albert Street', house(120, { unit: 'PENTHOUSE' }), '', 'albert street'],
  ['queen street 21', house(21, { isComplete: false }), '', 'queen street'],
  ['queen street 21 ', house(21), '', 'queen street'],
  ['queen street 3/', null, '', 'queen street'],
  ['/ queen street', null, '', 'queen street'],
  ["o'connell", null, '', 'oconnell'],
])('[CAR-09] %s is read', (typed, read, level, words) => {
  const [first] = parseAddressQueries(typed)
  expect(first && { ...first, words: wordsOf(first).join(' ') }).toEqual({ house: read, level, words })
})

test('[CAR-09] names are read in one word and in two', () => {
  expect(parseAddressQueries('318 te atatu road')[0]?.words).toEqual([
    ['te', 'teatatu', 'teataturoad'],
    ['atatu', 'teatatu', 'teataturoad', 'ataturoad'],
    ['road', 'teataturoad', 'ataturoad'],
  ])
})

test('[CAR-09] rural delivery and country are first read as typed, then left out', () => {
  expect(readings('12 Smith Road RD 3, New Zealand')).toEqual([
    [12, 'smith road rd3 new zealand'],
    [undefined, '12 smith road rd3 new zealand'],
    [12, 'smith road'],
    [undefined, '12 smith road'],
  ])
  // Where the line has a house in front, 'rd 21' is no road; else it is.
  expect(parseAddressQueries('dominion rd 21').map(query => query.house?.number)).toEqual([21, undefined])
})

test('[CAR-09] a house has the numbers of its range on its side of the street', () => {
  for (const [word, numbers] of pairs(
    '88-92 → 88 90 92 | 1-4 → 1 2 3 4 | 1a-7a → 1 3 5 7 | 12 → 12 | 12-8 → 12',
  )) {
    const house = parseStreetNumber(word)
    expect(house && numbersInRange(house).join(' ')).toBe(numbers)
  }
  for (const word of ['', ...texts('x | 3/ | /3 | 12ab | 1234567 | 3/12/14 | 12- | 1-2-3 | 1a-7b')])
    expect(parseStreetNumber(word), word).toBeNull()
})

test('[CAR-09] a number may be the house, part of the street, or the postcode', () => {
  expect(readings('state highway 1 210')).toEqual([
    [1, 'state highway 210'],
    [210, 'state highway 1'],
    [undefined, 'state highway 1 210'],
  ])
})

test('[CAR-09] numbers and signs alone give no query', () => {
  for (const typed of ['', '1-3', '12 1024', '21 3rd', '   ', ',,,', '%', "'", '\\', '/'])
    expect(parseAddressQueries(typed), typed).toEqual([])
})

test('[CAR-09] reads at most 120 characters, ten words and three houses', () => {
  const allOf = (typed: string) => parseAddressQueries(typed).map(wordsOf)
  expect(allOf('a'.repeat(121))).toEqual([['a'.repeat(120)]])
  for (const typed of ['a b c d e f g h i j k', 'a/b/c/d/e/f/g/h/i/j/k', 'a b/c d/e f/g h/i j/k'])
    expect(allOf(typed)).toEqual([[...'abcdefghij']])
  expect(parseAddressQueries('1 2 3 4 queen').map(query => query.house?.number)).toEqual([1, 2, 3, undefined])
})

/** Any character of the first plane, halves of others included. */
const codeUnit = fc.nat(0xffff).map(code => String.fromCharCode(code))
/** Short words, numbers, blanks and slashes. */
const slashed = fc.string({ unit: fc.constantFrom('a', 'b', '1', '/', ' '), maxLength: 200 })

test('[CAR-09] any text gives a query of a few words of letters and digits', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: codeUnit, maxLength: 300 }), slashed), typed => {
      const queries = parseAddressQueries(typed)
      expect(queries.length).toBeLessThanOrEqual(8)
      for (const query of queries) {
        expect(query.words.length).toBeGreaterThan(0)
        expect(query.words.length).toBeLessThanOrEqual(10)
        for (const word of query.words.flat()) expect(word).toMatch(/^[\p{L}\p{N}]{1,120}$/u)
      }
    }),
  )
})
