/** Reads the LINZ NZ Addresses file in batches, for the import of addresses. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import type { AddressRecord } from '#db/address-import/replace-address-book.ts'
import { shortForm } from '#journey/address-words.ts'
import { parseAddressText } from '#journey/typed-address.ts'
import zones from '#underwriting/data/zones.json' with { type: 'json' }
import { CommandError } from '../command.ts'

export interface AddressBatch {
  readonly addresses: readonly AddressRecord[]
  /** Rows without an address. */
  readonly unreadable: number
  /** How many bytes of the file have been read. */
  readonly position: number
}

const chunkBytes = 1 << 20
/** In characters: longer than any row. An unclosed quotation mark would make one row of the whole rest of the file. */
const longestRow = 16_384

/** SHA-256 in hexadecimal. Throws CommandError if the file cannot be read. */
export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(path, { highWaterMark: chunkBytes }), hash)
  } catch (error) {
    throw new CommandError(`${path} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
  return hash.digest('hex')
}

/** Throws CommandError if the file is cut off or has other contents. */
export async function* readLinzFile(path: string, batchRows: number): AsyncGenerator<AddressBatch> {
  let read: RowReader | undefined
  let addresses: AddressRecord[] = []
  let unreadable = 0
  let rows = 0
  let position = 0
  for await (const row of csvRows(path)) {
    position = row.position
    if (!read) {
      read = rowReader(path, row.record)
      continue
    }
    const address = read(row.record)
    if (address === 'unreadable') unreadable += 1
    else if (address !== 'retired') addresses.push(address)
    rows += 1
    if (rows % batchRows === 0) {
      yield { addresses, unreadable, position }
      addresses = []
      unreadable = 0
    }
  }
  if (!read) throw noCsv(path)
  yield { addresses, unreadable, position }
}

/** The rows of the file, each with the bytes read so far. */
async function* csvRows(path: string): AsyncGenerator<{ record: readonly string[]; position: number }> {
  const source = createReadStream(path, { highWaterMark: chunkBytes })
  const parser = parse({ bom: true, info: true, max_record_size: longestRow })
  source.on('error', error => parser.destroy(error))
  let position = 0
  try {
    for await (const { record, info } of source.pipe(parser)) {
      position = info.bytes
      yield { record, position }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    if (position === 0) throw noCsv(path)
    throw new CommandError(`${path} is broken after byte ${position}: ${error.message}. Was it copied whole?`)
  } finally {
    source.destroy()
  }
}

const wanted = 'It should be LINZ NZ Addresses (layer 105689), exported as CSV.'
const noCsv = (path: string) =>
  new CommandError(`${path} is no CSV file with a line of column names. ${wanted}`)

const neededColumns = [
  'address_id',
  'unit_type',
  'unit_value',
  'level_type',
  'level_value',
  'address_number_prefix',
  'address_number',
  'address_number_suffix',
  'address_number_high',
  'road_name_prefix',
  'road_name',
  'road_type_name',
  'road_suffix',
  'water_name',
  'suburb_locality',
  'town_city',
  'address_lifecycle',
] as const

type Column = (typeof neededColumns)[number]

/** Longer than any value in the file: such a value shows a damaged row, as do invalid UTF-8 characters. */
const longestValue = 200
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const spoilt = /[\u0000-\u001f\u007f\ufffd]/
const isDamaged = (row: readonly string[]): boolean =>
  row.some(text => text.length > longestValue) || spoilt.test(row.join())

const isHouseNumber = (number: number): boolean =>
  Number.isInteger(number) && number >= 0 && number <= 999_999

/** Returns 'retired' for a former address, and 'unreadable' for a row without id, number or street. */
type RowReader = (row: readonly string[]) => AddressRecord | 'retired' | 'unreadable'

/** Throws CommandError if the file has other columns. */
function rowReader(path: string, header: readonly string[]): RowReader {
  if (spoilt.test(header.join())) throw noCsv(path)
  const missing = neededColumns.filter(column => !header.includes(column))
  if (missing.length > 0) {
    const more = missing.length > 4 ? ` and ${missing.length - 4} more` : ''
    throw new CommandError(`${path} has no column ${missing.slice(0, 4).join(', ')}${more}. ${wanted}`)
  }
  const places = Object.fromEntries(neededColumns.map(column => [column, header.indexOf(column)]))
  const known = new Map<string, string>()
  const postcodesAt = (suburb: string, city: string): string => {
    const place = `${suburb}|${city}`
    const postcodes = known.get(place) ?? postcodesOf(suburb, city)
    known.set(place, postcodes)
    return postcodes
  }

  return row => {
    const value = (column: Column) => (row[places[column] ?? -1] ?? '').trim()
    if (value('address_lifecycle') === 'Retired') return 'retired'
    const number = Number(value('address_number') || 'none')
    // An address that only a boat reaches has a water name instead of a road name.
    const name = [value('road_name_prefix'), value('road_name') || value('water_name')]
      .filter(Boolean)
      .join(' ')
    if (value('address_id') === '' || name === '' || !isHouseNumber(number) || isDamaged(row))
      return 'unreadable'

    const suburb = value('suburb_locality') || value('town_city')
    const city = value('town_city')
    const suffix = value('address_number_suffix')
    const high = value('address_number_high')
    return {
      id: value('address_id'),
      street: {
        name,
        type: value('road_type_name'),
        suffix: value('road_suffix'),
        suburb,
        city,
        postcode: postcodesAt(suburb, city),
      },
      house_number: number,
      // In a range the letter belongs to both ends, as LINZ writes it.
      house: `${value('address_number_prefix')}${number}${suffix}${high && `-${high}${suffix}`}`,
      unit_type: value('unit_type'),
      unit_number: value('unit_value'),
      level_type: value('level_type'),
      level_number: value('level_value'),
    }
  }
}

const plain = (name: string): string => parseAddressText(name).words.map(shortForm).join(' ')
const keyOf = (suburb: string, city: string): string => `${plain(suburb)}|${plain(city)}`

const postcodesByPlace: ReadonlyMap<string, string> = new Map(
  zones.localities.map(({ locality, city, postcodes }) => [keyOf(locality, city), postcodes.join(' ')]),
)

/** Towns whose suburbs all have one postcode. */
const ofTown: ReadonlyMap<string, string> = new Map(
  Object.entries(Object.groupBy(zones.localities, ({ city }) => plain(city))).flatMap(([city, rows = []]) => {
    const [only, ...others] = new Set(rows.flatMap(({ postcodes }) => postcodes))
    return only !== undefined && others.length === 0 ? [[city, only] as const] : []
  }),
)

/**
 * The postcodes of a suburb and town, because the LINZ file has none: '1025 1041' if the place has several, '' if it
 * is unknown. The customer then enters the postcode.
 */
export const postcodesOf = (suburb: string, city: string): string =>
  postcodesByPlace.get(keyOf(suburb, city)) ?? ofTown.get(plain(city)) ?? ''
