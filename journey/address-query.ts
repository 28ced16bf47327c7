/**
 * What a typed line asks of an address book: a house, a level, and words that begin words of the street and its
 * places. A line can be read in more than one way; `readings` says in which order to try.
 */
import { addressWords } from './address-words.ts'

export interface HouseQuery {
  /** '3' of '3/210'; '' when no unit was typed. */
  readonly unit: string
  readonly number: number
  /** 'A' of '21A'; '' when none was typed. */
  readonly letter: string
  /** False while it is the last thing typed: 21 may become 210. */
  readonly isWhole: boolean
}

export interface AddressQuery {
  readonly house: HouseQuery | null
  /** '5' of 'Level 5, 120 Albert Street'; '' when none was typed. */
  readonly level: string
  /** Each matches when one of its forms begins a word of the street or its places. One at least begins with a letter. */
  readonly words: readonly (readonly string[])[]
}

const longestLine = 120
const mostWords = 10
const mostHouses = 3

const spokenLevel = /\b(?:level|floor)\s+(\w{1,4})\b[\s,]+(?=\S*\d)/i
const range = /(\d)\s*[-–]\s*\d+\b/g
const house = /^(?:([\p{L}\p{N}]{1,8})\/)?(\d{1,6})([a-z]?)$/u

const houseOf = (word: string, isWhole: boolean): HouseQuery | null => {
  const [, unit = '', number, letter = ''] = house.exec(word) ?? []
  return number === undefined
    ? null
    : { unit: unit.toUpperCase(), number: Number(number), letter: letter.toUpperCase(), isWhole }
}

/** Most likely first; none when there is no word to look for. At most four, of ten words each. */
export function readings(typed: string): AddressQuery[] {
  const line = typed.slice(0, longestLine)
  const level = (spokenLevel.exec(line)?.[1] ?? '').toUpperCase()
  const words = addressWords(line.replace(spokenLevel, '').replace(range, '$1'))
    // '3/' is a unit whose house is still to come.
    .filter(word => !word.endsWith('/'))
    .slice(0, mostWords)
  const isLast = (index: number) => index === words.length - 1 && !/[\s,]$/.test(line)
  const withHouse = words.flatMap((word, index) => {
    const read = houseOf(word, !isLast(index))
    return read ? [{ house: read, rest: words.filter((_, other) => other !== index) }] : []
  })
  return [...withHouse.slice(0, mostHouses), { house: null, rest: words }]
    .map(reading => ({ house: reading.house, level, words: plain(reading.rest).map(word => [word]) }))
    .filter(query => query.words.some(([word = '']) => /^\p{L}/u.test(word)))
}

/** A slash belongs to a house only. */
const plain = (words: readonly string[]): string[] =>
  words
    .flatMap(word => word.split('/'))
    .filter(Boolean)
    .slice(0, mostWords)
