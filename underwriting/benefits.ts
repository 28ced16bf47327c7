/** The benefits of each cover with their sentences and limits, in the order in which pages and wordings show them. */
import {
  type CoverOption,
  type CoverType,
  hireCarDays,
  injuryLiabilityLimitDollars,
  propertyLiabilityLimitDollars,
  roadsideCallOuts,
} from '#journey/cover.ts'

type BenefitInclusion = 'yes' | 'no' | 'optional'

interface BenefitRow {
  readonly title: string
  readonly included: Readonly<Record<CoverType, BenefitInclusion>>
  readonly sentence: string
  /** The maximum payment per event in whole dollars, GST included; undefined without a dollar limit. */
  readonly limitDollars?: number
  readonly isEach?: true
}

const among = (
  comprehensive: BenefitInclusion,
  fireTheft: BenefitInclusion,
  thirdParty: BenefitInclusion,
) => ({ COMPREHENSIVE: comprehensive, THIRD_PARTY_FIRE_THEFT: fireTheft, THIRD_PARTY: thirdParty })
const comprehensiveOnly = among('yes', 'no', 'no')
const whereCarInsured = among('yes', 'yes', 'no')
const everywhere = among('yes', 'yes', 'yes')

const million = (dollars: number): string => `$${dollars / 1_000_000} million`

const rows = {
  ACCIDENT_DAMAGE: {
    title: 'Accident damage to your car',
    included: comprehensiveOnly,
    sentence:
      'We repair your car after an accident. If it cannot be repaired safely or for less than it is worth, we pay its agreed value.',
  },
  FIRE: {
    title: 'Fire',
    included: whereCarInsured,
    sentence: 'We repair or replace your car, or pay you for it, if it is damaged by fire.',
  },
  THEFT: {
    title: 'Theft and attempted theft',
    included: whereCarInsured,
    sentence:
      'We repair or replace your car, or pay you for it, if someone steals it or damages it while trying to.',
  },
  MARKET_VALUE: {
    title: 'How your car is valued',
    included: among('no', 'yes', 'no'),
    sentence: 'If your car is a total loss, we pay its market value, up to the value shown on your schedule.',
  },
  LIABILITY_PROPERTY: {
    title: 'Damage to other people’s property',
    included: everywhere,
    sentence: `We pay up to ${million(propertyLiabilityLimitDollars)} for damage you cause by accident to other people’s cars and property.`,
    limitDollars: propertyLiabilityLimitDollars,
  },
  LIABILITY_INJURY: {
    title: 'Injury to other people',
    included: everywhere,
    sentence: `We pay up to ${million(injuryLiabilityLimitDollars)} if you are legally liable for another person’s injury, including reparation a court orders.`,
    limitDollars: injuryLiabilityLimitDollars,
  },
  NOT_AT_FAULT: {
    title: 'No excess when another driver caused it',
    included: comprehensiveOnly,
    sentence:
      'You pay no excess if another driver was at least half to blame and you give us their name and number plate.',
  },
  UNINSURED_DRIVER: {
    title: 'Uninsured drivers',
    included: among('no', 'yes', 'yes'),
    sentence:
      'If an uninsured driver who was to blame damages your car, we pay up to $5,000 for it. You need to give us their name and number plate.',
    limitDollars: 5000,
  },
  GLASS: {
    title: 'Windscreen and glass',
    included: comprehensiveOnly,
    sentence:
      'We repair or replace your car’s windscreen, windows, sunroof and light glass. Your excess applies, unless you have the excess-free window.',
  },
  EXCESS_FREE_WINDOW: {
    title: 'Excess-free window',
    included: among('optional', 'no', 'no'),
    sentence: 'You pay no excess when only the windscreen or other glass of your car is damaged.',
  },
  HIRE_CAR: {
    title: 'Hire car',
    included: among('optional', 'optional', 'no'),
    sentence: `We pay for a hire car for up to ${hireCarDays} days while your car is repaired or missing after something we cover.`,
  },
  ROADSIDE_ASSISTANCE: {
    title: 'Roadside assistance',
    included: among('optional', 'optional', 'optional'),
    sentence: `Help at the roadside, day and night: flat battery, flat tyre, no fuel, locked-in keys or a tow. Up to ${roadsideCallOuts} call-outs a year. You pay no excess, and a call-out is not a claim.`,
  },
  NEW_FOR_OLD: {
    title: 'New for old',
    included: comprehensiveOnly,
    sentence:
      'If you are the first owner and your car is written off within a year of its first registration, we replace it with a new one of the same model.',
  },
  REPLACEMENT_CAR: {
    title: 'A car you buy to replace yours',
    included: everywhere,
    sentence:
      'While the policy runs, a car you buy to replace yours has the same cover for 30 days: tell us about it by then. Where the car itself is covered, it is for up to $100,000.',
    limitDollars: 100_000,
  },
  TOWING: {
    title: 'Towing',
    included: whereCarInsured,
    sentence:
      'We pay the reasonable cost of taking your car to the nearest repairer or safe place after something we cover.',
  },
  TRANSPORT: {
    title: 'Getting you home',
    included: everywhere,
    sentence:
      'We pay up to $500 for a trip home or a night away when your car cannot be driven after an accident or theft. You pay no excess for this.',
    limitDollars: 500,
  },
  KEYS_LOCKS: {
    title: 'Keys and locks',
    included: comprehensiveOnly,
    sentence: 'We pay up to $1,000 to replace keys and locks when your keys are stolen.',
    limitDollars: 1000,
  },
  CHILD_SEATS: {
    title: 'Child seats',
    included: comprehensiveOnly,
    sentence: 'We replace child seats that were in your car in an accident, up to $500 each.',
    limitDollars: 500,
    isEach: true,
  },
  PERSONAL_EFFECTS: {
    title: 'Things in your car',
    included: comprehensiveOnly,
    sentence: 'We pay up to $500 for personal things damaged in an accident or stolen from your locked car.',
    limitDollars: 500,
  },
  TRAILER: {
    title: 'Trailer',
    included: comprehensiveOnly,
    sentence: 'We pay up to $1,000 for damage to your trailer while your car tows it.',
    limitDollars: 1000,
  },
  REPAIR_GUARANTEE: {
    title: 'Guaranteed repairs',
    included: whereCarInsured,
    sentence:
      'You may choose the repairer. Repairs by one of ours are guaranteed for as long as you own the car.',
  },
  ONE_EVENT_ONE_EXCESS: {
    title: 'One event, one excess',
    included: everywhere,
    sentence: 'One event means one policy excess, however many parts of your cover it touches.',
  },
} satisfies Record<string, BenefitRow>

export type BenefitCode = keyof typeof rows
export interface Benefit extends BenefitRow {
  readonly code: BenefitCode
}
export const benefits: readonly Benefit[] = (Object.keys(rows) as BenefitCode[]).map(code => ({
  code,
  ...rows[code],
}))

export const benefitOf: Readonly<Record<CoverOption, BenefitCode>> = {
  excessFreeWindow: 'EXCESS_FREE_WINDOW',
  hireCar: 'HIRE_CAR',
  roadsideAssistance: 'ROADSIDE_ASSISTANCE',
}

/** The titles of options as in the wording, because the schedule refers to them. */
export const optionTitles = (options: readonly CoverOption[]): string[] =>
  benefits.filter(({ code }) => options.some(option => benefitOf[option] === code)).map(({ title }) => title)
