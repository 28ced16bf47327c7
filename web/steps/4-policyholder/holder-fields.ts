/** What fills, copies and clears the fields of policyholders: patches of the draft, made without a page (HOLDER-02, HOLDER-03, HOLDER-10). */
import type { Address } from '#journey/address.ts'
import { copiedFields, isMainDriver, isVehicleAddress } from '#journey/answers/copies.ts'
import {
  applicantTypeOf,
  holderCount,
  holderField,
  holderNumbers,
  mobileCodeOf,
} from '#journey/answers/holders.ts'
import { type Answers, answerOf } from '#journey/answers/problem.ts'
import { maximumPolicyholders } from '#journey/people.ts'
import type { AnswersPatch } from '#web/draft.ts'

/** Nobody's choice yet over what is a copy: a quote that was taken up again, whose switches are kept nowhere (SHELL-14). */
const switched = (answer: string | undefined, isCopy: boolean) => (isCopy ? (answer ?? 'YES') : 'NO')

/** What stands chosen on entry; a switch stays on only over what is a copy still. */
export function entryPatch(answers: Answers, riskAddress: Address | undefined): AnswersPatch {
  const numbers = holderNumbers(answers)
  const codes = numbers.map(number => [holderField(number, 'mobileCode'), mobileCodeOf(answers, number)])
  return {
    applicantType: applicantTypeOf(answers),
    policyholderCount: String(numbers.length),
    ...Object.fromEntries(codes),
    useMainDriver: switched(answers.useMainDriver, isMainDriver(answers)),
    useVehicleAddress: switched(answers.useVehicleAddress, isVehicleAddress(answers, riskAddress)),
  }
}

/** Policyholder 1 with the main driver's names and date of birth, or without any. */
export function mainDriverPatch(answers: Answers, on: boolean): AnswersPatch {
  return Object.fromEntries(
    Object.entries(copiedFields).map(([copy, original]) => [
      copy,
      on ? answerOf(answers, original) || undefined : undefined,
    ]),
  )
}

export function addPatch(answers: Answers): AnswersPatch {
  const number = Math.min(holderCount(answers) + 1, maximumPolicyholders)
  return {
    policyholderCount: String(number),
    [holderField(number, 'mobileCode')]: mobileCodeOf(answers, number),
  }
}

/** Clears the last policyholder with all that was said of them; the first one stays. */
export function removePatch(answers: Answers): AnswersPatch {
  const last = holderCount(answers)
  if (last === 1) return {}
  const fields = Object.keys(answers).filter(field => field.startsWith(holderField(last, '')))
  return {
    ...Object.fromEntries(fields.map(field => [field, undefined])),
    policyholderCount: String(last - 1),
  }
}

/** The patch that takes another one back. */
export const undoOf = (answers: Answers, patch: AnswersPatch): AnswersPatch =>
  Object.fromEntries(Object.keys(patch).map(field => [field, answers[field]]))
