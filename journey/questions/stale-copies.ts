/**
 * Finds the copies of step 4 whose originals changed after the copy. The declaration marks them, and step
 * 4 reports them.
 */
import type { Address } from '#journey/address.ts'
import { isMainDriver, isVehicleAddress } from './copied-answers.ts'
import type { Answers } from './validation-error.ts'

/** The mark that the copy a switch had made is an old one, until it is made anew. */
export const staleCopyField = (field: string): string => `${field}.old`

/** The marks of the switches that are on over what is a copy no more. */
export function staleCopies(answers: Answers, riskAddress: Address | undefined): Record<string, 'YES'> {
  const marks: Record<string, 'YES'> = {}
  if (answers.useMainDriver === 'YES' && !isMainDriver(answers))
    marks[staleCopyField('useMainDriver')] = 'YES'
  if (answers.useVehicleAddress === 'YES' && !isVehicleAddress(answers, riskAddress))
    marks[staleCopyField('useVehicleAddress')] = 'YES'
  return marks
}
