/**
 * What the answers of step 4 must keep, and the policyholders they make. The policyholder page shows these problems;
 * the bodies of step 4 and of the bind are made from `policyholdersOf`.
 */
import { type NzDay, parseTypedDay } from '#journey/dates.ts'
import { isPaymentStart } from '#journey/payment.ts'
import {
  type ApplicantType,
  applicantTypes,
  isEmail,
  isMobileNumber,
  maximumPolicyholders,
  mobileCodes,
  type Policyholder,
  titles,
} from '#journey/people.ts'
import { birthDateProblem } from './birth-date.ts'
import { paymentMethodOf } from './payment-method.ts'
import { nameProblem } from './person-name.ts'
import { type Answers, answerOf, type MessageCode, type Problem } from './problem.ts'
import { frequencyOf, startDateOf } from './quote.ts'

export const applicantTypeOf = (answers: Answers): ApplicantType =>
  applicantTypes.find(type => type === answerOf(answers, 'applicantType')) ?? 'Private'

/** 1 to 5. */
export function holderCount(answers: Answers): number {
  const count = Number(answerOf(answers, 'policyholderCount'))
  return Number.isInteger(count) && count >= 1 && count <= maximumPolicyholders ? count : 1
}

export const holderField = (number: number, part: string): string => `policyholder${number}.${part}`

export const mobileCodeOf = (answers: Answers, number: number): string =>
  mobileCodes.find(code => code === answerOf(answers, holderField(number, 'mobileCode'))) ?? mobileCodes[0]

/** The digits after the code, without the blanks and hyphens people type. */
const mobileDigits = (answers: Answers, number: number): string =>
  answerOf(answers, holderField(number, 'mobile')).replace(/[\s-]/g, '')

/** May the first debit be chosen? Only of instalments: a whole year is paid at once. */
const choosesPaymentStart = (answers: Answers): boolean =>
  frequencyOf(answers) !== 'ANNUAL' && paymentMethodOf(answers) !== null

/** The first debit typed; '' when none was, so that it follows the policy's start. */
export function paymentStartOf(answers: Answers, today: NzDay): NzDay | '' {
  const day = choosesPaymentStart(answers) ? parseTypedDay(answerOf(answers, 'paymentStartDate')) : null
  return day && isPaymentStart(day, startDateOf(answers, today)) ? day : ''
}

export function paymentStartProblems(answers: Answers, today: NzDay): Problem[] {
  if (!choosesPaymentStart(answers) || answerOf(answers, 'paymentStartDate') === '') return []
  return paymentStartOf(answers, today) === ''
    ? [{ field: 'paymentStartDate', code: 'PAYMENT_START_RANGE' }]
    : []
}

function mobileProblem(digits: string): MessageCode | null {
  if (digits === '') return 'MOBILE_REQUIRED'
  return isMobileNumber(digits) ? null : 'MOBILE_INVALID'
}

function holderProblems(answers: Answers, number: number, today: NzDay): Problem[] {
  const answer = (part: string) => answerOf(answers, holderField(number, part))
  const codes: [string, MessageCode | null][] = [
    ['title', titles.some(title => title === answer('title')) ? null : 'TITLE_REQUIRED'],
    ['firstName', nameProblem(answer('firstName'), 'HOLDER_FIRST_NAME_REQUIRED')],
    ['lastName', nameProblem(answer('lastName'), 'HOLDER_LAST_NAME_REQUIRED')],
    ['dateOfBirth', birthDateProblem(answer('dateOfBirth'), today, 'at-least-18')],
    ['email', isEmail(answer('email')) ? null : 'HOLDER_EMAIL_INVALID'],
    ['mobile', mobileProblem(mobileDigits(answers, number))],
  ]
  return codes.flatMap(([part, code]) => (code === null ? [] : [{ field: holderField(number, part), code }]))
}

export interface HoldersKnown {
  readonly today: NzDay
  /** Was the postal address found, or typed by hand? */
  readonly postalAddressFound: boolean
}

/** All that keeps step 4 from going on, in the order of the page. */
export function policyholderProblems(answers: Answers, known: HoldersKnown): Problem[] {
  const problems: Problem[] = []
  if (applicantTypeOf(answers) === 'Business' && answerOf(answers, 'businessName') === '')
    problems.push({ field: 'businessName', code: 'BUSINESS_NAME_REQUIRED' })
  for (let number = 1; number <= holderCount(answers); number += 1)
    problems.push(...holderProblems(answers, number, known.today))
  if (!known.postalAddressFound) {
    const typed = answerOf(answers, 'postalAddress') !== ''
    problems.push({ field: 'postalAddress', code: typed ? 'ADDRESS_NOT_FOUND' : 'ADDRESS_REQUIRED' })
  }
  if (paymentMethodOf(answers) === null)
    problems.push({ field: 'paymentMethod', code: 'PAYMENT_METHOD_REQUIRED' })
  // The bank's debits get their start on the next page, where it is asked again.
  if (paymentMethodOf(answers) === 'Credit_Card') problems.push(...paymentStartProblems(answers, known.today))
  return problems
}

/** The policyholders of answers that have no problem; those that cannot be read are left out. */
export function policyholdersOf(answers: Answers): Policyholder[] {
  return Array.from({ length: holderCount(answers) }, (_, index) => index + 1).flatMap(number => {
    const answer = (part: string) => answerOf(answers, holderField(number, part))
    const title = titles.find(known => known === answer('title'))
    const dateOfBirth = parseTypedDay(answer('dateOfBirth'))
    if (!title || !dateOfBirth) return []
    return [
      {
        title,
        firstName: answer('firstName').normalize('NFC'),
        lastName: answer('lastName').normalize('NFC'),
        dateOfBirth,
        email: answer('email'),
        mobile: mobileCodeOf(answers, number) + mobileDigits(answers, number),
      },
    ]
  })
}
