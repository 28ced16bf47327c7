/**
 * The address adapter over our own address table, which an operator imports from LINZ NZ Addresses. The
 * store is injected because partner folders may not import the database. A search without results is
 * repeated with one typing error allowed.
 */
import { type Address, type AddressWithPostcodes, addressText } from '#journey/address.ts'
import { type AddressQuery, interpretations } from '#journey/address-query.ts'
import { bareAddress } from '#journey/address-words.ts'
import { meantBy } from './matches-search.ts'
import type { AddressLine, AddressSearch, AddressService } from './port.ts'

export interface AddressStore {
  /** Reads all data of one response from one edition of the address book. */
  read<T>(work: (book: AddressPages) => Promise<T>): Promise<T>
}

interface AddressPages {
  /** Best first. With `byName`, only streets whose name begins with the first word; with `isInRange`, 90 is found in '88-92'. */
  search(
    query: AddressQuery,
    options: { readonly byName: boolean; readonly limit: number; readonly isInRange?: boolean },
  ): Promise<readonly AddressWithPostcodes[]>
  /** Those of the words that begin no word of the book. */
  unknown(words: readonly string[]): Promise<ReadonlySet<string>>
  /** For each word, the words of the address book that are one typing error away. */
  corrections(words: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>
}

const maximumLines = 8
/** Read for one answer, as some will not be what was meant. */
const mostCandidates = 50

/** Numbers of highways and postcodes are no words that a slip is looked for in. */
const isName = (word: string): boolean => /^\p{L}/u.test(word)

/** Matches streets by name first; also by place if there are too few. */
async function lookUp(
  book: AddressPages,
  query: AddressQuery,
  options: { readonly limit: number; readonly isInRange?: boolean },
): Promise<readonly AddressWithPostcodes[]> {
  const { limit } = options
  const named = await book.search(query, { byName: true, ...options })
  if (named.length >= limit) return named
  const others = await book.search(query, { byName: false, ...options })
  const known = new Set(named.map(address => address.addressId))
  return [...named, ...others.filter(address => !known.has(address.addressId))].slice(0, limit)
}

/** The four digits that end what was typed; '' where they are read as the house, or there is none they stand behind. */
function postcodeIn(typed: string, { house, words }: AddressQuery): string {
  const [, digits = ''] = /\b(\d{4})\s*$/.exec(bareAddress(typed)) ?? []
  return house && (house.number !== Number(digits) || words.flat().includes(digits)) ? digits : ''
}

/** The address with each postcode it may have: those of its place, or else what was typed, '' for nothing. */
const withPostcodes = ({ postcodes, ...address }: AddressWithPostcodes, typed: string): Address[] =>
  (postcodes.length > 0 ? postcodes : [typed]).map(postcode => ({ ...address, postcode }))

/** Undetermined details are omitted from the line: the customer is asked after choosing it. */
function lineOf(address: AddressWithPostcodes, typed: string): AddressLine {
  const all = withPostcodes(address, typed)
  const meant = all.length === 1 ? all[0] : all.find(({ postcode }) => postcode === typed)
  return { addressId: address.addressId, text: addressText(meant ?? { ...address, postcode: '' }) }
}

async function firstFound(
  book: AddressPages,
  queries: readonly AddressQuery[],
  typed: string,
  isInRange = false,
): Promise<AddressLine[]> {
  for (const query of queries) {
    const found = await lookUp(book, query, { limit: maximumLines, isInRange })
    if (found.length > 0) return found.map(address => lineOf(address, postcodeIn(typed, query)))
  }
  return []
}

async function suggest(
  book: AddressPages,
  queries: readonly AddressQuery[],
  typed: string,
): Promise<AddressLine[]> {
  const words = [...new Set(queries.flatMap(query => query.words.flat()))].filter(isName)
  const unknown = await book.unknown(words)
  const isDoubted = (forms: readonly string[]) => forms.every(word => unknown.has(word))
  const likely = queries.filter(query => !query.words.some(isDoubted))
  const found = await firstFound(book, likely, typed)
  if (found.length > 0) return found
  // The street exists and the house does not: searching for another street would not help.
  const [query] = likely
  const isStreet =
    query && (await book.search({ ...query, house: null, level: '' }, { byName: false, limit: 1 })).length > 0
  if (isStreet) return query.house === null ? [] : firstFound(book, [query], typed, true)
  // The typing error is in an unknown word; if all words are known, the error turned one word into
  // another.
  const doubted = queries.flatMap(each => each.words).filter(isDoubted)
  const typedWords = (doubted.length > 0 ? doubted : queries.flatMap(each => each.words)).flatMap(
    ([word = '']) => (isName(word) ? [word] : []),
  )
  return firstFound(book, corrected(queries, await book.corrections([...new Set(typedWords)])), typed)
}

/** The readings, each doubted word with its corrections beside it; none where there is nothing to correct. */
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

async function find(book: AddressPages, search: AddressSearch): Promise<readonly Address[]> {
  const typed = [search.line, search.suburb, search.postcode].filter(Boolean).join(', ')
  const queries = interpretations(`${typed} `)
  for (const isInRange of [false, true])
    for (const query of isInRange ? queries.filter(({ house }) => house !== null) : queries) {
      const candidates = await lookUp(book, query, { limit: mostCandidates, isInRange })
      const postcode = postcodeIn(search.postcode || search.line, query)
      const addresses = candidates.flatMap(address => withPostcodes(address, postcode))
      const { meant, exact } = meantBy(
        addresses.map(address => ({ address })),
        search,
      )
      if (meant.length > 0) return (exact.length > 0 ? exact : meant).slice(0, maximumLines)
    }
  return []
}

export function addressBook(store: AddressStore): AddressService {
  return {
    async suggest(typed): Promise<AddressLine[]> {
      const queries = interpretations(typed)
      if (queries.length === 0) return []
      return store.read(book => suggest(book, queries, typed))
    },
    find: async search =>
      search.line.trim() === ''
        ? { outcome: 'found', addresses: [] }
        : { outcome: 'found', addresses: await store.read(book => find(book, search)) },
  }
}
