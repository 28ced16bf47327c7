/** Refuses a tariff whose tables cannot be right: a row missing, or a factor that falls where it must rise. */
import { coverTypes, frequencies, optionsOf } from '#journey/cover.ts'
import { isNzDay } from '#journey/dates.ts'
import { claimCodes } from '#journey/incidents.ts'
import { paymentsAYear } from '#journey/payments-a-year.ts'
import { type CurvePoint, ratingZones, type Tariff, theftZones } from './tariff-shape.ts'

const ratingGroups = Array.from({ length: 12 }, (_, index) => String(index + 1))
const theftScores = ['1', '2', '3', '4', '5']

/** What tables are held to; each throws with the table's name and what is wrong with it. */
interface Checks {
  refuse(table: string, why: string): never
  /** The values of a table's rows, each there and a number not below zero. */
  rows(
    table: string,
    keys: readonly string[],
    record: Readonly<Record<string, number | undefined>>,
  ): readonly number[]
  rising(table: string, values: readonly number[]): void
  falling(table: string, values: readonly number[]): void
}

function checksOf(version: string): Checks {
  const refuse = (table: string, why: string): never => {
    throw new Error(`Tariff ${version}: ${table} ${why}`)
  }
  return {
    refuse,
    rows: (table, keys, record) =>
      keys.map(key => {
        const value = record[key] ?? Number.NaN
        return Number.isFinite(value) && value >= 0 ? value : refuse(table, `lacks a row ${key}`)
      }),
    rising(table, values) {
      if (values.some((value, index) => index > 0 && value <= (values[index - 1] ?? 0)))
        refuse(table, 'must rise')
    },
    falling(table, values) {
      if (values.some((value, index) => index > 0 && value >= (values[index - 1] ?? 0)))
        refuse(table, 'must fall')
    },
  }
}

function checkCurve(table: string, points: readonly CurvePoint[], checks: Checks): readonly number[] {
  if (points.length < 2) checks.refuse(table, 'needs two points')
  checks.rising(
    `${table}: the points`,
    points.map(point => point.at),
  )
  const factors = Object.fromEntries(points.map((point, index) => [index, point.factor]))
  return checks.rows(table, Object.keys(points), factors)
}

function checkCar(tariff: Tariff, { rows, rising }: Checks): void {
  rising('zones', rows('zones', ratingZones, tariff.zones.factors))
  rising('theftZones', rows('theftZones', theftZones, tariff.theftZones.factors))
  rising('theftScores', rows('theftScores', theftScores, tariff.theftScores.factors))
  rising('ratingGroups', rows('ratingGroups', ratingGroups, tariff.ratingGroups.factors))
  rising(
    'ownDamage: the bands',
    tariff.ownDamage.bands.map(band => band.upToDollars),
  )
}

function checkDrivers({ driverAge, incidents }: Tariff, checks: Checks): void {
  const { refuse, rows, rising, falling } = checks
  const ages = checkCurve('driverAge', driverAge.points, checks)
  const best = ages.indexOf(Math.min(...ages))
  falling('driverAge up to the safest age', ages.slice(0, best + 1))
  rising('driverAge from the safest age', ages.slice(best))

  rows('incidents', claimCodes, incidents.loads)
  if (incidents.recency[0]?.fromMonths !== 0) refuse('incidents', 'must weigh from month 0')
  rising(
    'incidents: the months',
    incidents.recency.map(row => row.fromMonths),
  )
  falling(
    'incidents: the weights',
    incidents.recency.map(row => row.weight),
  )
}

function checkCover(tariff: Tariff, checks: Checks): void {
  const { rows, rising, falling } = checks
  falling('excess', checkCurve('excess', tariff.excess.points, checks))
  rising('minimumBase', rows('minimumBase', coverTypes.toReversed(), tariff.minimumBase.cents))
  for (const cover of coverTypes)
    for (const option of optionsOf[cover])
      if (option !== 'excessFreeWindow') rows(`options.${option}`, [cover], tariff.options[option].cents)
}

function checkCharges({ fenzLevy, instalments }: Tariff, { refuse, rows, rising }: Checks): void {
  if (fenzLevy.rows.length === 0) refuse('fenzLevy', 'needs a row')
  const levyDays = fenzLevy.rows.map(row => row.fromInception)
  if (!levyDays.every(isNzDay)) refuse('fenzLevy', 'has a row without a day')
  rising('fenzLevy: the days', levyDays.map(Date.parse))
  for (const row of fenzLevy.rows) rows('fenzLevy', coverTypes, row.cents)
  for (const frequency of frequencies) {
    const { loadPercent, count } = instalments[frequency]
    if (!(loadPercent >= 0)) refuse('instalments', `cannot be paid ${frequency}`)
    // A price in other parts than are debited would not be the price of the year.
    if (count !== paymentsAYear[frequency])
      refuse('instalments', `is not paid ${frequency} ${paymentsAYear[frequency]} times a year`)
  }
}

/** The same tariff; throws an Error naming the version, the table and what is wrong with it. */
export function checkTariff(tariff: Tariff): Tariff {
  const checks = checksOf(tariff.version)
  if (!isNzDay(tariff.effectiveFrom)) checks.refuse('effectiveFrom', 'is not a day')
  checkCar(tariff, checks)
  checkDrivers(tariff, checks)
  checkCover(tariff, checks)
  checkCharges(tariff, checks)
  return tariff
}
