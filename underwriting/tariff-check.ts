/** Refuses a tariff whose tables cannot be right: a row missing, or a factor that falls where it must rise. */
import { coverTypes, frequencies, optionsOf } from '#journey/cover.ts'
import { isNzDay } from '#journey/dates.ts'
import { claimCodes } from '#journey/incidents.ts'
import { type CurvePoint, ratingZones, type Tariff, theftZones } from './tariff-shape.ts'

const ratingGroups = Array.from({ length: 12 }, (_, index) => String(index + 1))
const theftScores = ['1', '2', '3', '4', '5']

/** The same tariff; throws an Error naming the version, the table and what is wrong with it. */
export function checkTariff(tariff: Tariff): Tariff {
  const refuse = (table: string, why: string): never => {
    throw new Error(`Tariff ${tariff.version}: ${table} ${why}`)
  }

  /** The values of a table's rows, each there and a number not below zero. */
  const rows = (
    table: string,
    keys: readonly string[],
    record: Readonly<Record<string, number | undefined>>,
  ): number[] =>
    keys.map(key => {
      const value = record[key] ?? Number.NaN
      return Number.isFinite(value) && value >= 0 ? value : refuse(table, `lacks a row ${key}`)
    })

  const rising = (table: string, values: readonly number[]) => {
    if (values.some((value, index) => index > 0 && value <= (values[index - 1] ?? 0)))
      refuse(table, 'must rise')
  }
  const falling = (table: string, values: readonly number[]) => {
    if (values.some((value, index) => index > 0 && value >= (values[index - 1] ?? 0)))
      refuse(table, 'must fall')
  }

  const curve = (table: string, points: readonly CurvePoint[]): number[] => {
    if (points.length < 2) refuse(table, 'needs two points')
    rising(
      `${table}: the points`,
      points.map(point => point.at),
    )
    return rows(
      table,
      Object.keys(points),
      Object.fromEntries(points.map((point, index) => [index, point.factor])),
    )
  }

  if (!isNzDay(tariff.effectiveFrom)) refuse('effectiveFrom', 'is not a day')
  rising('zones', rows('zones', ratingZones, tariff.zones.factors))
  rising('theftZones', rows('theftZones', theftZones, tariff.theftZones.factors))
  rising('theftScores', rows('theftScores', theftScores, tariff.theftScores.factors))
  rising('ratingGroups', rows('ratingGroups', ratingGroups, tariff.ratingGroups.factors))
  falling('excess', curve('excess', tariff.excess.points))

  const ages = curve('driverAge', tariff.driverAge.points)
  const best = ages.indexOf(Math.min(...ages))
  falling('driverAge up to the safest age', ages.slice(0, best + 1))
  rising('driverAge from the safest age', ages.slice(best))

  rows('incidents', claimCodes, tariff.incidents.loads)
  const { recency } = tariff.incidents
  if (recency[0]?.fromMonths !== 0) refuse('incidents', 'must weigh from month 0')
  rising(
    'incidents: the months',
    recency.map(row => row.fromMonths),
  )
  falling(
    'incidents: the weights',
    recency.map(row => row.weight),
  )

  rising(
    'ownDamage: the bands',
    tariff.ownDamage.bands.map(band => band.upToDollars),
  )
  rising('minimumBase', rows('minimumBase', coverTypes.toReversed(), tariff.minimumBase.cents))
  for (const cover of coverTypes)
    for (const option of optionsOf[cover])
      if (option !== 'excessFreeWindow') rows(`options.${option}`, [cover], tariff.options[option].cents)

  if (tariff.fenzLevy.rows.length === 0) refuse('fenzLevy', 'needs a row')
  const levyDays = tariff.fenzLevy.rows.map(row => row.fromInception)
  if (!levyDays.every(isNzDay)) refuse('fenzLevy', 'has a row without a day')
  rising('fenzLevy: the days', levyDays.map(Date.parse))
  for (const row of tariff.fenzLevy.rows) rows('fenzLevy', coverTypes, row.cents)
  for (const frequency of frequencies) {
    const { loadPercent, count } = tariff.instalments[frequency]
    if (!(loadPercent >= 0 && count >= 1)) refuse('instalments', `cannot be paid ${frequency}`)
  }
  return tariff
}
