/** What is wrong with step 4's answers. Step 4 shows these problems. */
import type { Address } from '#journey/address.ts'
import type { NzDay } from '#journey/dates.ts'
import { isEmail, readEmail } from '#journey/email-address.ts'
import { isMobileNumber } from '#journey/mobile.ts'
import { titles } from '#journey/people.ts'
import { type PrintedNameCode, printedNameProblem } from '#journey/printable-text.ts'
import { type BirthDateCode, birthDateProblem } from './date-of-birth.ts'
import { type AddressCode, addressProblem } from './matches-address.ts'
import { paymentMethodOf } from './payment-method.ts'
import { type NameCode, nameProblem } from './person-name.ts'
import {
  applicantTypeOf,
  holderField,
  holderNumbers,
  mobileDigits,
  type PaymentStartCode,
  paymentStartProblems,
} from './policyholders.ts'
import { type Answers, answerOf, type Problem } from './validation-error.ts'

type MobileCode = 'MOBILE_REQUIRED' | 'MOBILE_INVALID'
type HolderCode =
  | 'TITLE_REQUIRED'
  | 'HOLDER_FIRST_NAME_REQUIRED'
  | 'HOLDER_LAST_NAME_REQUIRED'
  | NameCode
  | BirthDateCode
  | 'HOLDER_EMAIL_INVALID'
  | MobileCode
export type PolicyholderCode =
  | 'BUSINESS_NAME_REQUIRED'
  | PrintedNameCode
  | HolderCode
  | AddressCode
  | 'PAYMENT_METHOD_REQUIRED'
  | PaymentStartCode

function mobileProblem(digits: string): MobileCode | null {
  if (digits === '') return 'MOBILE_REQUIRED'
  return isMobileNumber(digits) ? null : 'MOBILE_INVALID'
}

function holderProblems(answers: Answers, number: number, today: NzDay): Problem<HolderCode>[] {
  const answer = (part: string) => answerOf(answers, holderField(number, part))
  const codes: [string, HolderCode | null][] = [
    ['title', titles.some(title => title === answer('title')) ? null : 'TITLE_REQUIRED'],
    ['firstName', nameProblem(answer('firstName'), 'HOLDER_FIRST_NAME_REQUIRED')],
    ['lastName', nameProblem(answer('lastName'), 'HOLDER_LAST_NAME_REQUIRED')],
    ['dateOfBirth', birthDateProblem(answer('dateOfBirth'), today, 'at-least-18')],
    ['email', isEmail(readEmail(answer('email'))) ? null : 'HOLDER_EMAIL_INVALID'],
    ['mobile', mobileProblem(mobileDigits(answers, number))],
  ]
  return codes.flatMap(([part, code]) => (code === null ? [] : [{ field: holderField(number, part), code }]))
}

export interface HoldersKnown {
  readonly today: NzDay
  /** The postal address that was found or typed by hand whole, if any was. */
  readonly postalAddress: Address | undefined
  /** Its search found nothing, and emptied the field. */
  readonly isAddressMissed?: boolean
}

/** All that keeps step 4 from going on, in the order of the page. */
export function policyholderProblems(answers: Answers, known: HoldersKnown): Problem<PolicyholderCode>[] {
  const problems: Problem<PolicyholderCode>[] = []
  if (applicantTypeOf(answers) === 'Business') {
    const code = printedNameProblem(answerOf(answers, 'businessName'), 'BUSINESS_NAME_REQUIRED')
    if (code) problems.push({ field: 'businessName', code })
  }
  for (const number of holderNumbers(answers)) problems.push(...holderProblems(answers, number, known.today))
  const postal = addressProblem(
    answerOf(answers, 'postalAddress'),
    known.postalAddress,
    known.isAddressMissed,
  )
  if (postal) problems.push({ field: 'postalAddress', code: postal })
  if (paymentMethodOf(answers) === null)
    problems.push({ field: 'paymentMethod', code: 'PAYMENT_METHOD_REQUIRED' })
  // The bank's debits get their start on the next page, where it is asked again.
  if (paymentMethodOf(answers) === 'Credit_Card') problems.push(...paymentStartProblems(answers, known.today))
  return problems
}
