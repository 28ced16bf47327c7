/** The exclusions of each cover; cover-facts.ts combines them with the benefits. */
import type { CoverType } from '#journey/cover.ts'

export interface Exclusion {
  readonly code: string
  readonly sentence: string
  /** The covers that the exclusion matters for: wear matters only if the car is insured. */
  readonly covers: readonly CoverType[]
}

const allCovers: readonly CoverType[] = ['COMPREHENSIVE', 'THIRD_PARTY_FIRE_THEFT', 'THIRD_PARTY']
const carCovers: readonly CoverType[] = ['COMPREHENSIVE', 'THIRD_PARTY_FIRE_THEFT']

/** In display order. */
export const exclusions: readonly Exclusion[] = [
  {
    code: 'OWN_CAR',
    covers: ['THIRD_PARTY'],
    sentence: 'Damage to your own car, or its loss, other than by an uninsured driver.',
  },
  {
    code: 'OWN_ACCIDENT',
    covers: ['THIRD_PARTY_FIRE_THEFT'],
    sentence: 'Damage to your own car in an accident, other than by an uninsured driver.',
  },
  {
    code: 'UNLICENSED',
    covers: allCovers,
    sentence: 'A driver without a licence for your car, or who breaks the conditions of their licence.',
  },
  {
    code: 'ALCOHOL_DRUGS',
    covers: allCovers,
    sentence:
      'A driver over the alcohol limit, affected by drugs, who refuses a test or who leaves the scene of an accident.',
  },
  {
    code: 'RACING',
    covers: allCovers,
    sentence:
      'Racing, speed tests, and driving on a race track. Nothing we say about drivers or driving applies to someone who stole your car.',
  },
  {
    code: 'UNSAFE_CAR',
    covers: allCovers,
    sentence:
      'A car that was unsafe or had no current Warrant of Fitness, where that helped to cause the loss.',
  },
  {
    code: 'INCOME_USE',
    covers: allCovers,
    sentence:
      'Using your car to earn an income: rideshare, taxi, courier, hiring it out, or carrying people or goods for payment.',
  },
  {
    code: 'MODIFICATIONS',
    covers: allCovers,
    sentence: 'A car with modifications you should have told us about.',
  },
  {
    code: 'WEAR',
    covers: carCovers,
    sentence:
      'Wear and tear, rust, mechanical or electrical breakdown, and punctures or damage to tyres from braking.',
  },
  {
    code: 'INTENTIONAL',
    covers: allCovers,
    sentence: 'Loss you, or someone you let use your car, cause on purpose or recklessly.',
  },
  {
    code: 'KEYS_LEFT',
    covers: carCovers,
    sentence: 'Theft by someone you let use your car, or while the keys were left in or on it.',
  },
  {
    code: 'KNOCK_ON_LOSS',
    covers: carCovers,
    sentence:
      'Losses that follow from a claim, such as lost income or a lower value of your car after a repair.',
  },
  {
    code: 'FINES',
    covers: allCovers,
    sentence: 'Fines and penalties, and liability you took on by a contract.',
  },
  { code: 'OUTSIDE_NZ', covers: allCovers, sentence: 'Anything that happens outside New Zealand.' },
  {
    code: 'WAR_NUCLEAR',
    covers: allCovers,
    sentence: 'War, nuclear material, cyber attacks, and lawful seizure of your car.',
  },
]
