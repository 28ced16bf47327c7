/** Reads the LINZ NZ Addresses file in batches with their position, so that the import can resume. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { CsvError, parse } from 'csv-parse'
import { parse as parseWhole } from 'csv-parse/sync'
import type { AddressRecord, Batch } from '#db/address-import/build-edition.ts'
import { addressWords, shortForm } from '#journey/address-words.ts'
import zones from '#underwriting/data/zones.json' with { type: 'json' }

/** The file cannot be imported; the message is for the operator. */
export class LinzFileError extends Error {
  override name = 'LinzFileError'
}

export interface LinzFile {
  readonly path: string
  readonly bytes: number
  /** SHA-256 in hexadecimal. */
  readonly hash: string
  readonly header: readonly string[]
  /** The first byte after the header. */
  readonly firstRow: number
}

const longestHeader = 16_384
const chunkBytes = 1 << 20

/** Reads the header and the whole file's hash. Throws LinzFileError. */
export async function openLinzFile(path: string): Promise<LinzFile> {
  const { start, bytes } = await readStart(path)
  const { header, firstRow } = readHeader(path, start)
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) hash.update(chunk)
  return { path, bytes, hash: hash.digest('hex'), header, firstRow }
}

async function readStart(path: string): Promise<{ start: Buffer; bytes: number }> {
  try {
    const file = await open(path)
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(longestHeader), 0, longestHeader, 0)
      return { start: buffer.subarray(0, bytesRead), bytes: (await file.stat()).size }
    } finally {
      await file.close()
    }
  } catch (error) {
    throw new LinzFileError(`${path} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}

function readHeader(path: string, start: Buffer): { header: string[]; firstRow: number } {
  const wanted = 'It should be LINZ NZ Addresses (layer 105689), exported as CSV.'
  const isText = !start.includes(0)
  const end = start.indexOf('\n')
  if (!isText || end < 0)
    throw new LinzFileError(`${path} is no CSV file with a line of column names. ${wanted}`)
  const [header = []] = headerRows(start.subarray(0, end))
  const missing = neededColumns.filter(column => !header.includes(column))
  if (missing.length > 0)
    throw new LinzFileError(
      `${path} has no column ${missing.slice(0, 4).join(', ')}${missing.length > 4 ? ` and ${missing.length - 4} more` : ''}. ${wanted}`,
    )
  return { header, firstRow: end + 1 }
}

function headerRows(line: Buffer): string[][] {
  try {
    return parseWhole(line, { bom: true })
  } catch {
    return []
  }
}

/** Yields the batches from the byte `from`. Throws LinzFileError if the file is cut off or not CSV. */
export async function* batchesOf(file: LinzFile, from: number, batchRows: number): AsyncGenerator<Batch> {
  const read = rowReader(file.header)
  const source = createReadStream(file.path, { start: from, highWaterMark: chunkBytes })
  const parser = parse({ info: true, columns: false })
  source.on('error', error => parser.destroy(error))
  let addresses: AddressRecord[] = []
  let unreadable = 0
  let rows = 0
  let position = from
  const batch = (): Batch => ({ addresses, unreadable, position })
  try {
    for await (const { record, info } of source.pipe(parser)) {
      if (record.length !== file.header.length)
        throw new CsvError('CSV_RECORD_INCONSISTENT_COLUMNS', 'too short')
      const address = read(record)
      if (address === 'unreadable') unreadable += 1
      else if (address !== 'retired') addresses.push(address)
      position = from + info.bytes
      rows += 1
      if (rows % batchRows === 0) {
        yield batch()
        addresses = []
        unreadable = 0
      }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new LinzFileError(
      `${file.path} is broken after byte ${position}: ${error.message}. Was it copied whole?`,
    )
  } finally {
    source.destroy()
  }
  yield batch()
}

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

/**
 * Returns a row reader for a file with these columns. It returns 'retired' for a former address and 'unreadable' for a
 * row without id, number or street.
 */
function rowReader(
  header: readonly string[],
): (row: readonly string[]) => AddressRecord | 'retired' | 'unreadable' {
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
    const isPlausible = row.every(text => text.length <= longestValue) && !spoilt.test(row.join())
    if (value('address_id') === '' || name === '' || !isPlausible) return 'unreadable'
    if (!Number.isInteger(number) || number < 0 || number > 999_999) return 'unreadable'

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
      houseNumber: number,
      // In a range the letter belongs to both ends, as LINZ writes it.
      house: `${value('address_number_prefix')}${number}${suffix}${high && `-${high}${suffix}`}`,
      unitType: value('unit_type'),
      unitNumber: value('unit_value'),
      levelType: value('level_type'),
      levelNumber: value('level_value'),
    }
  }
}

const plain = (name: string): string => addressWords(name).map(shortForm).join(' ')
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
 * The postcodes of a suburb and town, because the LINZ file has none: '1025 1041' if it has several, '' for an unknown one,
 * whose postcode the customer enters.
 */
export const postcodesOf = (suburb: string, city: string): string =>
  postcodesByPlace.get(keyOf(suburb, city)) ?? ofTown.get(plain(city)) ?? ''
