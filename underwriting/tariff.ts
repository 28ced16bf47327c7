/** The embedded insurer's tariffs. A new one is a file in `data/` and a line here; old ones stay for valid quotes. */
import { z } from 'zod'
import {
  type CoverOption,
  coverTypes,
  type Frequency,
  maximumCarValueDollars,
  optionsOf,
  paymentsPerYear,
} from '#journey/cover.ts'
import { isNzDay, type NzDay } from '#journey/dates.ts'
import { incidentTypes } from '#journey/incidents.ts'
import { gstPercent } from '#journey/money.ts'
import november2026 from './data/tariff-2026-11.json' with { type: 'json' }

export const ratingZones = ['Z1', 'Z2', 'Z3', 'Z4', 'Z5', 'Z6'] as const
export type RatingZone = (typeof ratingZones)[number]
export const theftZones = ['T1', 'T2', 'T3', 'T4', 'T5'] as const
export type TheftZone = (typeof theftZones)[number]
const theftScores = ['1', '2', '3', '4', '5'] as const
const ratingGroups = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'] as const
const imposedExcessReasons = ['YOUNG_MAIN_DRIVER', 'HIGH_PERFORMANCE', 'HIGH_VALUE', 'STANDARD'] as const

const rises = (values: readonly number[]): boolean =>
  values.every((value, index) => index === 0 || value > (values[index - 1] ?? 0))
const falls = (values: readonly number[]): boolean => rises(values.map(value => -value))

/** The limits are plausible ranges, which detect mistakes such as per cent for a fraction, or dollars for cents. */
const factor = z.number().min(0)
const cents = z.number().min(0).max(100_000)
/** A fraction of the car's value. */
const rate = z.number().min(0).max(0.1)
const weight = z.number().min(0).max(1)
const day = z.string().refine(isNzDay, 'is not a day')

const table = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ source: z.string().min(11), ...shape })

/** A factor for each key; they rise in the order of the keys. */
const risingFactors = <Key extends string>(keys: readonly Key[]) =>
  z.record(z.enum(keys), factor).refine(row => rises(keys.map(key => row[key])), 'must rise')

const curvePoint = z.object({ at: z.number(), factor })
export type CurvePoint = z.output<typeof curvePoint>
const curve = z
  .array(curvePoint)
  .min(2)
  .refine(points => rises(points.map(({ at }) => at)), 'must be in order')
const factorsOf = (points: readonly CurvePoint[]) => points.map(point => point.factor)

/** The factors of ages fall to the safest age and rise from there. */
function hasOneValley(points: readonly CurvePoint[]): boolean {
  const factors = factorsOf(points)
  const lowest = factors.indexOf(Math.min(...factors))
  return falls(factors.slice(0, lowest + 1)) && rises(factors.slice(lowest))
}

const optionCents = (option: CoverOption) =>
  z.object({
    cents: z
      .partialRecord(z.enum(coverTypes), factor)
      .refine(
        row => coverTypes.every(cover => !optionsOf[cover].includes(option) || row[cover] !== undefined),
        'lacks a cover that offers it',
      ),
  })

/** The debits add up to the annual price only with the number of payments that customers make. */
const instalment = (frequency: Frequency) =>
  z.object({ loadPercent: z.number().min(0).max(50), count: z.literal(paymentsPerYear[frequency]) })

const imposedExcessRow = z.object({
  excessDollars: z.number().min(0).max(5_000),
  mainDriverUnderAge: z.number().optional(),
  ratingGroupFrom: z.number().optional(),
  valueAboveDollars: z.number().optional(),
})
export type ImposedExcessRow = z.output<typeof imposedExcessRow>

