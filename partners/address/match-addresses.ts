/**
 * Checks that a partner's addresses match the customer's search. It is strict about number and unit, and lenient
 * about what people omit at the end: street type, direction, suburb, town.
 */
import type { Address } from '#journey/address.ts'
import { mostJoinedWords, shortForm, wordsAndJoinedRuns } from '#journey/address-words.ts'
import { numbersInRange, parseStreetNumber } from '#journey/parse-address-query.ts'
import { type AddressText, bareAddress, parseAddressText } from '#journey/typed-address.ts'
import type { AddressSearch } from './port.ts'

/** `postal` is the postal form, which may name other places ('RD 3', another town) that people search by. */
export interface AddressCandidate {
  readonly address: Address
  readonly postal?: string
}

function textOf(text: string): AddressText {
  const { level, words } = parseAddressText(text)
  return { level, words: words.map(shortForm) }
}

const shortWords = (text: string): readonly string[] => textOf(text).words

/** Joins names and keeps numbers apart, so 'te atatu rd' equals 'teatatu rd'. */
const joinNames = (words: readonly string[]): string =>
  words.map(word => (/\d/.test(word) ? ` ${word} ` : word)).join('')

/** The number of leading words that equal `start` once joined; -1 if none do. */
function prefixLength(start: readonly string[], words: readonly string[]): number {
  const wanted = joinNames(start)
  for (let length = 0; length <= words.length; length += 1)
    if (joinNames(words.slice(0, length)) === wanted) return length
  return -1
}

const startsWith = (words: readonly string[], start: readonly string[]): boolean =>
  prefixLength(start, words) >= 0

type Likeness = 'same' | 'near'

/**
 * Compares a typed street number with an address's. 'near': a number inside a range, or a unit instead of its level;
 * null: a different address.
 */
function compareHouse(typed: AddressText, kept: AddressText): Likeness | null {
  const asked = parseStreetNumber(typed.words[0] ?? '')
  const known = parseStreetNumber(kept.words[0] ?? '')
  if (asked === null || known === null) return typed.words[0] === kept.words[0] ? 'same' : null
  const isUnit = asked.unit === known.unit
  const isSameInside =
    isUnit && (typed.level === kept.level || (asked.unit !== '' && !(typed.level && kept.level)))
  const isNearInside =
    (typed.level === '' && kept.level !== '' && known.unit === '' && asked.unit === kept.level) ||
    (typed.level !== '' && kept.level === '' && asked.unit === '' && known.unit === typed.level)
  if (!isSameInside && !isNearInside) return null
  const isSameNumber =
    asked.number === known.number && asked.letter === known.letter && asked.high === known.high
  if (isSameNumber) return isSameInside ? 'same' : 'near'
  const isLetter = asked.letter === known.letter || asked.letter === ''
  const isInRange =
    asked.high === null
      ? known.high !== null && numbersInRange(known).includes(asked.number)
      : asked.number === known.number && asked.high === known.high
  return isLetter && isInRange ? 'near' : null
}

const numbered = (words: readonly string[]): boolean => words.some(word => /(?:^|\/)\d/.test(word))

/** The address line with and without its direction ('East'); without `withNumber` it starts at the street name. */
function formsOf(address: Address, withNumber: boolean): AddressText[] {
  const { streetName, streetType, streetSuffixCode, levelNumber, unitNumber } =
    address.addressInBrokenDownForm
  const line = textOf(
    withNumber ? address.addressInFreeForm.addressLine1 : `${streetName} ${streetType} ${streetSuffixCode}`,
  )
  // A line with a unit leaves out its level.
  const whole = unitNumber === '' ? line : { ...line, level: line.level || levelNumber.toUpperCase() }
  return streetSuffixCode === '' ? [whole] : [whole, { ...whole, words: whole.words.slice(0, -1) }]
}

/** True if all words of a text, alone or joined with the following words, are among the places. */
function areIn(places: ReadonlySet<string>, words: readonly string[]): boolean {
  if (words.length === 0) return true
  return words
    .slice(0, mostJoinedWords)
    .some(
      (_, index) => places.has(words.slice(0, index + 1).join('')) && areIn(places, words.slice(index + 1)),
    )
}

function mayMatch({ address, postal = '' }: AddressCandidate, search: AddressSearch): boolean {
  const typed = textOf(search.line)
  if (typed.words.length === 0) return false
  const places = new Set(
    [address.suburb, address.city, address.postcode, postal].flatMap(place =>
      wordsAndJoinedRuns(shortWords(place)).flat(),
    ),
  )
  if (search.postcode !== '' && search.postcode !== address.postcode) return false
  if (!areIn(places, shortWords(search.suburb))) return false
  const withNumber = numbered(typed.words.filter(word => word !== address.postcode))
  return formsOf(address, withNumber).some(form => {
    if (withNumber && compareHouse(typed, form) === null) return false
    const from = withNumber ? 1 : 0
    const [asked, street] = [typed.words.slice(from), form.words.slice(from)]
    const length = prefixLength(street, asked)
    return startsWith(street, asked) || (length >= 0 && areIn(places, asked.slice(length)))
  })
}

/** True if the search contains the whole address line, so that no other address can be meant. */
function matchesExactly({ address }: AddressCandidate, search: AddressSearch): boolean {
  const typed = textOf(search.line)
  const whole = textOf(address.addressInFreeForm.addressLine1)
  return compareHouse(typed, whole) === 'same' && startsWith(typed.words.slice(1), whole.words.slice(1))
}

/**
 * Addresses that match the whole search. If there are none, tries again without the rural delivery number and
 * country. `exact` are those whose whole line was typed.
 */
export function matchAddresses(
  candidates: readonly AddressCandidate[],
  search: AddressSearch,
): { readonly meant: readonly Address[]; readonly exact: readonly Address[] } {
  // '12, Queen Street' arrives as the line '12' and the suburb 'Queen Street'.
  const isNumber = /^\d+\p{L}?$/u.test(search.line.trim())
  const line = isNumber ? `${search.line} ${search.suburb}` : search.line
  const suburb = isNumber ? '' : search.suburb
  const bare = { ...search, line: bareAddress(line), suburb: bareAddress(suburb, `${line}, `) }
  // Mostly the same words again, and the candidates are few.
  for (const asked of [{ ...search, line, suburb }, bare]) {
    const meant = candidates.filter(candidate => mayMatch(candidate, asked))
    const exact = meant.filter(candidate => matchesExactly(candidate, asked))
    if (meant.length > 0)
      return { meant: meant.map(({ address }) => address), exact: exact.map(({ address }) => address) }
  }
  return { meant: [], exact: [] }
}

/** True if a suggested line begins with the address's first line: another town may have a street of the same name. */
export const startsWithAddressLine = (text: string, { addressInFreeForm }: Address): boolean => {
  const [offered, known] = [textOf(text), textOf(addressInFreeForm.addressLine1)]
  return offered.level === known.level && startsWith(offered.words, known.words)
}
