/** The address adapter over our own address table, which an operator imports from LINZ NZ Addresses. */
import { type Address, type AddressWithPostcodes, addressText } from '#journey/address.ts'
import { type AddressQuery, parseAddressQueries } from '#journey/parse-address-query.ts'
import { bareAddress } from '#journey/typed-address.ts'
import { matchAddresses } from './match-addresses.ts'
import type { AddressSearch, AddressService, AddressSuggestion } from './port.ts'

/** Injected, because partner folders may not import the database. */
export interface AddressStore {
  /** Reads all data of one response from one imported version of the table. */
  read<T>(work: (book: AddressBookReader) => Promise<T>): Promise<T>
}

interface AddressBookReader {
  /**
   * Best matches first. With `byName`, only streets whose name begins with the first word. With `isInRange`,
   * the number 90 also matches '88-92'.
   */
  search(
    query: AddressQuery,
    options: { readonly byName: boolean; readonly limit: number; readonly isInRange?: boolean },
  ): Promise<readonly AddressWithPostcodes[]>
  /** Returns the words that are not the beginning of any word in the table. */
  unknown(words: readonly string[]): Promise<ReadonlySet<string>>
  /** For each word, the words in the table that are one typing error away. */
  corrections(words: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>
}

const maximumLines = 8
/** Read per search, because some candidates will not match the search. */
const maximumCandidates = 50

/** Typing errors are corrected in names only, not in highway numbers or postcodes. */
const isName = (word: string): boolean => /^\p{L}/u.test(word)

/** Matches streets by name first; also by place if there are too few. */
async function lookUp(
  book: AddressBookReader,
  query: AddressQuery,
  options: { readonly limit: number; readonly isInRange: boolean },
): Promise<readonly AddressWithPostcodes[]> {
  const { limit } = options
  const named = await book.search(query, { byName: true, ...options })
  if (named.length >= limit) return named
  const others = await book.search(query, { byName: false, ...options })
  const known = new Set(named.map(address => address.addressId))
  return [...named, ...others.filter(address => !known.has(address.addressId))].slice(0, limit)
}

/**
 * The postcode at the end of the typed text; '' if its four digits are the street number, or no street number
 * precedes them.
 */
function postcodeIn(typed: string, { house, words }: AddressQuery): string {
  const [, digits = ''] = /\b(\d{4})\s*$/.exec(bareAddress(typed)) ?? []
  return house && (house.number !== Number(digits) || words.flat().includes(digits)) ? digits : ''
}

/** The address once per possible postcode of its place; without any, once with the typed postcode ('' if none). */
const withPostcodes = ({ postcodes, ...address }: AddressWithPostcodes, typed: string): Address[] =>
  (postcodes.length > 0 ? postcodes : [typed]).map(postcode => ({ ...address, postcode }))

/** Leaves out the postcode if several are possible: the customer then chooses one. */
function lineOf(address: AddressWithPostcodes, typed: string): AddressSuggestion {
  const all = withPostcodes(address, typed)
  const meant = all.length === 1 ? all[0] : all.find(({ postcode }) => postcode === typed)
  return { addressId: address.addressId, text: addressText(meant ?? { ...address, postcode: '' }) }
}

async function firstFound(
  book: AddressBookReader,
  queries: readonly AddressQuery[],
  typed: string,
  isInRange = false,
): Promise<AddressSuggestion[]> {
  for (const query of queries) {
    const found = await lookUp(book, query, { limit: maximumLines, isInRange })
    if (found.length > 0) return found.map(address => lineOf(address, postcodeIn(typed, query)))
  }
  return []
}

async function suggest(
  book: AddressBookReader,
  queries: readonly AddressQuery[],
  typed: string,
): Promise<AddressSuggestion[]> {
  const words = [...new Set(queries.flatMap(query => query.words.flat()))].filter(isName)
  const unknown = await book.unknown(words)
  const isDoubted = (forms: readonly string[]) => forms.every(word => unknown.has(word))
  const likely = queries.filter(query => !query.words.some(isDoubted))
  const found = await firstFound(book, likely, typed)
  if (found.length > 0) return found
  // If the street exists without this street number, another street would not help.
  const [query] = likely
  const isStreet =
    query && (await book.search({ ...query, house: null, level: '' }, { byName: false, limit: 1 })).length > 0
  if (isStreet) return query.house === null ? [] : firstFound(book, [query], typed, true)
  // The typing error is in an unknown word. If all words are known, any of them may be the error.
  const doubted = queries.flatMap(each => each.words).filter(isDoubted)
  const typedWords = (doubted.length > 0 ? doubted : queries.flatMap(each => each.words)).flatMap(
    ([word = '']) => (isName(word) ? [word] : []),
  )
  return firstFound(book, corrected(queries, await book.corrections([...new Set(typedWords)])), typed)
}

/** The queries with the corrections of each word added. Queries without a correction are left out. */
function corrected(
  queries: readonly AddressQuery[],
  corrections: ReadonlyMap<string, readonly string[]>,
): AddressQuery[] {
  const others = (word: string) => corrections.get(word) ?? []
  return queries
    .filter(query => query.words.flat().some(word => others(word).length > 0))
    .map(query => ({
      ...query,
      words: query.words.map(forms => [...new Set(forms.flatMap(form => [form, ...others(form)]))]),
    }))
}

async function find(book: AddressBookReader, search: AddressSearch): Promise<readonly Address[]> {
  const typed = [search.line, search.suburb, search.postcode].filter(Boolean).join(', ')
  const queries = parseAddressQueries(`${typed} `)
  const attempts = [
    ...queries.map(query => ({ query, isInRange: false })),
    ...queries.filter(({ house }) => house !== null).map(query => ({ query, isInRange: true })),
  ]
  for (const { query, isInRange } of attempts) {
    const found = await lookUp(book, query, { limit: maximumCandidates, isInRange })
    const postcode = postcodeIn(search.postcode || search.line, query)
    const candidates = found.flatMap(known => withPostcodes(known, postcode)).map(address => ({ address }))
    const { addresses } = matchAddresses(candidates, search)
    if (addresses.length > 0) return addresses.slice(0, maximumLines)
  }
  return []
}

export function addressBook(store: AddressStore): AddressService {
  return {
    async suggest(typed): Promise<AddressSuggestion[]> {
      const queries = parseAddressQueries(typed)
      if (queries.length === 0) return []
      return store.read(book => suggest(book, queries, typed))
    },
    find: async search => ({
      outcome: 'found',
      addresses: search.line.trim() === '' ? [] : await store.read(book => find(book, search)),
    }),
  }
}
