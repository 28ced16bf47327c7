/**
 * Looks up the factors of one risk in each table of a tariff; 1 is neutral. `rate` multiplies the factors.
 */
import { ageOn, monthsSince, type NzDay } from '#journey/dates.ts'
import type { RatedDriver } from './risk.ts'
import type { CurvePoint, Tariff } from './tariff-shape.ts'

/**
 * Interpolates linearly between the two nearest points; outside the range, the end point's factor applies.
 */
export function curveFactor(points: readonly CurvePoint[], at: number): number {
  const above = points.find(point => point.at > at)
  const below = points.findLast(point => point.at <= at)
  if (!above || !below) return (above ?? below)?.factor ?? 1
  return below.factor + ((above.factor - below.factor) * (at - below.at)) / (above.at - below.at)
}

/** Throws when the table lacks the row, because a premium is never guessed. */
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

/** 1 and, for each incident, its load weighed by how many whole months ago it was. */
const incidentFactor = (driver: RatedDriver, ratedOn: NzDay, tariff: Tariff): number =>
  driver.incidents.reduce(
    (sum, { claimCode, year, month }) =>
      sum + tariff.incidents.loads[claimCode] * recencyWeight(tariff, monthsSince(ratedOn, year, month)),
    1,
  )

/** The first driver counts in full, the worst of the others by their excess over the first, a long list a little. */
function combined(driverFactors: readonly number[], tariff: Tariff): number {
  const { worstWeight, driversIncluded, perFurtherDriver } = tariff.driverCombination
  const main = driverFactors[0] ?? 1
  const worst = Math.max(main, ...driverFactors)
  const further = Math.max(0, driverFactors.length - driversIncluded)
  return (main + worstWeight * (worst - main)) * (1 + perFurtherDriver * further)
}

/** All drivers as one factor, by age alone and with their incidents. */
export function driversFactor(drivers: readonly RatedDriver[], ratedOn: NzDay, tariff: Tariff) {
  const ages = drivers.map(driver => ageFactor(driver, ratedOn, tariff))
  const full = drivers.map((driver, index) => (ages[index] ?? 1) * incidentFactor(driver, ratedOn, tariff))
  return { byAge: combined(ages, tariff), withIncidents: combined(full, tariff) }
}
