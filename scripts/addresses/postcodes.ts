/**
 * Looks up the postcodes of a suburb and town for the address import, because the LINZ file has none. An unknown
 * locality gives '', and the customer then enters the postcode.
 */
import { addressWords, shortForm } from '#journey/address-words.ts'
import zones from '#underwriting/data/zones.json' with { type: 'json' }

const plain = (name: string): string => addressWords(name).map(shortForm).join(' ')
const keyOf = (suburb: string, city: string): string => `${plain(suburb)}|${plain(city)}`

const known: ReadonlyMap<string, string> = new Map(
  zones.localities.map(({ locality, city, postcodes }) => [keyOf(locality, city), postcodes.join(' ')]),
)

/** Towns whose suburbs all have one postcode. */
const ofTown: ReadonlyMap<string, string> = new Map(
  Object.entries(Object.groupBy(zones.localities, ({ city }) => plain(city))).flatMap(([city, rows = []]) => {
    const [only, ...others] = new Set(rows.flatMap(({ postcodes }) => postcodes))
    return only !== undefined && others.length === 0 ? [[city, only] as const] : []
  }),
)

/** '1025 1041' if a place has several. */
export const postcodesOf = (suburb: string, city: string): string =>
  known.get(keyOf(suburb, city)) ?? ofTown.get(plain(city)) ?? ''
