/** Parses a typed address line into queries for the address book, the most likely first. */
import { wordsAndJoinedRuns } from './address-words.ts'
import { addressSearchTexts, parseAddressText } from './typed-address.ts'

export interface StreetNumber {
  /** '3' of '3/210', 'PENTHOUSE' of 'Penthouse, 210'; '' when there is none. */
  readonly unit: string
  readonly number: number
  /** 'A' of '21A' and of '1A-7A'; '' when there is none. */
  readonly letter: string
  /** 92 of '88-92'; null if it is no range. */
  readonly high: number | null
}

export interface StreetNumberQuery extends StreetNumber {
  /** False if the number is the last text typed, because 21 may become 210. */
  readonly isComplete: boolean
}

export interface AddressQuery {
  readonly house: StreetNumberQuery | null
  /** '5' of 'Level 5, 120 Albert Street', 'G' of 'Ground Floor'; '' when none was typed. */
  readonly level: string
  /** A word matches if a street or place word starts with one of its forms. At least one begins with a letter. */
  readonly words: readonly (readonly string[])[]
}

const longestLine = 120
const mostWords = 10
const mostHouses = 3

const house = /^(?:([\p{L}\p{N}-]{1,12})\/)?(\d{1,6})([a-z]?)(?:-(\d{1,6})([a-z]?))?$/u

/**
 * The street number of a word such as '3/210', '1A-7A' or '1-7A', whose letter belongs to both numbers; null for other
 * words, and for two different letters.
 */
export function parseStreetNumber(word: string): StreetNumber | null {
  const [, unit = '', number, low = '', high, last = ''] = house.exec(word) ?? []
  const letter = low || last
  if (number === undefined || (last !== '' && last !== letter)) return null
  return {
    unit: unit.toUpperCase(),
    number: Number(number),
    letter: letter.toUpperCase(),
    high: high === undefined ? null : Number(high),
  }
}

/** The street numbers to search for: the number itself, and for a range every number on that side of the street. */
export function numbersInRange({ number, high }: StreetNumber): number[] {
  const last = Math.min(high ?? number, number + 1_000)
  const step = (last - number) % 2 === 0 ? 2 : 1
  const numbers = [number]
  for (let next = number + step; next <= last; next += step) numbers.push(next)
  return numbers
}

/** At most 4 queries of 10 words, the most likely first, and as many of each simpler text. */
export const parseAddressQueries = (typed: string): AddressQuery[] =>
  addressSearchTexts(typed.slice(0, longestLine)).flatMap(parseLine)

function parseLine(line: string): AddressQuery[] {
  const parsed = parseAddressText(line)
  // '3/' is a unit whose street number is not typed yet.
  const words = parsed.words.filter(word => !word.endsWith('/')).slice(0, mostWords)
  const isLast = (index: number) => index === words.length - 1 && !/[\s,]$/.test(line)
  const withHouse = words.flatMap((word, index) => {
    const read = parseStreetNumber(word)
    const others = words.filter((_, other) => other !== index)
    return read ? [{ house: { ...read, isComplete: !isLast(index) }, others }] : []
  })
  return [...withHouse.slice(0, mostHouses), { house: null, others: words }]
    .map(reading => ({
      house: reading.house,
      level: parsed.level,
      words: wordsAndJoinedRuns(plain(reading.others)),
    }))
    .filter(query => query.words.some(([word = '']) => /^\p{L}/u.test(word)))
}

/** Only a street number contains a slash or the dash of a range. */
const plain = (words: readonly string[]): string[] =>
  words
    .flatMap(word => word.split(/[/-]/))
    .filter(Boolean)
    .slice(0, mostWords)
