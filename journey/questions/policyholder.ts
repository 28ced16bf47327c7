/** Validates the answers of step 4. */
import type { Address } from '#journey/address.ts'
import type { NzDay } from '#journey/dates.ts'
import { isEmail, readEmail } from '#journey/email-address.ts'
import { isMobileNumber } from '#journey/mobile.ts'
import { titles } from '#journey/people.ts'
import { type PrintableNameCode, printableNameError } from '#journey/printable-text.ts'
import { type DateOfBirthCode, dateOfBirthError } from './date-of-birth.ts'
import { type AddressCode, addressError } from './matches-address.ts'
import { paymentMethodOf } from './payment-method.ts'
import { type NameCode, nameError } from './person-name.ts'
import {
  applicantTypeOf,
  mobileDigits,
  type PaymentStartCode,
  paymentStartErrors,
  policyholderField,
  policyholderNumbers,
} from './policyholders.ts'
import { type Answers, answerOf, type ValidationError } from './validation-error.ts'

type MobileCode = 'MOBILE_REQUIRED' | 'MOBILE_INVALID'
type HolderCode =
  | 'TITLE_REQUIRED'
  | 'HOLDER_FIRST_NAME_REQUIRED'
  | 'HOLDER_LAST_NAME_REQUIRED'
  | NameCode
  | DateOfBirthCode
  | 'HOLDER_EMAIL_INVALID'
  | MobileCode
export type PolicyholderCode =
  | 'BUSINESS_NAME_REQUIRED'
  | PrintableNameCode
  | HolderCode
  | AddressCode
  | 'PAYMENT_METHOD_REQUIRED'
  | PaymentStartCode

function mobileProblem(digits: string): MobileCode | null {
  if (digits === '') return 'MOBILE_REQUIRED'
  return isMobileNumber(digits) ? null : 'MOBILE_INVALID'
}

function holderProblems(answers: Answers, number: number, today: NzDay): ValidationError<HolderCode>[] {
  const answer = (part: string) => answerOf(answers, policyholderField(number, part))
  const codes: [string, HolderCode | null][] = [
    ['title', titles.some(title => title === answer('title')) ? null : 'TITLE_REQUIRED'],
    ['firstName', nameError(answer('firstName'), 'HOLDER_FIRST_NAME_REQUIRED')],
    ['lastName', nameError(answer('lastName'), 'HOLDER_LAST_NAME_REQUIRED')],
    ['dateOfBirth', dateOfBirthError(answer('dateOfBirth'), today, 'at-least-18')],
    ['email', isEmail(readEmail(answer('email'))) ? null : 'HOLDER_EMAIL_INVALID'],
    ['mobile', mobileProblem(mobileDigits(answers, number))],
  ]
  return codes.flatMap(([part, code]) =>
    code === null ? [] : [{ field: policyholderField(number, part), code }],
  )
}

export interface PolicyholderLookups {
  readonly today: NzDay
  /** The postal address that was found or typed by hand whole, if any was. */
  readonly postalAddress: Address | undefined
  /** The address search found nothing and cleared the field. */
  readonly isAddressMissed?: boolean
}

/** All errors of step 4, in page order. */
export function policyholderErrors(
  answers: Answers,
  known: PolicyholderLookups,
): ValidationError<PolicyholderCode>[] {
  const problems: ValidationError<PolicyholderCode>[] = []
  if (applicantTypeOf(answers) === 'Business') {
    const code = printableNameError(answerOf(answers, 'businessName'), 'BUSINESS_NAME_REQUIRED')
    if (code) problems.push({ field: 'businessName', code })
  }
  for (const number of policyholderNumbers(answers))
    problems.push(...holderProblems(answers, number, known.today))
  const postal = addressError(answerOf(answers, 'postalAddress'), known.postalAddress, known.isAddressMissed)
  if (postal) problems.push({ field: 'postalAddress', code: postal })
  if (paymentMethodOf(answers) === null)
    problems.push({ field: 'paymentMethod', code: 'PAYMENT_METHOD_REQUIRED' })
  // The bank's debits get their start on the next page, where it is asked again.
  if (paymentMethodOf(answers) === 'Credit_Card') problems.push(...paymentStartErrors(answers, known.today))
  return problems
}
