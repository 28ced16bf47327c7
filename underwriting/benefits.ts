/** What the covers pay for and up to how much, GST included. Screens and wordings read it through cover-facts.ts. */
import {
  type CoverType,
  hireCarDays,
  liabilityInjuryDollars,
  liabilityPropertyDollars,
} from '#journey/cover.ts'

export type Included = 'yes' | 'no' | 'optional'

export interface Benefit {
  readonly code: string
  /** For a row of a table. */
  readonly title: string
  readonly sentence: string
  /** The most paid for it in one event, whole dollars; absent where there is none in dollars, or it is for each thing. */
  readonly limitDollars?: number
  readonly included: Readonly<Record<CoverType, Included>>
}

const among = (comprehensive: Included, fireTheft: Included, thirdParty: Included): Benefit['included'] => ({
  COMPREHENSIVE: comprehensive,
  THIRD_PARTY_FIRE_THEFT: fireTheft,
  THIRD_PARTY: thirdParty,
})
const comprehensiveOnly = among('yes', 'no', 'no')
const whereCarInsured = among('yes', 'yes', 'no')
const everywhere = among('yes', 'yes', 'yes')

const million = (dollars: number): string => `$${dollars / 1_000_000} million`

/** In the order they are shown. */
export const benefits: readonly Benefit[] = [
  {
    code: 'ACCIDENT_DAMAGE',
    title: 'Accident damage to your car',
    sentence:
      'We repair your car after an accident. If it cannot be repaired safely or sensibly, we pay its agreed value.',
    included: comprehensiveOnly,
  },
  {
    code: 'FIRE',
    title: 'Fire',
    sentence: 'We repair or replace your car, or pay you for it, if it is damaged by fire.',
    included: whereCarInsured,
  },
  {
    code: 'THEFT',
    title: 'Theft and attempted theft',
    sentence:
      'We repair or replace your car, or pay you for it, if someone steals it or damages it while trying to.',
    included: whereCarInsured,
  },
  {
    code: 'MARKET_VALUE',
    title: 'How we value your car',
    sentence: 'If your car is a total loss, we pay its market value, up to the value shown on your schedule.',
    included: among('no', 'yes', 'no'),
  },
  {
    code: 'LIABILITY_PROPERTY',
    title: "Damage to other people's property",
    sentence: `We pay up to ${million(liabilityPropertyDollars)} for damage you cause by accident to other people's cars and property.`,
    limitDollars: liabilityPropertyDollars,
    included: everywhere,
  },
  {
    code: 'LIABILITY_INJURY',
    title: 'Injury to other people',
    sentence: `We pay up to ${million(liabilityInjuryDollars)} if you are legally liable for another person's injury, including reparation a court orders.`,
    limitDollars: liabilityInjuryDollars,
    included: everywhere,
  },
  {
    code: 'NOT_AT_FAULT',
    title: 'No excess when another driver caused it',
    sentence:
      'You pay no excess if another driver was at least half to blame and you give us their name and number plate.',
    included: comprehensiveOnly,
  },
  {
    code: 'UNINSURED_DRIVER',
    title: 'Uninsured drivers',
    sentence:
      'If an uninsured driver who was to blame damages your car, we pay up to $5,000 for it. You need to give us their name and number plate.',
    limitDollars: 5000,
    included: among('no', 'yes', 'yes'),
  },
  {
    code: 'GLASS',
    title: 'Windscreen and glass',
    sentence:
      "We repair or replace your car's windscreen, windows, sunroof and light glass. Your excess applies.",
    included: comprehensiveOnly,
  },
  {
    code: 'EXCESS_FREE_WINDOW',
    title: 'Excess-free window',
    sentence: 'You pay no excess when only the windscreen or other glass of your car is damaged.',
    included: among('optional', 'no', 'no'),
  },
  {
    code: 'HIRE_CAR',
    title: 'Hire car',
    sentence: `We pay for a hire car for up to ${hireCarDays} days while your car is repaired or missing after something we cover.`,
    included: among('optional', 'optional', 'no'),
  },
  {
    code: 'ROADSIDE_ASSISTANCE',
    title: 'Roadside assistance',
    sentence:
      'Help at the roadside, day and night: flat battery, flat tyre, no fuel, locked-in keys or a tow. Up to six call-outs a year.',
    included: among('optional', 'optional', 'optional'),
  },
  {
    code: 'NEW_FOR_OLD',
    title: 'New for old',
    sentence:
      'If you are the first owner and your car is written off within a year of its first registration, we replace it with a new one of the same model.',
    included: comprehensiveOnly,
  },
  {
    code: 'REPLACEMENT_CAR',
    title: 'A car you buy to replace yours',
    sentence:
      'A car you buy to replace yours has the same cover for 30 days: tell us about it by then. Where the car itself is covered, it is for up to $100,000.',
    limitDollars: 100_000,
    included: everywhere,
  },
  {
    code: 'TOWING',
    title: 'Towing and storage',
    sentence:
      'We pay the reasonable cost of taking your car to the nearest repairer or safe place after something we cover.',
    included: whereCarInsured,
  },
  {
    code: 'TRANSPORT',
    title: 'Getting you home',
    sentence:
      'We pay up to $500 for a trip home or a night away when your car cannot be driven after an accident or theft.',
    limitDollars: 500,
    included: everywhere,
  },
  {
    code: 'KEYS_LOCKS',
    title: 'Keys and locks',
    sentence: 'We pay up to $1,000 to replace keys and locks when your keys are stolen.',
    limitDollars: 1000,
    included: comprehensiveOnly,
  },
  {
    code: 'CHILD_SEATS',
    title: 'Child seats',
    sentence: 'We replace child seats that were in your car in an accident, up to $500 each.',
    included: comprehensiveOnly,
  },
  {
    code: 'PERSONAL_EFFECTS',
    title: 'Things in your car',
    sentence: 'We pay up to $500 for personal things damaged in an accident or stolen from your locked car.',
    limitDollars: 500,
    included: comprehensiveOnly,
  },
  {
    code: 'TRAILER',
    title: 'Trailer',
    sentence: 'We pay up to $1,000 for damage to your trailer while your car tows it.',
    limitDollars: 1000,
    included: comprehensiveOnly,
  },
  {
    code: 'REPAIR_GUARANTEE',
    title: 'Guaranteed repairs',
    sentence:
      'You may choose the repairer. Repairs by one of ours are guaranteed for as long as you own the car.',
    included: whereCarInsured,
  },
  {
    code: 'ONE_EVENT_ONE_EXCESS',
    title: 'One event, one excess',
    sentence: 'One event means one policy excess, however many parts of your cover it touches.',
    included: everywhere,
  },
]
