/** The benefits of each cover, in the order in which pages and wordings show them. */
import type { CoverOption, CoverType } from '#journey/cover.ts'

export type Included = 'yes' | 'no' | 'optional'

const among = (comprehensive: Included, fireTheft: Included, thirdParty: Included) =>
  ({
    COMPREHENSIVE: comprehensive,
    THIRD_PARTY_FIRE_THEFT: fireTheft,
    THIRD_PARTY: thirdParty,
  }) satisfies Record<CoverType, Included>
const comprehensiveOnly = among('yes', 'no', 'no')
const whereCarInsured = among('yes', 'yes', 'no')
const everywhere = among('yes', 'yes', 'yes')

/** In display order; `title` is the table row's title. */
export const benefits = [
  { code: 'ACCIDENT_DAMAGE', title: 'Accident damage to your car', included: comprehensiveOnly },
  { code: 'FIRE', title: 'Fire', included: whereCarInsured },
  { code: 'THEFT', title: 'Theft and attempted theft', included: whereCarInsured },
  { code: 'MARKET_VALUE', title: 'How your car is valued', included: among('no', 'yes', 'no') },
  { code: 'LIABILITY_PROPERTY', title: 'Damage to other people’s property', included: everywhere },
  { code: 'LIABILITY_INJURY', title: 'Injury to other people', included: everywhere },
  { code: 'NOT_AT_FAULT', title: 'No excess when another driver caused it', included: comprehensiveOnly },
  { code: 'UNINSURED_DRIVER', title: 'Uninsured drivers', included: among('no', 'yes', 'yes') },
  { code: 'GLASS', title: 'Windscreen and glass', included: comprehensiveOnly },
  { code: 'EXCESS_FREE_WINDOW', title: 'Excess-free window', included: among('optional', 'no', 'no') },
  { code: 'HIRE_CAR', title: 'Hire car', included: among('optional', 'optional', 'no') },
  {
    code: 'ROADSIDE_ASSISTANCE',
    title: 'Roadside assistance',
    included: among('optional', 'optional', 'optional'),
  },
  { code: 'NEW_FOR_OLD', title: 'New for old', included: comprehensiveOnly },
  { code: 'REPLACEMENT_CAR', title: 'A car you buy to replace yours', included: everywhere },
  { code: 'TOWING', title: 'Towing', included: whereCarInsured },
  { code: 'TRANSPORT', title: 'Getting you home', included: everywhere },
  { code: 'KEYS_LOCKS', title: 'Keys and locks', included: comprehensiveOnly },
  { code: 'CHILD_SEATS', title: 'Child seats', included: comprehensiveOnly },
  { code: 'PERSONAL_EFFECTS', title: 'Things in your car', included: comprehensiveOnly },
  { code: 'TRAILER', title: 'Trailer', included: comprehensiveOnly },
  { code: 'REPAIR_GUARANTEE', title: 'Guaranteed repairs', included: whereCarInsured },
  { code: 'ONE_EVENT_ONE_EXCESS', title: 'One event, one excess', included: everywhere },
] as const

export type BenefitCode = (typeof benefits)[number]['code']

/** The benefit that each option adds. */
export const benefitOf: Readonly<Record<CoverOption, BenefitCode>> = {
  excessFreeWindow: 'EXCESS_FREE_WINDOW',
  hireCar: 'HIRE_CAR',
  roadsideAssistance: 'ROADSIDE_ASSISTANCE',
}

/** The titles of options as in the wording, because the schedule refers to them. */
export const optionTitles = (options: readonly CoverOption[]): string[] =>
  benefits.filter(({ code }) => options.some(option => benefitOf[option] === code)).map(({ title }) => title)
