/** The embedded insurer's vehicle catalogue: the models of a registered car, their rating data and value bands. */
import { maximumCarValueDollars } from '#journey/cover.ts'
import type { Transmission, ValueBand } from '#journey/plate-and-car-value.ts'
import type { VehicleModel, VehicleToFind } from '#journey/registered-vehicle.ts'
import catalogue from './data/vehicle-catalogue.json' with { type: 'json' }

export interface CatalogueVehicle extends VehicleModel {
  readonly marketValueDollars: number
  /** 1 (cheapest) to 12 */
  readonly ratingGroup: number
  /** 1 (seldom stolen) to 5 */
  readonly theftScore: number
  readonly acceptance: 'accept' | 'refer' | 'decline'
}

type Generation = (typeof catalogue.models)[number]
type Trim = Generation['trims'][number]

const generations: readonly Generation[] = catalogue.models

const slug = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

const stem = (generation: Generation, trim: Trim): string =>
  [generation.make, generation.model, String(generation.fromYear), trim.name].map(slug).join('-')

const known: ReadonlyMap<string, { readonly generation: Generation; readonly trim: Trim }> = new Map(
  generations.flatMap(generation =>
    generation.trims.map(trim => [stem(generation, trim), { generation, trim }]),
  ),
)

const same = (a: string, b: string): boolean => slug(a) === slug(b)

const generationsOf = (car: VehicleToFind): Generation[] =>
  generations.filter(
    ({ make, model, fromYear, toYear }) =>
      same(make, car.make) && same(model, car.model) && car.year >= fromYear && car.year <= toYear,
  )

/** The market value: each year of build changes it by the same percentage, times the trim's factor. */
function marketValueDollars(generation: Generation, trim: Trim, year: number): number {
  const { baseValueAtFromYear: first, baseValueAtToYear: last, fromYear, toYear } = generation
  const through = (year - fromYear) / Math.max(1, toYear - fromYear)
  return Math.round((first * (last / first) ** through * trim.valueFactor) / 100) * 100
}

/** 'Toyota Corolla 2014 GX Hatch 1.8L Petrol Automatic'; an electric car has no engine size. */
function descriptionOf(generation: Generation, trim: Trim, year: number, transmission: Transmission): string {
  const litres = trim.cc > 0 ? `${(trim.cc / 1000).toFixed(1)}L` : ''
  const { make, model, body } = generation
  return [make, model, year, trim.name, body, litres, trim.fuel, transmission].filter(Boolean).join(' ')
}

/** The models of a registered car; empty for an unknown car. Without a known submodel all trims match. */
export function modelsFor(car: VehicleToFind, transmission: Transmission): VehicleModel[] {
  return generationsOf(car).flatMap(generation => {
    const named = generation.trims.filter(trim => same(trim.name, car.submodel))
    return (named.length > 0 ? named : generation.trims)
      .filter(trim => trim.transmissions.includes(transmission))
      .map(trim => ({
        vehicleKey: `${stem(generation, trim)}-${car.year}-${transmission === 'Automatic' ? 'a' : 'm'}`,
        description: descriptionOf(generation, trim, car.year, transmission),
      }))
  })
}

export const hasNoInsurableModel = (car: VehicleToFind): boolean => {
  const found = generationsOf(car)
  return found.length > 0 && found.every(generation => generation.notInsurable === true)
}

/** The catalogue entry of a key from `modelsFor`; null for any other text. */
export function vehicleByKey(vehicleKey: string): CatalogueVehicle | null {
  const [, keyStem = '', yearText, letter] = /^([a-z0-9-]{1,100})-(\d{4})-([am])$/.exec(vehicleKey) ?? []
  const found = known.get(keyStem)
  const year = Number(yearText)
  const transmission = letter === 'a' ? 'Automatic' : 'Manual'
  if (!found?.trim.transmissions.includes(transmission)) return null
  const { generation, trim } = found
  if (year < generation.fromYear || year > generation.toYear) return null
  return {
    vehicleKey,
    description: descriptionOf(generation, trim, year, transmission),
    marketValueDollars: marketValueDollars(generation, trim, year),
    ratingGroup: generation.ratingGroup,
    theftScore: generation.theftScore,
    acceptance: generation.notInsurable ? 'decline' : generation.referral ? 'refer' : 'accept',
  }
}

const lowestDollars = 1000

/** Percent of the market value: the values of cheap cars vary more. */
function percents(marketValueDollars: number): { minimum: number; maximum: number } {
  if (marketValueDollars < 6000) return { minimum: 75, maximum: 125 }
  if (marketValueDollars > 80_000) return { minimum: 80, maximum: 110 }
  return { minimum: 80, maximum: 120 }
}

/** Whole hundreds of dollars up to the maximum car value. A band wholly above it stays, and shows the car is too expensive. */
export function valueBandAround(marketValueDollars: number): ValueBand {
  const { minimum, maximum } = percents(marketValueDollars)
  // Whole dollars times whole percents, so that binary fractions cannot round the wrong way.
  const minimumDollars = Math.max(lowestDollars, Math.floor((marketValueDollars * minimum) / 10_000) * 100)
  const highest = Math.max(minimumDollars, Math.ceil((marketValueDollars * maximum) / 10_000) * 100)
  const tooDear = minimumDollars > maximumCarValueDollars
  return { minimumDollars, maximumDollars: tooDear ? highest : Math.min(highest, maximumCarValueDollars) }
}

export function valueBandOfKey(vehicleKey: string): ValueBand | null {
  const vehicle = vehicleByKey(vehicleKey)
  return vehicle && valueBandAround(vehicle.marketValueDollars)
}
