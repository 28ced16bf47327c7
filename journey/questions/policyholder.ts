/**
 * Converts the form strings of step 4 (policyholder) to values and back, and compares copied answers with their
 * originals.
 */
import { type Address, addressText } from '#journey/address.ts'
import { formatDay, type NzDay, parseTypedDay } from '#journey/dates.ts'
import { parseEmail } from '#journey/email-address.ts'
import { mobilePrefixes, splitMobile } from '#journey/mobile.ts'
import { isPaymentStart, type PaymentMethod } from '#journey/payment.ts'
import {
  type ApplicantType,
  applicantTypes,
  nameKey,
  normalizeName,
  type Policyholder,
  titles,
} from '#journey/people.ts'
import {
  type DriverForm,
  type DriversForm,
  type PaymentAnswers,
  type PolicyholderForm,
  type PolicyholdersForm,
  paymentMethodOf,
} from './form-answers.ts'
import { frequencyOf, startDateOf } from './quote.ts'
import type { ValidationError } from './validation-error.ts'

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

/** '' for private applicants, also if a name was typed before. */
export const businessNameOf = (form: PolicyholdersForm): string =>
  applicantTypeOf(form) === 'Business' ? form.businessName.trim() : ''

export const mobilePrefixOf = ({ mobileCode }: PolicyholderForm): string =>
  mobilePrefixes.find(code => code === mobileCode) ?? mobilePrefixes[0]

/** The digits after the prefix, without the separators that people type between them. */
export const mobileDigits = ({ mobile }: PolicyholderForm): string => mobile.replace(/[\s./()-]/g, '')

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
        email: parseEmail(form.email.trim()),
        mobile: mobilePrefixOf(form) + mobileDigits(form),
      },
    ]
  })

/** The form strings of policyholders. */
export const toPolicyholdersForm = ({
  policyholders,
  businessName,
}: Pick<QuotePolicyholders, 'policyholders' | 'businessName'>) => ({
  applicantType: businessName ? 'Business' : 'Private',
  businessName,
  policyholders: policyholders.map(({ dateOfBirth, mobile: digits, ...same }): PolicyholderForm => {
    const [mobileCode, mobile] = splitMobile(digits) ?? ['', digits]
    return { ...same, dateOfBirth: formatDay(dateOfBirth), mobileCode, mobile }
  }),
})

type Copied = Pick<DriverForm & PolicyholderForm, 'firstName' | 'lastName' | 'dateOfBirth'>
interface CopiedAnswers {
  readonly driver: DriversForm
  readonly policyholders: PolicyholdersForm
}

/** The answers that policyholder 1 copies from the main driver. */
export const copyOfDriver = ({ firstName, lastName, dateOfBirth }: Copied): Copied => ({
  firstName,
  lastName,
  dateOfBirth,
})

const isSame = (copy: string, original: string) => nameKey(copy) !== '' && nameKey(copy) === nameKey(original)

/** True while policyholder 1 equals the main driver: either may change after the copy. An empty field is no copy. */
export function isMainDriver({ driver, policyholders }: CopiedAnswers): boolean {
  const [original] = driver.drivers
  const [copy] = policyholders.policyholders
  return (
    original !== undefined &&
    copy !== undefined &&
    isSame(copy.firstName, original.firstName) &&
    isSame(copy.lastName, original.lastName) &&
    isSame(copy.dateOfBirth, original.dateOfBirth)
  )
}

export const isVehicleAddress = (
  { postalAddress }: PolicyholdersForm,
  riskAddress: Address | undefined,
): boolean => riskAddress !== undefined && postalAddress.trim() === addressText(riskAddress)

/** The copies whose original changed after the copy was made. */
export interface StaleCopies {
  readonly isDriverCopyStale?: true
  readonly isAddressCopyStale?: true
}

/** The switches that are on although their copy no longer equals its original. */
export function staleCopies(answers: CopiedAnswers, riskAddress: Address | undefined): StaleCopies {
  const { useMainDriver, useVehicleAddress } = answers.policyholders
  const isAddress = isVehicleAddress(answers.policyholders, riskAddress)
  return {
    ...(useMainDriver === 'YES' && !isMainDriver(answers) && { isDriverCopyStale: true }),
    ...(useVehicleAddress === 'YES' && !isAddress && { isAddressCopyStale: true }),
  }
}

/** Only the first debit of instalments can be chosen: a whole year is paid at once. */
const choosesPaymentStart = (answers: PaymentAnswers): boolean =>
  frequencyOf(answers) !== 'ANNUAL' && paymentMethodOf(answers) !== null

/** The typed first debit; '' when it is missing or not allowed: it then follows the policy's start. */
export function paymentStartOf(answers: PaymentAnswers, today: NzDay): NzDay | '' {
  const day = choosesPaymentStart(answers) ? parseTypedDay(answers.payment.paymentStartDate.trim()) : null
  return day && isPaymentStart(day, startDateOf(answers, today)) ? day : ''
}

export type PaymentStartErrorCode = 'PAYMENT_START_RANGE'

export function paymentStartErrors(
  answers: PaymentAnswers,
  today: NzDay,
): ValidationError<PaymentStartErrorCode, 'payment.paymentStartDate'>[] {
  if (!choosesPaymentStart(answers) || answers.payment.paymentStartDate.trim() === '') return []
  return paymentStartOf(answers, today) === ''
    ? [{ field: 'payment.paymentStartDate', code: 'PAYMENT_START_RANGE' }]
    : []
}
