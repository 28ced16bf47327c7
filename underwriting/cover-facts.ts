/** The benefits, exclusions, limits and excesses of each cover, as sentences that pages and policy wordings share. */
import {
  additionalExcesses,
  type CoverType,
  coverTypes,
  insuresCar,
  standardExcessDollars,
  youngDriverAgeLimit,
} from '#journey/cover.ts'
import { dollarsText } from '#journey/money.ts'
import { type Benefit, benefits } from './benefits.ts'

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

interface Exclusion {
  readonly covers: readonly CoverType[]
  readonly sentence: string
}
const carCovers = coverTypes.filter(insuresCar)

/** In display order. A sentence alone is an exclusion of every cover; wear, for example, matters only if the car is insured. */
const exclusionRows: readonly (string | Exclusion)[] = [
  {
    covers: ['THIRD_PARTY'],
    sentence: 'Damage to your own car, or its loss, other than by an uninsured driver.',
  },
  {
    covers: ['THIRD_PARTY_FIRE_THEFT'],
    sentence: 'Damage to your own car in an accident, other than by an uninsured driver.',
  },
  'A driver without a licence for your car, or who breaks the conditions of their licence.',
  'A driver over the alcohol limit, affected by drugs, who refuses a test or who leaves the scene of an accident.',
  'Racing, speed tests, and driving on a race track. Nothing we say about drivers or driving applies to someone who stole your car.',
  'A car that was unsafe or had no current Warrant of Fitness, where that helped to cause the loss.',
  'Using your car to earn an income: rideshare, taxi, courier, hiring it out, or carrying people or goods for payment.',
  'A car with modifications you should have told us about.',
  {
    covers: carCovers,
    sentence:
      'Wear and tear, rust, mechanical or electrical breakdown, and punctures or damage to tyres from braking.',
  },
  'Loss you, or someone you let use your car, cause on purpose or recklessly.',
  {
    covers: carCovers,
    sentence: 'Theft by someone you let use your car, or while the keys were left in or on it.',
  },
  {
    covers: carCovers,
    sentence:
      'Losses that follow from a claim, such as lost income or a lower value of your car after a repair.',
  },
  'Fines and penalties, and liability you took on by a contract.',
  'Anything that happens outside New Zealand.',
  'War, nuclear material, cyber attacks, and lawful seizure of your car.',
]
export const exclusions: readonly Exclusion[] = exclusionRows.map(row =>
  typeof row === 'string' ? { covers: coverTypes, sentence: row } : row,
)

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

export const coverFacts = (cover: CoverType) => ({
  benefits: includedIn(cover),
  options: benefits.filter(benefit => benefit.included[cover] === 'optional'),
  exclusions: exclusions.filter(exclusion => exclusion.covers.includes(cover)),
})
