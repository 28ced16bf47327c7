/** The price table, from which the browser shows a changed price at once, and the codes of the steps of a price. */
import {
  type CoverChoice,
  type CoverType,
  frequencies,
  optionsOf,
  type VoluntaryExcess,
  voluntaryExcessChoices,
} from './cover.ts'
import type { Cents } from './money.ts'

/** The choices that determine a price. The start date does not: a table holds for one start date. */
export type PricedChoice = Omit<CoverChoice, 'startDate'>

/** Cents in the order of `pricedChoices`: by voluntary excess, then the options of the cover, then frequency. */
export type PriceTable = Readonly<Record<CoverType, readonly Cents[]>>

const noExcessChoice: readonly VoluntaryExcess[] = [0]
const excessesOf = (cover: CoverType) => (cover === 'COMPREHENSIVE' ? voluntaryExcessChoices : noExcessChoice)

const noOptions = { excessFreeWindow: false, hireCar: false, roadsideAssistance: false }

export function pricedChoices(cover: CoverType): PricedChoice[] {
  let choices = excessesOf(cover).map(voluntaryExcess => ({ cover, voluntaryExcess, ...noOptions }))
  for (const option of optionsOf[cover])
    choices = choices.flatMap(choice => [choice, { ...choice, [option]: true }])
  return choices.flatMap(choice => frequencies.map(frequency => ({ ...choice, frequency })))
}

/**
 * Null if the table was made for other choices, because it is as old as its quote. Options that the cover lacks are
 * ignored.
 */
export function priceOf(table: PriceTable, choice: PricedChoice): Cents | null {
  const excesses = excessesOf(choice.cover)
  const excess = excesses.length === 1 ? 0 : excesses.indexOf(choice.voluntaryExcess)
  const frequency = frequencies.indexOf(choice.frequency)
  const options = optionsOf[choice.cover]
  const prices = table[choice.cover]
  if (prices.length !== excesses.length * 2 ** options.length * frequencies.length) return null
  const chosen = options.reduce((place, option) => place * 2 + (choice[option] ? 1 : 0), excess)
  return prices[chosen * frequencies.length + frequency] ?? null
}

/** The steps of an annual price in the order they are shown. A step that changes nothing is left out. */
export const premiumComponentCodes = [
  'BASE_LIABILITY',
  'BASE_FIRE_THEFT',
  'BASE_OWN_DAMAGE',
  'AREA',
  'VEHICLE',
  'DRIVERS',
  'INCIDENTS',
  'EXCESS',
  'BUSINESS_APPLICANT',
  'MINIMUM_PREMIUM',
  'EXCESS_FREE_WINDOW',
  'HIRE_CAR',
  'ROADSIDE_ASSISTANCE',
  'ROUNDING',
  'FENZ_LEVY',
  'GST',
] as const
export type PremiumComponentCode = (typeof premiumComponentCodes)[number]

/** The extra cost of instalments over the annual price. Insurers send it among the steps; it is not part of their sum. */
export const instalmentLoadingCode = 'INSTALMENT_LOADING'
