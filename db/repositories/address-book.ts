/** Finds addresses by street number and the words of street, suburb and city, also with one typing error in a word. */
import { sql } from 'kysely'
import type { Db, Schema } from '#db/schema.ts'
import { runTransaction } from '#db/transaction.ts'
import { type AddressWithPostcodes, emptyAddressParts } from '#journey/address.ts'
import {
  isAbbreviableWord,
  isWithinOneEditOfPrefix,
  streetSuffixCode,
  typoLookupKeys,
} from '#journey/address-words.ts'
import type { AddressQuery, StreetNumberQuery } from '#journey/parse-address-query.ts'
import { namesOfLevel } from '#journey/typed-address.ts'

export interface SearchOptions {
  /** Only streets whose name begins with the first word. */
  readonly byName: boolean
  /** Only ranges that contain the number behind their first number: 90 finds '88-92'. */
  readonly isInRange?: boolean
  readonly limit: number
}

type FoundRow = Omit<Schema['address_book.address'], 'street_id' | 'house_number'> &
  Omit<Schema['address_book.street'], 'id' | 'addresses' | 'words'>

/** The number of streets that a search examines, larger ones first; the next typed letter narrows the rest. */
const mostStreets = 400
const mostCorrections = 5

/** For frequent words and many keys the planner would scan a whole table, or compile a query that takes a millisecond. */
export const forceIndexPlans = sql`select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`

export function addressBookRepository(db: Db) {
  return {
    /**
     * All that one answer reads, in one transaction. It reads words before streets before houses, the order in which
     * an import locks them. `work` only reads, because it may run again.
     */
    read: <T>(work: (book: AddressBookReader) => Promise<T>): Promise<T> =>
      runTransaction(db, async tx => {
        await forceIndexPlans.execute(tx)
        return work(pagesOver(tx))
      }),
  }
}

type AddressBookReader = ReturnType<typeof pagesOver>

function pagesOver(tx: Db) {
  return {
    /** Best first; at most `limit`. Addresses carry no signature. */
    search: async (query: AddressQuery, options: SearchOptions): Promise<AddressWithPostcodes[]> =>
      (await searchStatement(query, options).execute(tx)).rows.map(addressOf),

    /** Returns the words with which no word of the address book begins. */
    async unknown(words: readonly string[]): Promise<ReadonlySet<string>> {
      return new Set((await unknownWordsStatement(words).execute(tx)).rows.map(row => row.typed))
    },

    /** Returns, for each word, the address book's words that differ by one edit, the most frequent first. */
    async corrections(words: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
      const longEnough = words.filter(word => typoLookupKeys(word).length > 0)
      if (longEnough.length === 0) return new Map()
      const { rows } = await correctionStatement(longEnough.flatMap(typoLookupKeys)).execute(tx)
      const near = (typed: string) =>
        rows.map(row => row.word).filter(word => isWithinOneEditOfPrefix(typed, word))
      return new Map(longEnough.map(word => [word, near(word).slice(0, mostCorrections)]))
    },
  }
}

// Words with the same beginning are neighbours in the index, because its collation compares by bytes (C).
export const unknownWordsStatement = (words: readonly string[]) => sql<{ typed: string }>`
  select typed from unnest(${[...words]}::text[]) typed
  where not exists (
    select from address_book.word where word >= typed collate "C" and word < (typed || chr(1114111)) collate "C"
  )`

export const correctionStatement = (probes: readonly string[]) => sql<{ word: string }>`
  select word from address_book.word where slips && ${[...probes]}::text[] order by streets desc`

/**
 * Finds streets by their words, then houses on them. The index returns streets in the order they were written, larger
 * ones first, so the limit in `hits` keeps the larger ones. The outer order is by quality of the match.
 */
export const searchStatement = (
  query: AddressQuery,
  { byName, limit, isInRange = false }: SearchOptions,
) => sql<FoundRow>`
  with hits as materialized (
    select * from address_book.street where words @@ ${tsquery(query, byName)}::tsquery limit ${mostStreets}
  ), fitting as (
    select hits.*, words @@ ${wholeWords(query, byName)}::tsquery as is_whole from hits
    order by is_whole desc, addresses desc, id
  )
  select found.*, fitting.name, fitting.type, fitting.suffix, fitting.suburb, fitting.city, fitting.postcode
  from fitting cross join lateral (
    select id, house, unit_type, unit_number, level_type, level_number
    from address_book.address
    where street_id = fitting.id and ${houseCondition(query, isInRange)}
    order by house_number, length(house), house, length(unit_number), unit_number
    limit ${query.house === null ? sql`(select greatest(1, ceil(${limit}::numeric / count(*))) from hits)` : limit}
  ) found
  limit ${limit}`

