/**
 * Checks that a partner's addresses match the customer's search. It is strict about number and unit, and lenient
 * about what people omit at the end: street type, direction, suburb, town.
 */
import type { Address } from '#journey/address.ts'
import { mostJoinedWords, shortForm, wordsAndJoinedRuns } from '#journey/address-words.ts'
import { numbersInRange, parseStreetNumber, type StreetNumber } from '#journey/parse-address-query.ts'
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

/** How much alike a typed and a known part of an address are; null if they are different. */
type Likeness = 'same' | 'near' | null

interface PlaceInside {
  readonly unit: string
  readonly level: string
}

/** 'near': a unit instead of its level. */
function compareInside(asked: PlaceInside, known: PlaceInside): Likeness {
  const isLevelLeftOut = asked.unit !== '' && (asked.level === '' || known.level === '')
  if (asked.unit === known.unit && (asked.level === known.level || isLevelLeftOut)) return 'same'
  const isSwapped = asked.unit === known.level && asked.level === known.unit
  return isSwapped && (asked.unit === '' || asked.level === '') ? 'near' : null
}

/** 'near': a number inside a range, or a range without its letter. */
function compareNumber(asked: StreetNumber, known: StreetNumber): Likeness {
  const isSame = asked.number === known.number && asked.high === known.high
  if (isSame && asked.letter === known.letter) return 'same'
  // '21' is not '21A'.
  if (known.high === null || (asked.letter !== '' && asked.letter !== known.letter)) return null
  const isInRange = asked.high === null ? numbersInRange(known).includes(asked.number) : isSame
  return isInRange ? 'near' : null
}

/** Compares the level, unit and street number of two address lines. */
function compareHouse(typed: AddressText, kept: AddressText): Likeness {
  const asked = parseStreetNumber(typed.words[0] ?? '')
  const known = parseStreetNumber(kept.words[0] ?? '')
  if (asked === null || known === null) return typed.words[0] === kept.words[0] ? 'same' : null
  const inside = compareInside({ ...asked, level: typed.level }, { ...known, level: kept.level })
  const number = compareNumber(asked, known)
  if (inside === null || number === null) return null
  return inside === 'same' ? number : 'near'
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
 * The addresses whose whole line was typed, or if there are none (`isExact` is false), those that match the search.
 * Without a match, tries again without the rural delivery number and country.
 */
export function matchAddresses(
  candidates: readonly AddressCandidate[],
  search: AddressSearch,
): { readonly addresses: readonly Address[]; readonly isExact: boolean } {
  // '12, Queen Street' arrives as the line '12' and the suburb 'Queen Street'.
  const isNumber = /^\d+\p{L}?$/u.test(search.line.trim())
  const line = isNumber ? `${search.line} ${search.suburb}` : search.line
  const suburb = isNumber ? '' : search.suburb
  const bare = { ...search, line: bareAddress(line), suburb: bareAddress(suburb, `${line}, `) }
  // Mostly the same words again, and the candidates are few.
  for (const asked of [{ ...search, line, suburb }, bare]) {
    const meant = candidates.filter(candidate => mayMatch(candidate, asked))
    const exact = meant.filter(candidate => matchesExactly(candidate, asked))
    const isExact = exact.length > 0
    if (meant.length > 0)
      return { addresses: (isExact ? exact : meant).map(({ address }) => address), isExact }
  }
  return { addresses: [], isExact: false }
}

/** True if a suggested line begins with the address's first line: another town may have a street of the same name. */
export const startsWithAddressLine = (text: string, { addressInFreeForm }: Address): boolean => {
  const [offered, known] = [textOf(text), textOf(addressInFreeForm.addressLine1)]
  return offered.level === known.level && startsWith(offered.words, known.words)
}
