/** The sentence and the limit (including GST) of each benefit, used through cover-facts.ts. */
import {
  hireCarDays,
  liabilityInjuryDollars,
  liabilityPropertyDollars,
  roadsideCallOuts,
} from '#journey/cover.ts'
import type { BenefitCode } from './benefits.ts'

export interface BenefitSentence {
  readonly sentence: string
  /** The maximum payment per event in whole dollars; undefined without a dollar limit. */
  readonly limitDollars?: number
  /** The limit applies to each item. */
  readonly isEach?: true
}

const million = (dollars: number): string => `$${dollars / 1_000_000} million`

export const benefitSentences: Readonly<Record<BenefitCode, BenefitSentence>> = {
  ACCIDENT_DAMAGE: {
    sentence:
      'We repair your car after an accident. If it cannot be repaired safely or for less than it is worth, we pay its agreed value.',
  },
  FIRE: {
    sentence: 'We repair or replace your car, or pay you for it, if it is damaged by fire.',
  },
  THEFT: {
    sentence:
      'We repair or replace your car, or pay you for it, if someone steals it or damages it while trying to.',
  },
  MARKET_VALUE: {
    sentence: 'If your car is a total loss, we pay its market value, up to the value shown on your schedule.',
  },
  LIABILITY_PROPERTY: {
    sentence: `We pay up to ${million(liabilityPropertyDollars)} for damage you cause by accident to other people’s cars and property.`,
    limitDollars: liabilityPropertyDollars,
  },
  LIABILITY_INJURY: {
    sentence: `We pay up to ${million(liabilityInjuryDollars)} if you are legally liable for another person’s injury, including reparation a court orders.`,
    limitDollars: liabilityInjuryDollars,
  },
  NOT_AT_FAULT: {
    sentence:
      'You pay no excess if another driver was at least half to blame and you give us their name and number plate.',
  },
  UNINSURED_DRIVER: {
    sentence:
      'If an uninsured driver who was to blame damages your car, we pay up to $5,000 for it. You need to give us their name and number plate.',
    limitDollars: 5000,
  },
  GLASS: {
    sentence:
      'We repair or replace your car’s windscreen, windows, sunroof and light glass. Your excess applies, unless you have the excess-free window.',
  },
  EXCESS_FREE_WINDOW: {
    sentence: 'You pay no excess when only the windscreen or other glass of your car is damaged.',
  },
  HIRE_CAR: {
    sentence: `We pay for a hire car for up to ${hireCarDays} days while your car is repaired or missing after something we cover.`,
  },
  ROADSIDE_ASSISTANCE: {
    sentence: `Help at the roadside, day and night: flat battery, flat tyre, no fuel, locked-in keys or a tow. Up to ${roadsideCallOuts} call-outs a year. You pay no excess, and a call-out is not a claim.`,
  },
  NEW_FOR_OLD: {
    sentence:
      'If you are the first owner and your car is written off within a year of its first registration, we replace it with a new one of the same model.',
  },
  REPLACEMENT_CAR: {
    sentence:
      'While the policy runs, a car you buy to replace yours has the same cover for 30 days: tell us about it by then. Where the car itself is covered, it is for up to $100,000.',
    limitDollars: 100_000,
  },
  TOWING: {
    sentence:
      'We pay the reasonable cost of taking your car to the nearest repairer or safe place after something we cover.',
  },
  TRANSPORT: {
    sentence:
      'We pay up to $500 for a trip home or a night away when your car cannot be driven after an accident or theft. You pay no excess for this.',
    limitDollars: 500,
  },
  KEYS_LOCKS: {
    sentence: 'We pay up to $1,000 to replace keys and locks when your keys are stolen.',
    limitDollars: 1000,
  },
  CHILD_SEATS: {
    sentence: 'We replace child seats that were in your car in an accident, up to $500 each.',
    limitDollars: 500,
    isEach: true,
  },
  PERSONAL_EFFECTS: {
    sentence: 'We pay up to $500 for personal things damaged in an accident or stolen from your locked car.',
    limitDollars: 500,
  },
  TRAILER: {
    sentence: 'We pay up to $1,000 for damage to your trailer while your car tows it.',
    limitDollars: 1000,
  },
  REPAIR_GUARANTEE: {
    sentence:
      'You may choose the repairer. Repairs by one of ours are guaranteed for as long as you own the car.',
  },
  ONE_EVENT_ONE_EXCESS: {
    sentence: 'One event means one policy excess, however many parts of your cover it touches.',
  },
}
