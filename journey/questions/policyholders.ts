/**
 * Turns the answers of step 4 into policyholders and a first debit, for the request bodies of step 4 and
 * bind.
 */
import { type NzDay, parseTypedDay } from '#journey/dates.ts'
import { readEmail } from '#journey/email-address.ts'
import { mobileCodes } from '#journey/mobile.ts'
import { isPaymentStart } from '#journey/payment.ts'
import {
  type ApplicantType,
  applicantTypes,
  maximumPolicyholders,
  normalizeName,
  type Policyholder,
  titles,
} from '#journey/people.ts'
import { frequencyOf, startDateOf } from './cover-choice.ts'
import { paymentMethodOf } from './payment-method.ts'
import { type Answers, answerOf, type ValidationError } from './validation-error.ts'

export const applicantTypeOf = (answers: Answers): ApplicantType =>
  applicantTypes.find(type => type === answerOf(answers, 'applicantType')) ?? 'Private'

/** 1 to 5. */
export function policyholderCount(answers: Answers): number {
  const count = Number(answerOf(answers, 'policyholderCount'))
  return Number.isInteger(count) && count >= 1 && count <= maximumPolicyholders ? count : 1
}

export const policyholderNumbers = (answers: Answers): number[] =>
  Array.from({ length: policyholderCount(answers) }, (_, index) => index + 1)

/** 'policyholder2.email'; policyholders count from 1. */
export const policyholderField = (number: number, part: string): string => `policyholder${number}.${part}`

export const mobileCodeOf = (answers: Answers, number: number): string =>
  mobileCodes.find(code => code === answerOf(answers, policyholderField(number, 'mobileCode'))) ??
  mobileCodes[0]

/** The digits after the code, without the blanks and marks people type between them. */
export const mobileDigits = (answers: Answers, number: number): string =>
  answerOf(answers, policyholderField(number, 'mobile')).replace(/[\s./()-]/g, '')

/** May the first debit be chosen? Only of instalments: a whole year is paid at once. */
const choosesPaymentStart = (answers: Answers): boolean =>
  frequencyOf(answers) !== 'ANNUAL' && paymentMethodOf(answers) !== null

/** The first debit typed; '' when none was that can be, so that it follows the policy's start. */
export function paymentStartOf(answers: Answers, today: NzDay): NzDay | '' {
  const day = choosesPaymentStart(answers) ? parseTypedDay(answerOf(answers, 'paymentStartDate')) : null
  return day && isPaymentStart(day, startDateOf(answers, today)) ? day : ''
}

export type PaymentStartCode = 'PAYMENT_START_RANGE'

export function paymentStartErrors(answers: Answers, today: NzDay): ValidationError<PaymentStartCode>[] {
  if (!choosesPaymentStart(answers) || answerOf(answers, 'paymentStartDate') === '') return []
  return paymentStartOf(answers, today) === ''
    ? [{ field: 'paymentStartDate', code: 'PAYMENT_START_RANGE' }]
    : []
}

/** The policyholders of answers that have no problem; those that cannot be read are left out. */
export function policyholdersOf(answers: Answers): Policyholder[] {
  return policyholderNumbers(answers).flatMap(number => {
    const answer = (part: string) => answerOf(answers, policyholderField(number, part))
    const title = titles.find(known => known === answer('title'))
    const dateOfBirth = parseTypedDay(answer('dateOfBirth'))
    if (!title || !dateOfBirth) return []
    return [
      {
        title,
        firstName: normalizeName(answer('firstName')),
        lastName: normalizeName(answer('lastName')),
        dateOfBirth,
        email: readEmail(answer('email')),
        mobile: mobileCodeOf(answers, number) + mobileDigits(answers, number),
      },
    ]
  })
}
