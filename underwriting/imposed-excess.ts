/** Finds the excess that a tariff imposes on a risk, for the price table and the embedded insurer. */
import { ageOn, type NzDay } from '#journey/dates.ts'
import type { RatedDriver } from './rating-factors.ts'
import { type ImposedExcessRow, imposedExcessReasons, type Tariff } from './tariff.ts'

export interface ExcessInputs {
  readonly vehicle: { readonly ratingGroup: number }
  /** Whole dollars */
  readonly valueDollars: number
  /** The main driver first. */
  readonly drivers: readonly RatedDriver[]
  readonly ratedOn: NzDay
}

export interface ImposedExcess {
  /** Whole dollars */
  readonly excessDollars: number
  readonly why: (typeof imposedExcessReasons)[number]
}

function applies(row: ImposedExcessRow, inputs: ExcessInputs): boolean {
  const { mainDriverUnderAge, ratingGroupFrom, valueAboveDollars } = row
  const mainDriver = inputs.drivers[0]
  return (
    (mainDriverUnderAge === undefined ||
      (mainDriver !== undefined && ageOn(inputs.ratedOn, mainDriver.dateOfBirth) < mainDriverUnderAge)) &&
    (ratingGroupFrom === undefined || inputs.vehicle.ratingGroup >= ratingGroupFrom) &&
    (valueAboveDollars === undefined || inputs.valueDollars > valueAboveDollars)
  )
}

/**
 * The highest row that applies, for comprehensive cover; third party covers have a fixed excess
 * (journey/cover.ts). The standard row has no condition, so one row always applies.
 */
export function imposedExcess(inputs: ExcessInputs, tariff: Tariff): ImposedExcess {
  const { rows } = tariff.imposedExcess
  let highest: ImposedExcess = { excessDollars: rows.STANDARD.excessDollars, why: 'STANDARD' }
  for (const why of imposedExcessReasons)
    if (rows[why].excessDollars > highest.excessDollars && applies(rows[why], inputs))
      highest = { excessDollars: rows[why].excessDollars, why }
  return highest
}
