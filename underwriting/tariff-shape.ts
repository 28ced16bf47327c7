/** The types of a tariff: one table per factor, each with its source. The numbers are in `data/`. */
import type { CoverType, Frequency } from '#journey/cover.ts'
import type { NzDay } from '#journey/dates.ts'
import type { ClaimCode } from '#journey/incidents.ts'
import type { Cents } from '#journey/money.ts'

export const ratingZones = ['Z1', 'Z2', 'Z3', 'Z4', 'Z5', 'Z6'] as const
export type RatingZone = (typeof ratingZones)[number]
export const theftZones = ['T1', 'T2', 'T3', 'T4', 'T5'] as const
export type TheftZone = (typeof theftZones)[number]

export interface CurvePoint {
  readonly at: number
  readonly factor: number
}

interface Sourced {
  /** The source of this table's numbers. */
  readonly source: string
}

interface Factors<Key extends string> extends Sourced {
  readonly factors: Readonly<Record<Key, number>>
}

interface Curve extends Sourced {
  readonly points: readonly CurvePoint[]
}

/** The reason for an imposed excess; pages and documents have their own texts. */
export type ImposedExcessWhy = 'STANDARD' | 'YOUNG_MAIN_DRIVER' | 'HIGH_PERFORMANCE' | 'HIGH_VALUE'

/** A row applies if all its conditions hold. */
export interface ImposedExcessRow {
  readonly excessDollars: number
  readonly mainDriverUnderAge?: number
  readonly ratingGroupFrom?: number
  readonly valueAboveDollars?: number
}

/** Cents without GST, whole dollars of value and excess, rates as fractions of the value; see each table's source. */
export interface Tariff {
  readonly version: string
  /** The first day on which this tariff rates quotes. */
  readonly effectiveFrom: NzDay
  readonly liability: Sourced & {
    readonly baseCents: Cents
    readonly zoneWeight: number
    readonly ratingGroupWeight: number
  }
  readonly theftFire: Sourced & {
    readonly fixedCents: Cents
    readonly rate: number
    readonly factorCap: number
  }
  readonly ownDamage: Sourced & {
    readonly fixedCents: Cents
    readonly bands: readonly { readonly upToDollars: number; readonly rate: number }[]
  }
  readonly driverAge: Curve
  readonly driverCombination: Sourced & {
    readonly worstWeight: number
    readonly driversIncluded: number
    readonly perFurtherDriver: number
  }
  readonly incidents: Sourced & {
    readonly loads: Readonly<Record<ClaimCode, number>>
    readonly recency: readonly { readonly fromMonths: number; readonly weight: number }[]
  }
  readonly zones: Factors<RatingZone>
  readonly theftZones: Factors<TheftZone>
  readonly theftScores: Factors<string>
  readonly ratingGroups: Factors<string>
  readonly excess: Curve
  readonly businessApplicant: Sourced & { readonly factor: number }
  readonly minimumBase: Sourced & { readonly cents: Readonly<Record<CoverType, Cents>> }
  readonly options: Sourced & {
    readonly excessFreeWindow: { readonly fixedCents: Cents; readonly rate: number; readonly capCents: Cents }
    readonly hireCar: { readonly cents: Readonly<Partial<Record<CoverType, Cents>>> }
    readonly roadsideAssistance: { readonly cents: Readonly<Partial<Record<CoverType, Cents>>> }
  }
  readonly fenzLevy: Sourced & {
    /** Oldest first; the first day of cover decides. */
    readonly rows: readonly {
      readonly fromInception: NzDay
      readonly cents: Readonly<Record<CoverType, Cents>>
    }[]
  }
  readonly gst: Sourced & { readonly percent: number }
  readonly instalments: Sourced &
    Readonly<Record<Frequency, { readonly loadPercent: number; readonly count: number }>>
  readonly imposedExcess: Sourced & { readonly rows: Readonly<Record<ImposedExcessWhy, ImposedExcessRow>> }
}
