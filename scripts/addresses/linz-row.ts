/** Converts a row of the LINZ NZ Addresses file (layer 105689) to an address with its postcodes, for the address import. */
import type { AddressRecord } from '#db/address-import/build-edition.ts'
import { addressWords, shortForm } from '#journey/address-words.ts'
import zones from '#underwriting/data/zones.json' with { type: 'json' }

export const neededColumns = [
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
export function rowReader(
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
