/** Computes the price table: the price of every possible choice of a risk. Also converts a choice to a risk. */
import {
  type CoverOption,
  type CoverType,
  excessDollars,
  frequencies,
  insuresCarValue,
} from '#journey/cover.ts'
import { type PricedChoice, type PriceTable, pricedChoices } from '#journey/price-table.ts'
import { imposedExcess } from './imposed-excess.ts'
import { fixedFactors, premiumBeforeOptions, pricesWithOptions } from './rate.ts'
import type { Risk } from './rating-factors.ts'
import type { Tariff } from './tariff.ts'

/** A risk without the choice of cover. It always has the car's value. */
export type RiskWithoutChoice = Omit<Risk, 'cover' | 'excessDollars' | CoverOption>

/** The risk of one choice: with the imposed excess, and value 0 if the cover does not insure the car. */
export function riskWithChoice(
  open: RiskWithoutChoice,
  choice: Omit<PricedChoice, 'frequency'>,
  tariff: Tariff,
  imposed = imposedExcess(open, tariff),
): Risk {
  const { cover, voluntaryExcess, excessFreeWindow, hireCar, roadsideAssistance } = choice
  return {
    ...open,
    valueDollars: insuresCarValue(cover) ? open.valueDollars : 0,
    cover,
    excessDollars: excessDollars(cover, imposed.excessDollars, voluntaryExcess),
    excessFreeWindow,
    hireCar,
    roadsideAssistance,
  }
}

/** The choices of a cover, by voluntary excess and options. */
const choicesOf = (cover: CoverType) => [
  ...Map.groupBy(
    pricedChoices(cover).filter(choice => choice.frequency === 'ANNUAL'),
    choice => choice.voluntaryExcess,
  ).values(),
]
const allChoices = {
  COMPREHENSIVE: choicesOf('COMPREHENSIVE'),
  THIRD_PARTY_FIRE_THEFT: choicesOf('THIRD_PARTY_FIRE_THEFT'),
  THIRD_PARTY: choicesOf('THIRD_PARTY'),
}

/** All prices of a risk in cents including GST, for the risk's first day of cover. */
export function priceTable(open: RiskWithoutChoice, tariff: Tariff): PriceTable {
  const imposed = imposedExcess(open, tariff)
  const fixed = fixedFactors(open, tariff)
  const pricesOf = (cover: CoverType) =>
    allChoices[cover].flatMap(choices => {
      const risks = choices.map(choice => riskWithChoice(open, choice, tariff, imposed))
      const before = risks[0] ? premiumBeforeOptions(risks[0], tariff, fixed) : 0
      return risks.flatMap(risk => {
        const { instalmentCents } = pricesWithOptions(before, risk, tariff)
        return frequencies.map(frequency => instalmentCents[frequency])
      })
    })
  return {
    COMPREHENSIVE: pricesOf('COMPREHENSIVE'),
    THIRD_PARTY_FIRE_THEFT: pricesOf('THIRD_PARTY_FIRE_THEFT'),
    THIRD_PARTY: pricesOf('THIRD_PARTY'),
  }
}
