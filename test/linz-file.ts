/** Generates a file in the LINZ NZ Addresses format with real proportions, for import tests and the benchmark. */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import zones from '#underwriting/data/zones.json' with { type: 'json' }
import { seededRandom } from './chaos/seeded-random.ts'
import { texts } from './samples/texts.ts'

const linzColumns = `fid address_id source_dataset change_id full_address_number full_road_name full_address
  territorial_authority unit_type unit_value level_type level_value address_number_prefix address_number
  address_number_suffix address_number_high road_name_prefix road_name road_type_name road_suffix water_name
  water_body_name suburb_locality town_city address_class address_lifecycle gd2000_xcoord gd2000_ycoord road_name_ascii
  water_name_ascii water_body_name_ascii suburb_locality_ascii town_city_ascii full_road_name_ascii full_address_ascii
  shape`.split(/\s+/)

/** Texts by the name of their column. The columns that the import does not read are empty. */
export type LinzRow = Readonly<Record<string, string>>

export const headerLine = `${linzColumns.join(',')}\n`

const lineOf = (row: LinzRow): string => `${linzColumns.map(column => quoted(row[column] ?? '')).join(',')}\n`

const quoted = (value: string): string => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)

/** A random number in [0, 1), the same sequence for the same seed. */
export function randomOf(seed: number): () => number {
  const random = seededRandom(String(seed))
  return () => random.between(0, 1)
}

/** Roads of New Zealand by type in hundreds (street_types.csv), with one entry per hundred for a weighted choice. */
const weightedTypes =
  texts(`Road 258 | Street 179 | Place 93 | Lane 56 | Drive 38 | Avenue 38 | Crescent 24 | Way 23
  Terrace 14 | Grove 12 | Close 11 | Court 9 | Rise 6 | Parade 3 | Heights 3 | Highway 3 | Mews 3 | Track 2 | Boulevard 2
  View 2 | Esplanade 1`).flatMap(entry => {
    const [type = '', hundreds] = entry.split(' ')
    return Array<string>(Number(hundreds)).fill(type)
  })
const suffixes = ['East', 'West', 'North', 'South', 'Extension'] as const

const usualNames =
  `Queen King Victoria George Albert Edward Church School Station Main High Park Beach Bay River Mill
  Kauri Rata Rimu Totara Tūī Kōwhai Nīkau Matai Kererū Huia Moana Ōtara Māngere Ōrākei Whānau Tāmaki Aotea Rangi
  Nelson Wellington Marine Dominion Great-North Great-South Tamaki Lake Hill Ridge Valley Forest Garden Orchard
  Saint-Heliers-Bay Saint-Johns Mount-Albert Mount-Eden Campbell Grey Cook Hobson Wakefield Bledisloe Russell Smith
  Taylor Brown Wilson Williams Anderson Thomson Martin Clark Walker Young Scott Stewart Robertson Hamilton Kerr`
    .split(/\s+/)
    .map(name => name.replaceAll('-', ' '))
const openings =
  'Ash Bel Bra Cal Cran Dar El Fair Glen Har Hol Ken Lin Mar Nor Oak Pem Ros Shel Thorn Wal Whit Ash Kel'
const middles = 'a e i o bur der ling man ner ring ston ter ver wick'
const endings = 'ford ton ley wood field worth by dale more combe hurst ham well bourne'
const syllables =
  'a e i o u ka ke ki ko ku ma me mi mo mu na ne ni no nu pa pe pi po pu ra re ri ro ru ta te ti to tu wa we wi whā whe rā tā mā ngā ō'

interface Street {
  readonly name: string
  readonly type: string
  readonly suffix: string
  readonly suburb: string
  readonly city: string
}

