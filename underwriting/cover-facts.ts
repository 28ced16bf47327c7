/** The benefits, exclusions, limits and excesses of each cover, as sentences that pages and policy wordings share. */
import {
  additionalExcesses,
  type CoverType,
  insuresCar,
  standardExcessDollars,
  youngDriverAgeLimit,
} from '#journey/cover.ts'
import { dollarsText } from '#journey/money.ts'
import { type Benefit, benefits } from './benefits.ts'
import { exclusions } from './cover-exclusions.ts'

export interface AdditionalExcess {
  readonly code: string
  readonly title: string
  readonly sentence: string
  /** Whole dollars on top of the policy excess, for a driver named on the policy. */
  readonly listedDollars: number
  /** For a driver not named on the policy; null if it makes no difference. */
  readonly unlistedDollars: number | null
}

/** Added to the policy excess if such a driver has the accident; several may apply together. */
export const additionalExcessTable: readonly AdditionalExcess[] = [
  {
    code: 'UNDER_25',
    title: `Driver under ${youngDriverAgeLimit}`,
    sentence: `The driver is under ${youngDriverAgeLimit} at the time of the accident.`,
    listedDollars: additionalExcesses.under25.listed,
    unlistedDollars: additionalExcesses.under25.unlisted,
  },
  {
    code: 'INEXPERIENCED',
    title: 'Inexperienced driver',
    sentence: `The driver is ${youngDriverAgeLimit} or older and has been licensed for less than 2 years.`,
    listedDollars: additionalExcesses.inexperienced.listed,
    unlistedDollars: additionalExcesses.inexperienced.unlisted,
  },
  {
    code: 'DRIVER_HISTORY',
    title: 'Driver history',
    sentence: 'Only where your schedule says so of the driver, for a history of claims or licence problems.',
    listedDollars: additionalExcesses.driverHistory,
    unlistedDollars: null,
  },
]

/** Explains the policy excess, for the wording. */
export const policyExcessSentence: Readonly<Record<CoverType, string>> = {
  COMPREHENSIVE:
    'You choose your excess: the lowest we offer for your car and drivers, or more for a lower price.',
  THIRD_PARTY_FIRE_THEFT: `Your excess is ${dollarsText(standardExcessDollars)}.`,
  THIRD_PARTY: `Your excess is ${dollarsText(standardExcessDollars)}.`,
}

const includedIn = (cover: CoverType) => benefits.filter(benefit => benefit.included[cover] === 'yes')

/** The benefits with a dollar limit, for the documents. A replacement car's limit applies only if the cover insures the car. */
export const benefitsWithLimit = (cover: CoverType): readonly Benefit[] =>
  includedIn(cover).filter(
    ({ code, limitDollars }) =>
      limitDollars !== undefined && (code !== 'REPLACEMENT_CAR' || insuresCar(cover)),
  )

/** The benefits, options and exclusions of one cover. */
export const coverFacts = (cover: CoverType) => ({
  benefits: includedIn(cover),
  options: benefits.filter(benefit => benefit.included[cover] === 'optional'),
  exclusions: exclusions.filter(exclusion => exclusion.covers.includes(cover)),
})
