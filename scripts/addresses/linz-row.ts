/**
 * A row of the LINZ NZ Addresses file (layer 105689) as an address of our book. The import relies on it for which
 * columns the file must have and which rows say no address.
 */
import type { BookAddress } from '#db/address-import.ts'
import { postcodeOf } from './postcodes.ts'

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

/** Longer than any name in the file: such a value is a sign of a spoilt row. */
const longestValue = 100

/**
 * `header`: the file's columns, all needed ones among them. The reader gives 'retired' for an address that is no
 * longer one, and 'unreadable' for a row without an id, a number or a street.
 */
export function rowReader(
  header: readonly string[],
): (row: readonly string[]) => BookAddress | 'retired' | 'unreadable' {
  const places = new Map(neededColumns.map(column => [column, header.indexOf(column)]))

  return row => {
    const value = (column: Column) => (row[places.get(column) ?? -1] ?? '').trim()
    if (value('address_lifecycle') === 'Retired') return 'retired'
    const number = Number(value('address_number') || 'none')
    // A landing that only a boat reaches lies on a water, not on a road.
    const name = [value('road_name_prefix'), value('road_name') || value('water_name')]
      .filter(Boolean)
      .join(' ')
    const isPlausible = neededColumns.every(
      column => value(column).length <= longestValue && !/[\p{Cc}\uFFFD]/u.test(value(column)),
    )
    if (value('address_id') === '' || name === '' || !isPlausible) return 'unreadable'
    if (!Number.isInteger(number) || number < 0 || number > 999_999) return 'unreadable'

    const suburb = value('suburb_locality') || value('town_city')
    const city = value('town_city')
    const high = value('address_number_high')
    return {
      id: value('address_id'),
      street: {
        name,
        type: value('road_type_name'),
        suffix: value('road_suffix'),
        suburb,
        city,
        postcode: postcodeOf(suburb, city),
      },
      houseNumber: number,
      house: `${value('address_number_prefix')}${number}${value('address_number_suffix')}${high && `-${high}`}`,
      unitType: value('unit_type'),
      unitNumber: value('unit_value'),
      levelType: value('level_type'),
      levelNumber: value('level_value'),
    }
  }
}
