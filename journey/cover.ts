/** The three covers with their options, excesses and frequencies, the product's limits, and the end of a year of cover. */
import { addDays, addYears, ageOn, type NzDay } from './dates.ts'
import { dollarsText } from './money.ts'

export const coverTypes = ['COMPREHENSIVE', 'THIRD_PARTY_FIRE_THEFT', 'THIRD_PARTY'] as const
export type CoverType = (typeof coverTypes)[number]

export const coverNames: Readonly<Record<CoverType, string>> = {
  COMPREHENSIVE: 'Everyday Plus',
  THIRD_PARTY_FIRE_THEFT: 'Third Party, Fire & Theft',
  THIRD_PARTY: 'Third Party Property Damage',
}

/** Shown beside a product name where covers are chosen or compared, because the name does not tell the kind of cover. */
export const coverNameSuffixes: Readonly<Partial<Record<CoverType, string>>> = {
  COMPREHENSIVE: '(Comprehensive)',
}

export const frequencies = ['FORTNIGHTLY', 'MONTHLY', 'ANNUAL'] as const
export type Frequency = (typeof frequencies)[number]

export const coverOptions = ['excessFreeWindow', 'hireCar', 'roadsideAssistance'] as const
export type CoverOption = (typeof coverOptions)[number]

export const optionsOf: Readonly<Record<CoverType, readonly CoverOption[]>> = {
  COMPREHENSIVE: ['excessFreeWindow', 'hireCar', 'roadsideAssistance'],
  THIRD_PARTY_FIRE_THEFT: ['hireCar', 'roadsideAssistance'],
  THIRD_PARTY: ['roadsideAssistance'],
}

/** Only these two covers insure the car itself, so only they ask for its value. */
export const insuresCar = (cover: CoverType): boolean => cover !== 'THIRD_PARTY'

/** Whole dollars a customer may choose above the imposed excess (comprehensive only). */
export const voluntaryExcessChoices = [0, 100, 300, 500, 700, 1200] as const
export type VoluntaryExcess = (typeof voluntaryExcessChoices)[number]

/** Used if the insurer's response states no imposed excess, and always for the third-party covers. Whole dollars. */
export const standardExcessDollars = 500

/** The wizard's excess before any quote exists (section 9 of the specification). Whole dollars. */
export const initialExcessDollars = 300

/** The excess of a claim in whole dollars. */
export const excessDollars = (cover: CoverType, imposed: number | null, voluntary: number): number =>
  cover === 'COMPREHENSIVE' ? (imposed ?? standardExcessDollars) + voluntary : standardExcessDollars

/** The choices of step 3. After `withOfferedOptions`, an option that the cover does not offer is false. */
export interface CoverChoice extends Readonly<Record<CoverOption, boolean>> {
  readonly cover: CoverType
  readonly voluntaryExcess: VoluntaryExcess
  readonly frequency: Frequency
  readonly startDate: NzDay
}

export const withOfferedOptions = (choice: CoverChoice): CoverChoice => ({
  ...choice,
  ...Object.fromEntries(
    coverOptions.map(option => [option, choice[option] && optionsOf[choice.cover].includes(option)]),
  ),
  voluntaryExcess: choice.cover === 'COMPREHENSIVE' ? choice.voluntaryExcess : 0,
})

export const coverStartsWithinDays = 30
export const quoteValidDays = 30
export const coolingOffDays = 21
export const maximumCarValueDollars = 150_000
export const propertyLiabilityLimitDollars = 20_000_000
export const injuryLiabilityLimitDollars = 1_000_000
export const hireCarDays = 14
/** Help at the roadside, a year of the policy. */
export const roadsideCallOuts = 6

export const paymentsPerYear: Readonly<Record<Frequency, number>> = {
  FORTNIGHTLY: 26,
  MONTHLY: 12,
  ANNUAL: 1,
}

/** The day at whose beginning a year of cover ends. For 29 February it is 1 March, so that no day of cover is lost. */
export function coverEndDate(start: NzDay): NzDay {
  const end = addYears(start, 1)
  return end.endsWith(start.slice(4)) ? end : addDays(end, 1)
}

/** Added to the policy excess if such a driver has the accident. Whole dollars. */
export const additionalExcesses = {
  under25: { listed: 500, unlisted: 1250 },
  inexperienced: { listed: 250, unlisted: 700 },
  driverHistory: 800,
} as const

/** Drivers below this age add to the excess. We do not ask how long a driver has had a licence. */
export const youngDriverAgeLimit = 25

export const isYoungDriver = (dateOfBirth: NzDay, startDate: NzDay): boolean =>
  ageOn(startDate, dateOfBirth) < youngDriverAgeLimit

export const youngDriverExcessText = (excessDollars: number): string =>
  dollarsText(excessDollars + additionalExcesses.under25.listed)

/** '$700', or if a named driver is young: '$700; $1,200 for an accident with a named driver under 25' */
export const excessText = (excessDollars: number, anyYoung: boolean): string =>
  anyYoung
    ? `${dollarsText(excessDollars)}; ${youngDriverExcessText(excessDollars)} for an accident with a named driver under ${youngDriverAgeLimit}`
    : dollarsText(excessDollars)
