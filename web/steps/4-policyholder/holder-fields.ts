/** What fills, copies and clears the fields of policyholders: patches of the draft, made without a page (HOLDER-02, HOLDER-03, HOLDER-10). */
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

/** What stands chosen on entry. A policyholder 1 without a first name is empty, so nothing counts as copied to it. */
export function entryPatch(answers: Answers): AnswersPatch {
  const count = holderCount(answers)
  const codes = Array.from({ length: count }, (_, index) => [
    holderField(index + 1, 'mobileCode'),
    mobileCodeOf(answers, index + 1),
  ])
  const isEmpty = answerOf(answers, holderField(1, 'firstName')) === ''
  return {
    applicantType: applicantTypeOf(answers),
    policyholderCount: String(count),
    ...Object.fromEntries(codes),
    ...(isEmpty && { useMainDriver: 'NO' }),
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