export interface LinzSample {
  readonly streets: readonly Street[]
  /** The number of rows. */
  readonly count: number
  rows(): Generator<LinzRow>
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Generates `rows` addresses with 29 per street on average, as in the real file, in random order. */
export function linzSample(options: { readonly rows: number; readonly seed?: number }): LinzSample {
  const seed = options.seed ?? 105_689
  const random = randomOf(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T
  const word = (list: string) => pick(list.split(' '))

  const name = (): string => {
    const kind = random()
    // The square makes the first names of the list the most frequent.
    if (kind < 0.35) return usualNames[Math.floor(random() ** 2 * usualNames.length)] ?? 'Queen'
    if (kind < 0.7) return word(openings) + word(middles) + word(endings)
    return capital(Array.from({ length: 2 + below(4) }, () => word(syllables)).join(''))
  }
  // LINZ has some 6,500 localities and our data 345, so the others get invented names.
  const villages = Array.from({ length: 3_000 }, () => ({
    locality: name(),
    city: random() < 0.5 ? '' : pick(zones.localities).city,
  }))
  const place = () => (random() < 0.6 ? pick(zones.localities) : pick(villages))

  const streets = Array.from({ length: Math.max(20, Math.round(options.rows / 29)) }, (): Street => {
    const { locality, city } = place()
    return {
      name: name(),
      type: pick(weightedTypes),
      suffix: random() < 0.01 ? pick(suffixes) : '',
      suburb: locality,
      city,
    }
  })
  // Most streets are short; a few have thousands of addresses.
  const ends = new Float64Array(streets.length)
  let total = 0
  for (const index of streets.keys()) {
    total += 1 / (0.02 + random()) ** 1.2
    ends[index] = total
  }
  const streetAt = (point: number): number => {
    let [low, high] = [0, streets.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] ?? 0) > point) high = middle
      else low = middle + 1
    }
    return low
  }

  function* rows(): Generator<LinzRow> {
    // Its own sequence, so that the rows are the same each time.
    const random = randomOf(seed + 1)
    const places = streets.map((street): LastAddress => ({ street, house: 0, unit: 0 }))
    for (let index = 1; index <= options.rows; index += 1) {
      const place = places[streetAt(random() * total)] as LastAddress
      // A fifth of all addresses are units of the previous house.
      const isUnit = random() < 0.2 && place.house > 0
      place.unit = isUnit ? place.unit + 1 : 0
      if (!isUnit) place.house += 1
      yield rowOf(index, place, random())
    }
  }
  return { streets, count: options.rows, rows }
}

/** The newest address of a street; unit 0 is the house itself. */
interface LastAddress {
  readonly street: Street
  house: number
  unit: number
}

function rowOf(index: number, { street, house, unit }: LastAddress, chance: number): LinzRow {
  const suffix = unit === 0 && chance < 0.06 ? 'A' : ''
  const high = chance > 0.985 ? String(house + 2) : ''
  const number = `${unit > 0 ? `${unit}/` : ''}${house}${suffix}${high && `-${high}${suffix}`}`
  const road = [street.name, street.type, street.suffix].filter(Boolean).join(' ')
  const full = [`${number} ${road}`, street.suburb, street.city].filter(Boolean).join(', ')
  return {
    address_id: String(1_000_000 + index),
    full_address_number: number,
    full_road_name: road,
    full_address: full,
    ...(unit > 0 && unitColumns(unit, chance < 0.03)),
    address_number: String(house),
    address_number_suffix: suffix,
    address_number_high: high,
    road_name: street.name,
    road_type_name: street.type,
    road_suffix: street.suffix,
    suburb_locality: street.suburb,
    town_city: street.city,
    address_lifecycle: 'Current',
  }
}

const unitColumns = (unit: number, isHigh: boolean): LinzRow => ({
  unit_type: isHigh ? 'Apartment' : 'Unit',
  unit_value: String(unit),
  ...(isHigh && { level_type: 'Level', level_value: String((unit % 20) + 1) }),
})

export async function writeLinzFile(path: string, rows: Iterable<LinzRow>): Promise<void> {
  const file = createWriteStream(path, { highWaterMark: 1 << 20 })
  file.write(headerLine)
  for (const row of rows) if (!file.write(lineOf(row))) await once(file, 'drain')
  file.end()
  await once(file, 'finish')
}