function houseCondition({ house, level }: AddressQuery, isInRange: boolean) {
  const conditions = house
    ? [isInRange ? rangeCondition(house) : numberCondition(house), writtenCondition(house)]
    : []
  if (house && house.unit !== '') conditions.push(sql`${house.unit} in (${inner}, ltrim(${inner}, 'FLU0'))`)
  if (level !== '') conditions.push(levelCondition(level))
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

/** The unit or level before the street number. People leave out its first letter and its zeros: '3' finds 'F03'. */
const inner = sql`upper(coalesce(nullif(unit_number, ''), nullif(unit_type, ''), nullif(level_number, ''), level_type))`

function levelCondition(level: string) {
  const { names, number } = namesOfLevel(level)
  return sql`(${level} in (upper(level_number), ${inner}, ltrim(${inner}, 'FLU0'))
    or (level_number = ${number} and lower(level_type) = any(${names}::text[])))`
}

/** A letter belongs to a house, or to both ends of a range: '21A', '21A-23A'. */
function writtenCondition({ number, letter, high }: StreetNumberQuery) {
  if (high !== null) return sql`house like ${`${number}${letter}%-${high}%`}`
  return letter === '' ? sql`true` : sql`(house = ${`${number}${letter}`} or house like ${`%${letter}-%`})`
}

const widestRange = 200

/** One side of a street has only even or only odd numbers: '88-92' does not contain 89. */
const rangeCondition = ({ number }: StreetNumberQuery) => sql`house like '%-%'
  and house_number between ${number - widestRange} and ${number - 1}
  and substring(house from '-([0-9]+)')::integer >= ${number}
  and ((substring(house from '-([0-9]+)')::integer - house_number) % 2 = 1 or (${number} - house_number) % 2 = 0)`

/** A number that is still being typed: 21 also stands for 210 to 219, 2100 to 2199 and so on. */
function numberCondition({ number, letter, isComplete }: StreetNumberQuery) {
  const widths = isComplete || letter !== '' || number === 0 ? [1] : [1, 10, 100, 1_000, 10_000]
  const ranges = widths
    .filter(width => number * width < 1_000_000)
    .map(width => sql`house_number between ${number * width} and ${number * width + width - 1}`)
  return sql`(${sql.join(ranges, sql` or `)})`
}

const lexeme = (word: string, mark: string, isWhole: boolean) => `'${mark}${word}'${isWhole ? '' : ':*'}`

/** Any of a word's forms; a postcode also matches a street that has none. */
function term(forms: readonly string[], mark: string, isWhole: boolean): string {
  const isPostcode = mark === '' && forms.some(form => /^\d{4}$/.test(form))
  return `(${[...forms.map(form => lexeme(form, mark, isWhole)), ...(isPostcode ? ["'?'"] : [])].join(' | ')})`
}

const terms = ({ words }: AddressQuery, byName: boolean, isWhole: (index: number) => boolean): string =>
  words.map((forms, index) => term(forms, byName && index === 0 ? '=' : '', isWhole(index))).join(' & ')

/**
 * Each word matches as a prefix. Exceptions, unless it is the last word: a number ('1 Queen' must not find all of postcode
 * 1010), a single letter, and a frequent word like 'street' match as whole words, which the index finds fastest.
 */
const tsquery = (query: AddressQuery, byName: boolean): string =>
  terms(query, byName, index => {
    const word = query.words[index]?.[0] ?? ''
    return (
      index < query.words.length - 1 && (word.length === 1 || /^\d/.test(word) || isAbbreviableWord(word))
    )
  })

/** As `tsquery`, but with whole words, the one being typed apart: 'Queen' before 'Queens'. */
const wholeWords = (query: AddressQuery, byName: boolean): string =>
  terms(query, byName, index => query.words.length === 1 || index < query.words.length - 1)

function addressOf(row: FoundRow): AddressWithPostcodes {
  const street = [row.name, row.type, row.suffix].filter(Boolean).join(' ')
  const level = [row.level_type, row.level_number].filter(Boolean).join(' ')
  const unit = row.unit_number || row.unit_type
  const house = row.unit_number
    ? `${unit}/${row.house}`
    : [unit || level, row.house].filter(Boolean).join(', ')
  const suburb = row.suburb || row.city
  return {
    addressId: row.id,
    postcodes: row.postcode.split(' ').filter(Boolean),
    suburb,
    city: row.city,
    signature: '',
    addressInBrokenDownForm: {
      ...emptyAddressParts,
      levelNumber: row.level_number,
      levelType: row.level_type,
      streetName: row.name,
      streetNumber: row.house,
      streetSuffixCode: streetSuffixCode(row.suffix),
      streetType: row.type,
      unitNumber: row.unit_number,
      unitType: row.unit_type,
    },
    addressInFreeForm: {
      addressLine1: `${house} ${street}`,
      addressLine2: suburb === row.city ? '' : suburb,
    },
  }
}
