/** The risk that determines a premium, and its rating factors from a tariff's tables, for rate.ts; 1 is neutral. */
import type { CoverOption, CoverType } from '#journey/cover.ts'
import { ageOn, monthsSince, type NzDay } from '#journey/dates.ts'
import type { Incident } from '#journey/incidents.ts'
import type { Indicators } from '#journey/questions/yes-no-questions.ts'
import type { CurvePoint, Tariff } from './tariff.ts'

export interface RatedDriver {
  readonly dateOfBirth: NzDay
  readonly incidents: readonly Incident[]
}

export interface Risk extends Indicators, Readonly<Record<CoverOption, boolean>> {
  readonly vehicle: { readonly vehicleKey: string; readonly ratingGroup: number; readonly theftScore: number }
  /** Whole dollars; 0 for third party property damage. */
  readonly valueDollars: number
  readonly postcode: string
  readonly locality: string
  readonly city: string
  /** The main driver first. */
  readonly drivers: readonly RatedDriver[]
  readonly cover: CoverType
  /** Imposed plus voluntary excess in whole dollars; it changes the price of comprehensive cover only. */
  readonly excessDollars: number
  readonly businessApplicant: boolean
  /** The first day of cover, which determines the levy. */
  readonly inceptionDay: NzDay
  /** The day for ages and incidents, so that a later start of cover changes only the levy. */
  readonly ratedOn: NzDay
}

/** Interpolates linearly between the two nearest points; outside the range, the end point's factor applies. */
export function curveFactor(points: readonly CurvePoint[], at: number): number {
  const above = points.find(point => point.at > at)
  const below = points.findLast(point => point.at <= at)
  if (!above || !below) return (above ?? below)?.factor ?? 1
  return below.factor + ((above.factor - below.factor) * (at - below.at)) / (above.at - below.at)
}

/** Throws if the table lacks the row, because a premium must never be guessed. */
export function rowFactor(
  table: { readonly factors: Readonly<Record<string, number>> },
  key: string | number,
): number {
  const factor = table.factors[key]
  if (factor === undefined) throw new RangeError(`The tariff has no row ${key}`)
  return factor
}

function recencyWeight(tariff: Tariff, months: number): number {
  return tariff.incidents.recency.findLast(row => row.fromMonths <= Math.max(0, months))?.weight ?? 1
}

const ageFactor = (driver: RatedDriver, ratedOn: NzDay, tariff: Tariff): number =>
  curveFactor(tariff.driverAge.points, ageOn(ratedOn, driver.dateOfBirth))

/** 1 plus the load of each incident, weighted by its age in whole months. */
const incidentFactor = (driver: RatedDriver, ratedOn: NzDay, tariff: Tariff): number =>
  driver.incidents.reduce(
    (sum, { claimCode, year, month }) =>
      sum + tariff.incidents.loads[claimCode] * recencyWeight(tariff, monthsSince(ratedOn, year, month)),
    1,
  )

/** The main driver's factor, a share of the difference to the highest factor, and a load for many drivers. */
function combined(driverFactors: readonly number[], tariff: Tariff): number {
  const { worstWeight, driversIncluded, perFurtherDriver } = tariff.driverCombination
  const main = driverFactors[0] ?? 1
  const worst = Math.max(main, ...driverFactors)
  const further = Math.max(0, driverFactors.length - driversIncluded)
  return (main + worstWeight * (worst - main)) * (1 + perFurtherDriver * further)
}

export function driversFactor(drivers: readonly RatedDriver[], ratedOn: NzDay, tariff: Tariff) {
  const ages = drivers.map(driver => ageFactor(driver, ratedOn, tariff))
  const full = drivers.map((driver, index) => (ages[index] ?? 1) * incidentFactor(driver, ratedOn, tariff))
  return { byAge: combined(ages, tariff), withIncidents: combined(full, tariff) }
}
