/** Validates tariffs at start: a missing row, a factor that falls where it must rise, a duplicate version. */
import {
  coverTypes,
  frequencies,
  maximumCarValueDollars,
  optionsOf,
  paymentsPerYear,
} from '#journey/cover.ts'
import { isNzDay } from '#journey/dates.ts'
import { claimCodes } from '#journey/incidents.ts'
import { gstPercent } from '#journey/money.ts'
import { type CurvePoint, ratingZones, type Tariff, theftZones } from './tariff-shape.ts'

const ratingGroups = Array.from({ length: 12 }, (_, index) => String(index + 1))
const theftScores = ['1', '2', '3', '4', '5']

/** Plausible ranges, which detect typing errors such as per cent for a fraction, or dollars for cents. */
const rates = [0, 0.1] as const
const weights = [0, 1] as const
const amountsCents = [0, 100_000] as const

/** The checks of a table; each throws with the table's name and the error. */
interface Checks {
  refuse(table: string, why: string): never
  /** Returns the values of the named rows; each must exist and be at least zero. */
  rows(
    table: string,
    keys: readonly string[],
    record: Readonly<Record<string, number | undefined>>,
  ): readonly number[]
  /** Each named value is within the range, limits included. */
  within(
    table: string,
    bounds: readonly [least: number, most: number],
    values: Readonly<Record<string, number>>,
  ): void
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
    within(table, [least, most], values) {
      for (const [name, value] of Object.entries(values))
        if (!(value >= least && value <= most))
          refuse(`${table}: ${name}`, `must be between ${least} and ${most}`)
    },
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

/** Checks the base rates before factors. */
function checkBase({ liability, theftFire, ownDamage }: Tariff, { refuse, within, rising }: Checks): void {
  const { baseCents, zoneWeight, ratingGroupWeight } = liability
  within('liability', amountsCents, { baseCents })
  within('liability', weights, { zoneWeight, ratingGroupWeight })
  within('theftFire', amountsCents, { fixedCents: theftFire.fixedCents })
  within('theftFire', rates, { rate: theftFire.rate })
  within('theftFire', [1, 10], { factorCap: theftFire.factorCap })
  within('ownDamage', amountsCents, { fixedCents: ownDamage.fixedCents })
  for (const { rate } of ownDamage.bands) within('ownDamage', rates, { rate })
  const ends = ownDamage.bands.map(band => band.upToDollars)
  rising('ownDamage: the bands', ends)
  // A value above the last band would cost nothing.
  if (!((ends.at(-1) ?? 0) >= maximumCarValueDollars))
    refuse('ownDamage: the bands', `end below ${maximumCarValueDollars} dollars`)
}

function checkCar(tariff: Tariff, { rows, rising }: Checks): void {
  rising('zones', rows('zones', ratingZones, tariff.zones.factors))
  rising('theftZones', rows('theftZones', theftZones, tariff.theftZones.factors))
  rising('theftScores', rows('theftScores', theftScores, tariff.theftScores.factors))
  rising('ratingGroups', rows('ratingGroups', ratingGroups, tariff.ratingGroups.factors))
}

function checkDrivers({ driverAge, driverCombination, incidents }: Tariff, checks: Checks): void {
  const { refuse, rows, within, rising, falling } = checks
  const ages = checkCurve('driverAge', driverAge.points, checks)
  const best = ages.indexOf(Math.min(...ages))
  falling('driverAge up to the safest age', ages.slice(0, best + 1))
  rising('driverAge from the safest age', ages.slice(best))

  const { worstWeight, driversIncluded, perFurtherDriver } = driverCombination
  within('driverCombination', weights, { worstWeight, perFurtherDriver })
  within('driverCombination', [1, 5], { driversIncluded })

  rows('incidents', claimCodes, incidents.loads)
  for (const { weight } of incidents.recency) within('incidents', weights, { weight })
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
  const { rows, within, rising, falling } = checks
  falling('excess', checkCurve('excess', tariff.excess.points, checks))
  rising('minimumBase', rows('minimumBase', coverTypes.toReversed(), tariff.minimumBase.cents))
  for (const cover of coverTypes)
    for (const option of optionsOf[cover])
      if (option !== 'excessFreeWindow') rows(`options.${option}`, [cover], tariff.options[option].cents)
  const { fixedCents, rate, capCents } = tariff.options.excessFreeWindow
  within('options.excessFreeWindow', amountsCents, { fixedCents, capCents })
  within('options.excessFreeWindow', rates, { rate })
  within('businessApplicant', [0, 10], { factor: tariff.businessApplicant.factor })
  for (const { excessDollars } of Object.values(tariff.imposedExcess.rows))
    within('imposedExcess', [0, 5_000], { excessDollars })
}

function checkCharges({ fenzLevy, gst, instalments }: Tariff, checks: Checks): void {
  const { refuse, rows, within, rising } = checks
  if (fenzLevy.rows.length === 0) refuse('fenzLevy', 'needs a row')
  const levyDays = fenzLevy.rows.map(row => row.fromInception)
  if (!levyDays.every(isNzDay)) refuse('fenzLevy', 'has a row without a day')
  rising('fenzLevy: the days', levyDays.map(Date.parse))
  for (const row of fenzLevy.rows) rows('fenzLevy', coverTypes, row.cents)
  // Documents and pages compute the tax in a price with the legal rate.
  if (gst.percent !== gstPercent)
    refuse('gst', `is not the ${gstPercent} per cent of gstPercent in journey/money.ts`)
  for (const frequency of frequencies) {
    const { loadPercent, count } = instalments[frequency]
    if (!(loadPercent >= 0)) refuse('instalments', `cannot be paid ${frequency}`)
    within('instalments', [0, 50], { loadPercent })
    // Otherwise the debits would not add up to the annual price.
    if (count !== paymentsPerYear[frequency])
      refuse('instalments', `is not paid ${frequency} ${paymentsPerYear[frequency]} times a year`)
  }
}

/** Returns the tariff. Throws an Error with the version, the table and the problem. */
export function checkTariff(tariff: Tariff): Tariff {
  const checks = checksOf(tariff.version)
  if (!isNzDay(tariff.effectiveFrom)) checks.refuse('effectiveFrom', 'is not a day')
  checkBase(tariff, checks)
  checkCar(tariff, checks)
  checkDrivers(tariff, checks)
  checkCover(tariff, checks)
  checkCharges(tariff, checks)
  return tariff
}

/** Returns the tariffs. Also throws if two have the same version or they are not in the order of their days. */
export function checkTariffs<Tariffs extends readonly Tariff[]>(tariffs: Tariffs): Tariffs {
  for (const [index, tariff] of tariffs.entries()) {
    const { refuse } = checksOf(checkTariff(tariff).version)
    const before = tariffs.slice(0, index)
    // A quote stores its tariff's version; with a duplicate, the look-up would find the older tariff.
    if (before.some(({ version }) => version === tariff.version))
      refuse('version', 'is that of another tariff too')
    const last = before.at(-1)
    if (last && last.effectiveFrom >= tariff.effectiveFrom)
      refuse('effectiveFrom', 'must be later than that of the one before')
  }
  return tariffs
}
