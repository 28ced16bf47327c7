/** Validates the answers of step 4 (policyholder): applicant, people, postal address and payment method. */
import { type Address, type AddressErrorCode, addressError } from '#journey/address.ts'
import type { NzDay } from '#journey/dates.ts'
import { isEmail, parseEmail } from '#journey/email-address.ts'
import { isSubscriberNumber } from '#journey/mobile.ts'
import { titles } from '#journey/people.ts'
import { type PrintableNameErrorCode, printableNameError } from '#journey/printable-text.ts'
import {
  type PaymentAnswers,
  type PolicyholderForm,
  type PolicyholdersForm,
  paymentMethodOf,
} from './form-answers.ts'
import {
  type DateOfBirthErrorCode,
  dateOfBirthError,
  type NameErrorCode,
  nameError,
} from './person-errors.ts'
import {
  applicantTypeOf,
  mobileDigits,
  type PaymentStartErrorCode,
  paymentStartErrors,
} from './policyholder.ts'
import { type FieldPaths, toValidationErrors, type ValidationError } from './validation-error.ts'

type MobileErrorCode = 'MOBILE_REQUIRED' | 'MOBILE_INVALID'
type PersonErrorCode =
  | 'TITLE_REQUIRED'
  | 'HOLDER_FIRST_NAME_REQUIRED'
  | 'HOLDER_LAST_NAME_REQUIRED'
  | NameErrorCode
  | DateOfBirthErrorCode
  | 'HOLDER_EMAIL_INVALID'
  | MobileErrorCode
export type PolicyholderErrorCode =
  | 'BUSINESS_NAME_REQUIRED'
  | PrintableNameErrorCode
  | PersonErrorCode
  | AddressErrorCode
  | 'PAYMENT_METHOD_REQUIRED'
  | PaymentStartErrorCode
type PolicyholderField =
  | `policyholders.${FieldPaths<PolicyholdersForm>}`
  | 'payment.paymentMethod'
  | 'payment.paymentStartDate'
type Found = readonly [field: PolicyholderField, code: PolicyholderErrorCode | null]

function mobileError(digits: string): MobileErrorCode | null {
  if (digits === '') return 'MOBILE_REQUIRED'
  return isSubscriberNumber(digits) ? null : 'MOBILE_INVALID'
}

function personErrors(form: PolicyholderForm, index: number, today: NzDay): Found[] {
  const at = `policyholders.policyholders.${index}` as const
  return [
    [`${at}.title`, titles.some(title => title === form.title) ? null : 'TITLE_REQUIRED'],
    [`${at}.firstName`, nameError(form.firstName, 'HOLDER_FIRST_NAME_REQUIRED')],
    [`${at}.lastName`, nameError(form.lastName, 'HOLDER_LAST_NAME_REQUIRED')],
    [`${at}.dateOfBirth`, dateOfBirthError(form.dateOfBirth, today, 'at-least-18')],
    [`${at}.email`, isEmail(parseEmail(form.email.trim())) ? null : 'HOLDER_EMAIL_INVALID'],
    [`${at}.mobile`, mobileError(mobileDigits(form))],
  ]
}

export interface PolicyholderLookups {
  readonly today: NzDay
  /** The postal address that was found or typed in full by hand. */
  readonly postalAddress: Address | undefined
  /** The address search found nothing and cleared the field. */
  readonly isAddressMissed?: boolean
}

/** All errors of step 4, in page order. */
export function policyholderErrors(
  answers: PaymentAnswers & { readonly policyholders: PolicyholdersForm },
  known: PolicyholderLookups,
): ValidationError<PolicyholderErrorCode, PolicyholderField>[] {
  const { policyholders: form } = answers
  const method = paymentMethodOf(answers)
  const businessName =
    applicantTypeOf(form) === 'Business'
      ? printableNameError(form.businessName.trim(), 'BUSINESS_NAME_REQUIRED')
      : null
  const address = addressError(form.postalAddress.trim(), known.postalAddress, known.isAddressMissed)
  return [
    ...toValidationErrors<PolicyholderErrorCode, PolicyholderField>([
      ['policyholders.businessName', businessName],
      ...form.policyholders.flatMap((person, index) => personErrors(person, index, known.today)),
      ['policyholders.postalAddress', address],
      ['payment.paymentMethod', method === null ? 'PAYMENT_METHOD_REQUIRED' : null],
    ]),
    // For a bank account, step 5 (payment) asks for the first debit.
    ...(method === 'Credit_Card' ? paymentStartErrors(answers, known.today) : []),
  ]
}
