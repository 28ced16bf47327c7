/** Pure functions that return draft patches to fill, copy and clear policyholders. Step 4 uses them. */

import type { Address } from '#journey/address.ts'
import { maximumPolicyholders } from '#journey/people.ts'
import { copiedFields, isMainDriver, isVehicleAddress } from '#journey/questions/copied-answers.ts'
import {
  applicantTypeOf,
  mobileCodeOf,
  policyholderCount,
  policyholderField,
  policyholderNumbers,
} from '#journey/questions/policyholders.ts'
import { type Answers, answerOf } from '#journey/questions/validation-error.ts'
import type { AnswersPatch } from '#web/features/draft/draft-store.ts'

/** Nobody's choice yet over what is a copy: a quote that was taken up again, whose switches are kept nowhere (SHELL-14). */
const switched = (answer: string | undefined, isCopy: boolean) => (isCopy ? (answer ?? 'YES') : 'NO')

/** What stands chosen on entry; a switch stays on only over what is a copy still. */
export function initialPolicyholderPatch(answers: Answers, riskAddress: Address | undefined): AnswersPatch {
  const numbers = policyholderNumbers(answers)
  const codes = numbers.map(number => [
    policyholderField(number, 'mobileCode'),
    mobileCodeOf(answers, number),
  ])
  return {
    applicantType: applicantTypeOf(answers),
    policyholderCount: String(numbers.length),
    ...Object.fromEntries(codes),
    useMainDriver: switched(answers.useMainDriver, isMainDriver(answers)),
    useVehicleAddress: switched(answers.useVehicleAddress, isVehicleAddress(answers, riskAddress)),
  }
}

/** Policyholder 1 with the main driver's names and date of birth, or without any. */
export function copyMainDriverPatch(answers: Answers, on: boolean): AnswersPatch {
  return Object.fromEntries(
    Object.entries(copiedFields).map(([copy, original]) => [
      copy,
      on ? answerOf(answers, original) || undefined : undefined,
    ]),
  )
}

export function addPolicyholderPatch(answers: Answers): AnswersPatch {
  const number = Math.min(policyholderCount(answers) + 1, maximumPolicyholders)
  return {
    policyholderCount: String(number),
    [policyholderField(number, 'mobileCode')]: mobileCodeOf(answers, number),
  }
}

type Move = (field: string) => string | null

/** Which field an answer moves to when policyholders change places; `to` answers null for one that goes. */
const movedBy =
  (to: (number: number) => number | null): Move =>
  field => {
    const [, place, part = ''] = /^policyholder(\d)\.(.+)$/.exec(field) ?? []
    if (!place) return field
    const number = to(Number(place))
    return number === null ? null : policyholderField(number, part)
  }

/** Policyholders after the removed one move up. */
export const withoutHolder = (removed: number): Move =>
  movedBy(number => (number === removed ? null : number > removed ? number - 1 : number))

/** Who stands at that place, or behind it, makes room for the one who comes back. */
export const withRoomAt = (place: number): Move => movedBy(number => (number >= place ? number + 1 : number))

function movePatch(answers: Answers, to: Move, count: number): AnswersPatch {
  const moving = Object.keys(answers).filter(field => to(field) !== field)
  const left = moving.map(field => [field, undefined])
  const taken = moving.flatMap(field => {
    const target = to(field)
    return target ? [[target, answers[field]]] : []
  })
  return { ...Object.fromEntries([...left, ...taken]), policyholderCount: String(count) }
}

/** Removes a policyholder with all of their answers; the first one cannot be removed. */
export function removePolicyholderPatch(answers: Answers, number: number): AnswersPatch {
  const count = policyholderCount(answers)
  if (number <= 1 || number > count) return {}
  return movePatch(answers, withoutHolder(number), count - 1)
}

/**
 * Brings a policyholder back to their place; what was changed of the others meanwhile stays.
 * @param before the answers from which that one was removed
 */
export function returnPatch(answers: Answers, number: number, before: Answers): AnswersPatch {
  const theirs = Object.entries(before).filter(([field]) => field.startsWith(policyholderField(number, '')))
  return {
    ...movePatch(answers, withRoomAt(number), policyholderCount(answers) + 1),
    ...Object.fromEntries(theirs),
  }
}

/** The patch that takes another one back. */
export const undoPatch = (answers: Answers, patch: AnswersPatch): AnswersPatch =>
  Object.fromEntries(Object.keys(patch).map(field => [field, answers[field]]))
