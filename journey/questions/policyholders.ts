/**
 * The form of step 4, and the policyholders and the first debit that its answers give. The request bodies of
 * step 4 and bind use them.
 */
import type { Address } from '#journey/address.ts'
import { type NzDay, parseTypedDay, typedDay } from '#journey/dates.ts'
import { readEmail } from '#journey/email-address.ts'
import { mobileCodes, splitMobile } from '#journey/mobile.ts'
import { isPaymentStart, type PaymentMethod } from '#journey/payment.ts'
import {
  type ApplicantType,
  applicantTypes,
  normalizeName,
  type Policyholder,
  titles,
} from '#journey/people.ts'
import { frequencyOf, startDateOf } from './cover-choice.ts'
import { type PaymentAnswers, paymentMethodOf } from './payment-method.ts'
import type { ValidationError } from './validation-error.ts'

/** Text as the controls of one policyholder hold it; '' is not answered. */
export interface PolicyholderForm {
  readonly title: string
  readonly firstName: string
  readonly lastName: string
  readonly dateOfBirth: string
  readonly email: string
  readonly mobileCode: string
  readonly mobile: string
}

export interface PolicyholdersForm {
  readonly applicantType: string
  readonly businessName: string
  /** 'YES' while policyholder 1 is a copy of the main driver; '' before the step was opened. */
  readonly useMainDriver: string
  /** One to five. */
  readonly policyholders: readonly PolicyholderForm[]
  /** 'YES' while the postal address is a copy of the overnight address; '' before the step was opened. */
  readonly useVehicleAddress: string
  /** One line; the address that was found for it is kept beside the form. */
  readonly postalAddress: string
}

export const emptyPolicyholder: PolicyholderForm = {
  title: '',
  firstName: '',
  lastName: '',
  dateOfBirth: '',
  email: '',
  mobileCode: '',
  mobile: '',
}
export const emptyPolicyholders: PolicyholdersForm = {
  applicantType: '',
  businessName: '',
  useMainDriver: '',
  policyholders: [emptyPolicyholder],
  useVehicleAddress: '',
  postalAddress: '',
}

/** The answers of step 4 as values. */
export interface QuotePolicyholders {
  readonly policyholders: readonly Policyholder[]
  /** '' for private applicants. */
  readonly businessName: string
  readonly postalAddress: Address
  readonly paymentMethod: PaymentMethod | null
  readonly paymentStart: NzDay | null
}

export const applicantTypeOf = ({ applicantType }: PolicyholdersForm): ApplicantType =>
  applicantTypes.find(type => type === applicantType) ?? 'Private'

/** '' for private applicants, also when a name was typed before they changed their mind. */
export const businessNameOf = (form: PolicyholdersForm): string =>
  applicantTypeOf(form) === 'Business' ? form.businessName.trim() : ''

export const mobileCodeOf = ({ mobileCode }: PolicyholderForm): string =>
  mobileCodes.find(code => code === mobileCode) ?? mobileCodes[0]

/** The digits after the code, without the blanks and marks people type between them. */
export const mobileDigits = ({ mobile }: PolicyholderForm): string => mobile.replace(/[\s./()-]/g, '')

/** Only the first debit of instalments can be chosen: a whole year is paid at once. */
const choosesPaymentStart = (answers: PaymentAnswers): boolean =>
  frequencyOf(answers) !== 'ANNUAL' && paymentMethodOf(answers) !== null

/** The typed first debit; '' when it is missing or not allowed: it then follows the policy's start. */
export function paymentStartOf(answers: PaymentAnswers, today: NzDay): NzDay | '' {
  const day = choosesPaymentStart(answers) ? parseTypedDay(answers.payment.paymentStartDate.trim()) : null
  return day && isPaymentStart(day, startDateOf(answers, today)) ? day : ''
}

export type PaymentStartCode = 'PAYMENT_START_RANGE'

export function paymentStartErrors(
  answers: PaymentAnswers,
  today: NzDay,
): ValidationError<PaymentStartCode, 'payment.paymentStartDate'>[] {
  if (!choosesPaymentStart(answers) || answers.payment.paymentStartDate.trim() === '') return []
  return paymentStartOf(answers, today) === ''
    ? [{ field: 'payment.paymentStartDate', code: 'PAYMENT_START_RANGE' }]
    : []
}

/** The policyholders of valid answers; one without a title or a date of birth is left out. */
export const policyholdersOf = ({ policyholders }: PolicyholdersForm): Policyholder[] =>
  policyholders.flatMap(form => {
    const title = titles.find(known => known === form.title)
    const dateOfBirth = parseTypedDay(form.dateOfBirth.trim())
    if (!title || !dateOfBirth) return []
    return [
      {
        title,
        firstName: normalizeName(form.firstName),
        lastName: normalizeName(form.lastName),
        dateOfBirth,
        email: readEmail(form.email.trim()),
        mobile: mobileCodeOf(form) + mobileDigits(form),
      },
    ]
  })

/** The texts of policyholders that were answered before. */
export const policyholdersTexts = ({
  policyholders,
  businessName,
}: Pick<QuotePolicyholders, 'policyholders' | 'businessName'>) => ({
  applicantType: businessName ? 'Business' : 'Private',
  businessName,
  policyholders: policyholders.map(({ dateOfBirth, mobile: digits, ...same }): PolicyholderForm => {
    const [mobileCode, mobile] = splitMobile(digits) ?? ['', digits]
    return { ...same, dateOfBirth: typedDay(dateOfBirth), mobileCode, mobile }
  }),
})
