/** A cover's options as section 7 of the specification writes them, 'compensations': how each is told, and which of them are taken. */
import type { CoverChoice, CoverOption } from './cover.ts'

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

/** The options of a choice; the two sums insured stand before them, which not every writer fills alike. */
export const optionsToTell = (choice: Pick<CoverChoice, CoverOption>) => [
  option('WindscreenExcessWaiver', choice.excessFreeWindow),
  option('HireCar', choice.hireCar),
  // The specification sends it; none of our covers sells it.
  option('LifetimeNewForOld', false),
  option('RoadsideAssist', choice.roadsideAssistance),
]

/** An option that stands there is taken, unless its indicator or its code says otherwise (ENTRY-09). */
export function optionsTold(told: readonly Told[]): Pick<CoverChoice, CoverOption> {
  const isTaken = (subType: string) =>
    told.some(
      one =>
        one.compensationSubType === subType && one.appliedIndicator !== false && one.code !== 'NOT_TAKEN',
    )
  return {
    excessFreeWindow: isTaken('WindscreenExcessWaiver'),
    hireCar: isTaken('HireCar'),
    roadsideAssistance: isTaken('RoadsideAssist'),
  }
}
