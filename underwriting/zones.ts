/** Finds the rating zone and theft zone of a car's overnight address, for the premium; every address has zones. */
import zoneData from './data/zones.json' with { type: 'json' }
import { type RatingZone, ratingZones, type TheftZone, theftZones } from './tariff.ts'

export interface Zones {
  readonly zone: RatingZone
  readonly theftZone: TheftZone
}

interface Place extends Zones {
  readonly name: string
  readonly postcodes: readonly string[]
}

/** 'Ōtara', 'St Heliers' → 'otara', 'saint heliers': sources differ in macrons and in Saint. */
const plainName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\bst\b\.?/g, 'saint')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

function placeOf(row: (typeof zoneData.localities)[number]): Place {
  const zone = ratingZones.find(known => known === row.zone)
  const theftZone = theftZones.find(known => known === row.theftZone)
  if (!zone || !theftZone) throw new Error(`zones.json: ${row.locality} has no known zone`)
  return { zone, theftZone, name: plainName(row.locality), postcodes: row.postcodes }
}

const places: readonly Place[] = zoneData.localities.map(placeOf)

const placesOf = new Map<string, Place[]>()
for (const place of places)
  for (const postcode of place.postcodes) placesOf.set(postcode, [...(placesOf.get(postcode) ?? []), place])

/** Average zones, for a postcode whose first two digits are not listed. */
const elsewhere: Zones = { zone: 'Z4', theftZone: 'T3' }

/** The zones of most places; for a tie, the first listed. */
function mostCommon(among: readonly Place[]): Zones | null {
  const counts = Map.groupBy(among, place => place.zone + place.theftZone)
  const [largest] = [...counts.values()].toSorted((a, b) => b.length - a.length)
  return largest?.[0] ?? null
}

/** By postcode and place name, else by postcode, else by the postcode's first two digits, else average zones. */
export function zonesOf(address: {
  readonly postcode: string
  readonly suburb: string
  readonly city: string
}): Zones {
  const here = placesOf.get(address.postcode) ?? []
  const named = [address.suburb, address.city]
    .map(plainName)
    .map(name => here.find(place => place.name === name))
    .find(place => place !== undefined)
  const area = () =>
    places.filter(place => place.postcodes.some(code => code.slice(0, 2) === address.postcode.slice(0, 2)))
  const { zone, theftZone } = named ?? mostCommon(here) ?? mostCommon(area()) ?? elsewhere
  return { zone, theftZone }
}
