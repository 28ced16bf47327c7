/**
 * Converts a cover's sum insured and options to and from 'compensations', their form in section 7 of the
 * specification.
 */
import type { CoverChoice, CoverOption, CoverType } from './cover.ts'

interface Told {
  readonly compensationSubType: string
  readonly appliedIndicator?: boolean | null | undefined
  readonly code?: string | null | undefined
}

const option = <SubType extends string>(compensationSubType: SubType, applied: boolean) => ({
  compensationSubType,
  appliedIndicator: applied,
  code: applied ? 'TAKEN' : 'NOT_TAKEN',
})

/** The options of a choice; the sums insured stand before them. */
export const describedOptions = (choice: Pick<CoverChoice, CoverOption>) => [
  option('WindscreenExcessWaiver', choice.excessFreeWindow),
  option('HireCar', choice.hireCar),
  // The specification sends it; none of our covers sells it.
  option('LifetimeNewForOld', false),
  option('RoadsideAssist', choice.roadsideAssistance),
]

/** What the insurer is told and what it is heard to say: the value of the car under the cover's own name, 0 under the other. */
export const compensationsOf = (choice: Omit<CoverChoice, 'startDate'>, carValueDollars: number) => [
  {
    compensationSubType: 'AgreedValue' as const,
    sumInsured: choice.cover === 'COMPREHENSIVE' ? carValueDollars : 0,
  },
  {
    compensationSubType: 'MarketValue' as const,
    sumInsured: choice.cover === 'THIRD_PARTY_FIRE_THEFT' ? carValueDollars : 0,
  },
  ...describedOptions(choice),
]

/**
 * The sum insured; 0 where none is told. Fire and theft pays the market value, everything else goes by the agreed one;
 * where only the other of the two is named, that is meant.
 */
export function sumInsuredFrom(
  cover: CoverType,
  told: readonly { readonly compensationSubType: string; readonly sumInsured?: number | null | undefined }[],
): number {
  const sumOf = (subType: string) => told.find(one => one.compensationSubType === subType)?.sumInsured ?? 0
  const [agreed, market] = [sumOf('AgreedValue'), sumOf('MarketValue')]
  return cover === 'THIRD_PARTY_FIRE_THEFT' ? market || agreed : agreed || market
}

/**
 * An option that stands there is taken, unless its indicator or its code says otherwise. Of the hire car the code alone
 * decides: insurers name the car's class there, and the specification derives it from the code (ENTRY-09).
 */
export function optionsFrom(told: readonly Told[]): Pick<CoverChoice, CoverOption> {
  const ofSubType = (subType: string) => told.filter(one => one.compensationSubType === subType)
  const hasTakenCode = ({ code }: Told) => code !== 'NOT_TAKEN'
  const isTaken = (one: Told) => one.appliedIndicator !== false && hasTakenCode(one)
  return {
    excessFreeWindow: ofSubType('WindscreenExcessWaiver').some(isTaken),
    hireCar: ofSubType('HireCar').some(hasTakenCode),
    roadsideAssistance: ofSubType('RoadsideAssist').some(isTaken),
  }
}
