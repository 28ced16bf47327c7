/** Rates every choice open to one risk, for the table the browser prices from; and one choice as a risk to rate. */
import { type CoverType, excessDollars, frequencies, insuresCarValue } from '#journey/cover.ts'
import { type PricedChoice, type PriceTable, pricedChoices } from '#journey/price-table.ts'
import { imposedExcess } from './imposed-excess.ts'
import { fixedFactors, rate } from './rate.ts'
import type { Risk } from './risk.ts'
import type { Tariff } from './tariff-shape.ts'

/** A risk before anything was chosen. Its value is the car's, even where a cover will not insure it. */
export type OpenRisk = Omit<
  Risk,
  'cover' | 'excessDollars' | 'excessFreeWindow' | 'hireCar' | 'roadsideAssistance'
>

/** The risk of one choice: the imposed excess worked out, and no value where the cover does not insure the car. */
export function chosenRisk(
  open: OpenRisk,
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

const annualChoices = (cover: CoverType) =>
  pricedChoices(cover).filter(choice => choice.frequency === 'ANNUAL')
const choicesOf = {
  COMPREHENSIVE: annualChoices('COMPREHENSIVE'),
  THIRD_PARTY_FIRE_THEFT: annualChoices('THIRD_PARTY_FIRE_THEFT'),
  THIRD_PARTY: annualChoices('THIRD_PARTY'),
}

/** All prices of a risk in cents, GST included, for the start of cover the risk names. */
export function priceTable(open: OpenRisk, tariff: Tariff): PriceTable {
  const imposed = imposedExcess(open, tariff)
  const fixed = fixedFactors(open, tariff)
  const pricesOf = (cover: CoverType) =>
    choicesOf[cover].flatMap(choice => {
      const { instalmentCents } = rate(chosenRisk(open, choice, tariff, imposed), tariff, fixed)
      return frequencies.map(frequency => instalmentCents[frequency])
    })
  return {
    COMPREHENSIVE: pricesOf('COMPREHENSIVE'),
    THIRD_PARTY_FIRE_THEFT: pricesOf('THIRD_PARTY_FIRE_THEFT'),
    THIRD_PARTY: pricesOf('THIRD_PARTY'),
  }
}
