/** What fills, copies and clears the fields of policyholders: patches of the draft, made without a page (HOLDER-02, HOLDER-03, HOLDER-10). */
import { driverField } from '#journey/answers/driver.ts'
import { applicantTypeOf, holderCount, holderField, mobileCodeOf } from '#journey/answers/policyholder.ts'
import { type Answers, answerOf } from '#journey/answers/problem.ts'
import { maximumPolicyholders, splitMobile } from '#journey/people.ts'

/** undefined deletes. */
export type Patch = Readonly<Record<string, string | undefined>>

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
export function entryPatch(answers: Answers): Patch {
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
export function mainDriverPatch(answers: Answers, on: boolean): Patch {
  return Object.fromEntries(
    copiedParts.map(part => [
      holderField(1, part),
      on ? answerOf(answers, driverField(1, part)) || undefined : undefined,
    ]),
  )
}

export function addPatch(answers: Answers): Patch {
  const number = Math.min(holderCount(answers) + 1, maximumPolicyholders)
  return {
    policyholderCount: String(number),
    [holderField(number, 'mobileCode')]: mobileCodeOf(answers, number),
  }
}

/** Clears the last policyholder; the first one stays. */
export function removePatch(answers: Answers): Patch {
  const last = holderCount(answers)
  if (last === 1) return {}
  const cleared = holderParts.map(part => [holderField(last, part), undefined])
  return { ...Object.fromEntries(cleared), policyholderCount: String(last - 1) }
}

/** The patch that takes another one back. */
export const undoOf = (answers: Answers, patch: Patch): Patch =>
  Object.fromEntries(Object.keys(patch).map(field => [field, answers[field]]))

const mailHosts = [
  'gmail.com',
  'xtra.co.nz',
  'outlook.com',
  'hotmail.com',
  'yahoo.com',
  'icloud.com',
  'yahoo.co.nz',
]

/** One letter left out, added, changed or two swapped. */
function isNear(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 1) return false
  let start = 0
  while (one[start] === other[start] && start < one.length) start += 1
  let end = 0
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end += 1
  const left = one.slice(start, one.length - end)
  const right = other.slice(start, other.length - end)
  const isSwapped = left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
  return isSwapped || (left.length <= 1 && right.length <= 1)
}

/** 'aroha@gmial.com' → 'aroha@gmail.com'; null when the host is fine or unknown. */
export function likelyEmail(typed: string): string | null {
  const [name, host, ...rest] = typed.trim().split('@')
  if (!name || !host || rest.length > 0 || mailHosts.includes(host.toLowerCase())) return null
  const near = mailHosts.find(known => isNear(host.toLowerCase(), known))
  return near ? `${name}@${near}` : null
}

/** With its code a number has nine digits or more, without it eight at most: '02' may well begin the shorter one. */
const shortestWhole = 9

/** '+64 21 123 4567' → ['021', '1234567']; null for a number that came without its code. */
export function wholeMobile(typed: string): readonly [code: string, number: string] | null {
  const split = splitMobile(typed)
  return split && split.join('').length >= shortestWhole ? split : null
}
