/** Converts a cover's sum insured and options to and from `compensations` in calls (section 7 of the specification). */
import type { CoverChoice, CoverOption, CoverType } from './cover.ts'

interface Compensation {
  readonly compensationSubType: string
  readonly appliedIndicator?: boolean | null | undefined
  readonly code?: string | null | undefined
}

const option = <SubType extends string>(compensationSubType: SubType, applied: boolean) => ({
  compensationSubType,
  appliedIndicator: applied,
  code: applied ? 'TAKEN' : 'NOT_TAKEN',
})

/** The options of a choice as compensations; they follow the sums insured. */
export const optionCompensations = (choice: Pick<CoverChoice, CoverOption>) => [
  option('WindscreenExcessWaiver', choice.excessFreeWindow),
  option('HireCar', choice.hireCar),
  // The specification sends it; none of our covers sells it.
  option('LifetimeNewForOld', false),
  option('RoadsideAssist', choice.roadsideAssistance),
]

/** The compensations of an insurer's requests and responses: the car's value under the cover's name, 0 under the other. */
export const toCompensations = (choice: Omit<CoverChoice, 'startDate'>, carValueDollars: number) => [
  {
    compensationSubType: 'AgreedValue' as const,
    sumInsured: choice.cover === 'COMPREHENSIVE' ? carValueDollars : 0,
  },
  {
    compensationSubType: 'MarketValue' as const,
    sumInsured: choice.cover === 'THIRD_PARTY_FIRE_THEFT' ? carValueDollars : 0,
  },
  ...optionCompensations(choice),
]

/** The sum insured, 0 for none: the market value for fire and theft, else the agreed value. The other one is the fallback. */
export function sumInsuredFrom(
  cover: CoverType,
  compensations: readonly {
    readonly compensationSubType: string
    readonly sumInsured?: number | null | undefined
  }[],
): number {
  const sumOf = (subType: string) =>
    compensations.find(one => one.compensationSubType === subType)?.sumInsured ?? 0
  const [agreed, market] = [sumOf('AgreedValue'), sumOf('MarketValue')]
  return cover === 'THIRD_PARTY_FIRE_THEFT' ? market || agreed : agreed || market
}

/**
 * A listed option is taken, unless its indicator or its code says otherwise. For the hire car only the code decides:
 * insurers put the car's class there, and the specification derives the option from it (ENTRY-09).
 */
export function optionsFromCompensations(
  compensations: readonly Compensation[],
): Pick<CoverChoice, CoverOption> {
  const ofSubType = (subType: string) => compensations.filter(one => one.compensationSubType === subType)
  const hasTakenCode = ({ code }: Compensation) => code !== 'NOT_TAKEN'
  const isTaken = (one: Compensation) => one.appliedIndicator !== false && hasTakenCode(one)
  return {
    excessFreeWindow: ofSubType('WindscreenExcessWaiver').some(isTaken),
    hireCar: ofSubType('HireCar').some(hasTakenCode),
    roadsideAssistance: ofSubType('RoadsideAssist').some(isTaken),
  }
}
