/** What fills, copies and clears the fields of policyholders: patches of the draft, made without a page (HOLDER-02, HOLDER-03, HOLDER-10). */
import { type Address, addressText } from '#journey/address.ts'
import { driverField } from '#journey/answers/driver-fields.ts'
import { applicantTypeOf, holderCount, holderField, mobileCodeOf } from '#journey/answers/holders.ts'
import { type Answers, answerOf } from '#journey/answers/problem.ts'
import { maximumPolicyholders } from '#journey/people.ts'
import type { AnswersPatch } from '#web/draft.ts'

const holderParts = [
  'title',
  'firstName',
  'lastName',
  'dateOfBirth',
  'email',
  'mobileCode',
  'mobile',
] as const
const copiedParts = ['firstName', 'lastName', 'dateOfBirth'] as const

/**
 * Whether policyholder 1 still is the main driver: either may have been changed since the copy was made. One without a
 * first name is empty, so nothing counts as copied to it.
 */
const isMainDriver = (answers: Answers): boolean =>
  answerOf(answers, holderField(1, 'firstName')) !== '' &&
  copiedParts.every(
    part => answerOf(answers, holderField(1, part)) === answerOf(answers, driverField(1, part)),
  )

const isVehicleAddress = (answers: Answers, riskAddress: Address | undefined): boolean =>
  riskAddress !== undefined && answerOf(answers, 'postalAddress') === addressText(riskAddress)

/** Nobody's choice yet over what is a copy: a quote that was taken up again, whose switches are kept nowhere (SHELL-14). */
const switched = (answer: string | undefined, isCopy: boolean) => (isCopy ? (answer ?? 'YES') : 'NO')

/** What stands chosen on entry; a switch stays on only over what is a copy still. */
export function entryPatch(answers: Answers, riskAddress: Address | undefined): AnswersPatch {
  const count = holderCount(answers)
  const codes = Array.from({ length: count }, (_, index) => [
    holderField(index + 1, 'mobileCode'),
    mobileCodeOf(answers, index + 1),
  ])
  return {
    applicantType: applicantTypeOf(answers),
    policyholderCount: String(count),
    ...Object.fromEntries(codes),
    useMainDriver: switched(answers.useMainDriver, isMainDriver(answers)),
    useVehicleAddress: switched(answers.useVehicleAddress, isVehicleAddress(answers, riskAddress)),
  }
}

/** Policyholder 1 with the main driver's names and date of birth, or without any. */
export function mainDriverPatch(answers: Answers, on: boolean): AnswersPatch {
  return Object.fromEntries(
    copiedParts.map(part => [
      holderField(1, part),
      on ? answerOf(answers, driverField(1, part)) || undefined : undefined,
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

/** Clears the last policyholder; the first one stays. */
export function removePatch(answers: Answers): AnswersPatch {
  const last = holderCount(answers)
  if (last === 1) return {}
  const cleared = holderParts.map(part => [holderField(last, part), undefined])
  return { ...Object.fromEntries(cleared), policyholderCount: String(last - 1) }
}

/** The patch that takes another one back. */
export const undoOf = (answers: Answers, patch: AnswersPatch): AnswersPatch =>
  Object.fromEntries(Object.keys(patch).map(field => [field, answers[field]]))
