import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readings } from './address-query.ts'

const house = (number: number, more: object = {}) => ({
  unit: '',
  number,
  letter: '',
  isWhole: true,
  ...more,
})

test.each([
  ['3/210 dominion', house(210, { unit: '3' }), '', 'dominion'],
  ['unit 3 210 dominion road', house(210, { unit: '3' }), '', 'dominion road'],
  ['Flat 2, 9 Lāke Rd', house(9, { unit: '2' }), '', 'lake rd'],
  ['apt 7b, 28 nelson', house(28, { unit: '7B' }), '', 'nelson'],
  ['21a King', house(21, { letter: 'A' }), '', 'king'],
  ['23-25 king street', house(23), '', 'king street'],
  ['Level 5, 120 Albert Street', house(120), '5', 'albert street'],
  ['floor m, 120 Albert Street', house(120), 'M', 'albert street'],
  ['queen street 21', house(21, { isWhole: false }), '', 'queen street'],
  ['queen street 21 ', house(21), '', 'queen street'],
  ['queen street 3/', null, '', 'queen street'],
  ['/ queen street', null, '', 'queen street'],
  ["o'connell", null, '', 'oconnell'],
  ['ōtara', null, '', 'otara'],
])('[CAR-09] %s is read', (typed, read, level, words) => {
  const [first] = readings(typed)
  expect(first).toEqual({ house: read, level, words: words.split(' ').map(word => [word]) })
})

test('[CAR-09] a number may be the house, or part of the street or the postcode', () => {
  const read = readings('state highway 1 210').map(query => [
    query.house?.number,
    query.words.flat().join(' '),
  ])
  expect(read).toEqual([
    [1, 'state highway 210'],
    [210, 'state highway 1'],
    [undefined, 'state highway 1 210'],
  ])
})

test.each(['', '1-3', '12 1024', '21 3rd', '   ', ',,,', '%', "'", '\\', '/'])(
  '[CAR-09] nothing is asked for by %j',
  typed => {
    expect(readings(typed)).toEqual([])
  },
)

test('[CAR-09] no more is read than 120 characters, ten words and three houses', () => {
  const wordsOf = (typed: string) => readings(typed).map(query => query.words.flat())
  expect(wordsOf('a'.repeat(121))).toEqual([['a'.repeat(120)]])
  for (const typed of ['a b c d e f g h i j k', 'a/b/c/d/e/f/g/h/i/j/k', 'a b/c d/e f/g h/i j/k'])
    expect(wordsOf(typed)).toEqual([[...'abcdefghij']])
  expect(readings('1 2 3 4 queen').map(query => query.house?.number)).toEqual([1, 2, 3, undefined])
})

/** Short words, numbers, blanks and slashes. */
const slashed = fc.string({ unit: fc.constantFrom('a', 'b', '1', '/', ' '), maxLength: 200 })

test('[CAR-09] whatever is typed asks for a few words of letters and digits at most', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), slashed), typed => {
      const queries = readings(typed)
      expect(queries.length).toBeLessThanOrEqual(4)
      for (const query of queries) {
        expect(query.words.length).toBeGreaterThan(0)
        expect(query.words.length).toBeLessThanOrEqual(10)
        for (const word of query.words.flat()) expect(word).toMatch(/^[\p{L}\p{N}]{1,120}$/u)
      }
    }),
  )
})
