/** Rates every possible choice of a risk for the browser's price table, with the excess that the insurer imposes. */
import { type CoverOption, type CoverType, excessDollars, frequencies, insuresCar } from '#journey/cover.ts'
import { ageOn, type NzDay } from '#journey/dates.ts'
import { type PricedChoice, type PriceTable, pricedChoices } from '#journey/price-table.ts'
import { fixedFactors, premiumBeforeOptions, pricesWithOptions, type RatedDriver, type Risk } from './rate.ts'
import type { ImposedExcessRow, Tariff } from './tariff.ts'

/** A risk without the choice of cover. It always has the car's value. */
export type RiskWithoutChoice = Omit<Risk, 'cover' | 'excessDollars' | CoverOption>

/** The risk of one choice: with the imposed excess, and value 0 if the cover does not insure the car. */
export function riskWithChoice(
  open: RiskWithoutChoice,
  choice: Omit<PricedChoice, 'frequency'>,
  tariff: Tariff,
  imposed = imposedExcess(open, tariff),
): Risk {
  const { voluntaryExcess, ...coverAndOptions } = choice
  const { cover } = choice
  return {
    ...coverAndOptions,
    ...open,
    valueDollars: insuresCar(cover) ? open.valueDollars : 0,
    excessDollars: excessDollars(cover, imposed, voluntaryExcess),
  }
}

const choicesOf = (cover: CoverType) => [
  ...Map.groupBy(
    pricedChoices(cover).filter(choice => choice.frequency === 'ANNUAL'),
    choice => choice.voluntaryExcess,
  ).values(),
]
const eachCover = <T>(read: (cover: CoverType) => T): Record<CoverType, T> => ({
  COMPREHENSIVE: read('COMPREHENSIVE'),
  THIRD_PARTY_FIRE_THEFT: read('THIRD_PARTY_FIRE_THEFT'),
  THIRD_PARTY: read('THIRD_PARTY'),
})
const allChoices = eachCover(choicesOf)

/** All prices of a risk in cents including GST, for the risk's first day of cover. */
export function priceTable(open: RiskWithoutChoice, tariff: Tariff): PriceTable {
  const imposed = imposedExcess(open, tariff)
  const fixed = fixedFactors(open, tariff)
  return eachCover(cover =>
    allChoices[cover].flatMap(choices => {
      const [first] = choices
      if (!first) return []
      // The choices of one excess differ only in their options.
      const risk = riskWithChoice(open, first, tariff, imposed)
      const before = premiumBeforeOptions(risk, tariff, fixed)
      return choices.flatMap(chosen => {
        const { instalmentCents } = pricesWithOptions(before, risk, chosen, tariff)
        return frequencies.map(frequency => instalmentCents[frequency])
      })
    }),
  )
}

export interface ExcessInputs {
  readonly vehicle: { readonly ratingGroup: number }
  /** Whole dollars */
  readonly valueDollars: number
  /** The main driver first. */
  readonly drivers: readonly RatedDriver[]
  readonly ratedOn: NzDay
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

/** The excess of comprehensive cover in whole dollars: the highest of the rows that apply; the standard row always does. */
export function imposedExcess(inputs: ExcessInputs, tariff: Tariff): number {
  const { STANDARD: standard, ...others } = tariff.imposedExcess.rows
  const rows = Object.values(others).filter(row => applies(row, inputs))
  return Math.max(standard.excessDollars, ...rows.map(row => row.excessDollars))
}