/** Cents without GST, and whole dollars of value and excess; see each table's source. */
const tariffSchema = z.object({
  version: z.string(),
  effectiveFrom: day,
  liability: table({ baseCents: cents, zoneWeight: weight, ratingGroupWeight: weight }),
  theftFire: table({ fixedCents: cents, rate, factorCap: z.number().min(1).max(10) }),
  ownDamage: table({
    fixedCents: cents,
    bands: z
      .array(z.object({ upToDollars: z.number(), rate }))
      .refine(bands => rises(bands.map(({ upToDollars }) => upToDollars)), 'must rise')
      .refine(
        bands => (bands.at(-1)?.upToDollars ?? 0) >= maximumCarValueDollars,
        `must reach ${maximumCarValueDollars} dollars: a value above them would cost nothing`,
      ),
  }),
  driverAge: table({ points: curve.refine(hasOneValley, 'must fall to the safest age and then rise') }),
  driverCombination: table({
    worstWeight: weight,
    driversIncluded: z.number().min(1).max(5),
    perFurtherDriver: weight,
  }),
  incidents: table({
    loads: z.record(z.enum(incidentTypes), factor),
    /** The weight of an incident that many months ago. */
    recency: z
      .array(z.object({ fromMonths: z.number(), weight }))
      .refine(rows => rows[0]?.fromMonths === 0, 'must begin with month 0')
      .refine(rows => rises(rows.map(({ fromMonths }) => fromMonths)), 'must be in order')
      .refine(rows => falls(rows.map(row => row.weight)), 'must fall'),
  }),
  zones: table({ factors: risingFactors(ratingZones) }),
  theftZones: table({ factors: risingFactors(theftZones) }),
  theftScores: table({ factors: risingFactors(theftScores) }),
  ratingGroups: table({ factors: risingFactors(ratingGroups) }),
  excess: table({ points: curve.refine(points => falls(factorsOf(points)), 'must fall') }),
  businessApplicant: table({ factor: z.number().min(0).max(10) }),
  minimumBase: table({ cents: risingFactors(coverTypes.toReversed()) }),
  options: table({
    excessFreeWindow: z.object({ fixedCents: cents, rate, capCents: cents }),
    hireCar: optionCents('hireCar'),
    roadsideAssistance: optionCents('roadsideAssistance'),
  }),
  /** Oldest first; the first day of cover decides. */
  fenzLevy: table({
    rows: z
      .array(z.object({ fromInception: day, cents: z.record(z.enum(coverTypes), factor) }))
      .min(1)
      .refine(rows => rises(rows.map(row => Date.parse(row.fromInception))), 'must be in order'),
  }),
  /** Documents and pages compute the tax in a price with the legal rate. */
  gst: table({ percent: z.literal(gstPercent) }),
  instalments: table({
    FORTNIGHTLY: instalment('FORTNIGHTLY'),
    MONTHLY: instalment('MONTHLY'),
    ANNUAL: instalment('ANNUAL'),
  } satisfies Record<Frequency, z.ZodType>),
  imposedExcess: table({ rows: z.record(z.enum(imposedExcessReasons), imposedExcessRow) }),
})
export type Tariff = z.output<typeof tariffSchema>

type TariffFile = { readonly version: string; readonly [table: string]: unknown }

/**
 * Parses the tariff files, oldest first.
 * @throws Error with the version, the table and what is wrong in it
 */
export function parseTariffs(files: readonly [TariffFile, ...TariffFile[]]): [Tariff, ...Tariff[]] {
  const read = files.map(file => {
    const { data, error } = tariffSchema.safeParse(file)
    if (data) return data
    const wrong = error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
    throw new Error(`Tariff ${file.version}: ${wrong.join('; ')}`)
  }) as [Tariff, ...Tariff[]]
  for (const [index, { version, effectiveFrom }] of read.entries()) {
    const before = read.slice(0, index)
    // A quote stores its tariff's version, by which its tariff is found.
    if (before.some(tariff => tariff.version === version))
      throw new Error(`Tariff ${version}: another tariff has the same version`)
    if (before.some(tariff => tariff.effectiveFrom >= effectiveFrom))
      throw new Error(`Tariff ${version}: effectiveFrom must be later than that of the one before`)
  }
  return read
}

/** Oldest first. */
export const tariffs: readonly [Tariff, ...Tariff[]] = parseTariffs([november2026])

/** The newest tariff in effect on a quote's first day; before the oldest tariff, the oldest. */
export const tariffFor = (quoteDay: NzDay, among: readonly [Tariff, ...Tariff[]] = tariffs): Tariff =>
  among.findLast(tariff => tariff.effectiveFrom <= quoteDay) ?? among[0]
