/** The answers of step 4 (policyholder): conversion between form strings and values, errors, and outdated copies. */
import { type Address, type AddressErrorCode, addressError, addressText } from '#journey/address.ts'
import { formatDay, type NzDay, parseTypedDay } from '#journey/dates.ts'
import { isEmail, parseEmail } from '#journey/email-address.ts'
import { isAllowedFirstDebit } from '#journey/first-debit.ts'
import { type FreeTextNameErrorCode, freeTextNameError } from '#journey/links-and-card-numbers.ts'
import { isSubscriberNumber, mobilePrefixes, splitMobile } from '#journey/mobile.ts'
import type { PaymentMethod } from '#journey/payment-methods.ts'
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
import {
  type DateOfBirthErrorCode,
  dateOfBirthError,
  type NameErrorCode,
  nameError,
} from './person-errors.ts'
import { frequencyOf, startDateOf } from './quote.ts'
import { type FieldPaths, toValidationErrors, type ValidationError } from './validation-error.ts'

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
const mobileDigits = ({ mobile }: PolicyholderForm): string => mobile.replace(/[\s./()-]/g, '')

/** The policyholders of valid answers; one without a title or a date of birth is left out. */
export const policyholdersOf = ({ policyholders }: PolicyholdersForm): Policyholder[] =>
  policyholders.flatMap(form => {
    const title = titles.find(known => known === form.title)
    const dateOfBirth = parseTypedDay(form.dateOfBirth)
    if (!title || !dateOfBirth) return []
    return [
      {
        title,
        firstName: normalizeName(form.firstName),
        lastName: normalizeName(form.lastName),
        dateOfBirth,
        email: parseEmail(form.email),
        mobile: mobilePrefixOf(form) + mobileDigits(form),
      },
    ]
  })

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

const copiedFields = ['firstName', 'lastName', 'dateOfBirth'] as const
type Copied = Pick<DriverForm, (typeof copiedFields)[number]>
interface CopiedAnswers {
  readonly driver: DriversForm
  readonly policyholders: PolicyholdersForm
}

export const answersCopiedFromDriver = ({ firstName, lastName, dateOfBirth }: Copied): Copied => ({
  firstName,
  lastName,
  dateOfBirth,
})

const isSame = (copy: string, original: string) => nameKey(copy) !== '' && nameKey(copy) === nameKey(original)

/** True while policyholder 1 equals the main driver: either may change after the copy. An empty field is no copy. */
export function isFirstPolicyholderMainDriver({ driver, policyholders }: CopiedAnswers): boolean {
  const [original] = driver.drivers
  const [copy] = policyholders.policyholders
  return copiedFields.every(field => isSame(copy?.[field] ?? '', original?.[field] ?? ''))
}

export const isPostalAddressRiskAddress = (
  { postalAddress }: PolicyholdersForm,
  riskAddress: Address | undefined,
): boolean => riskAddress !== undefined && postalAddress.trim() === addressText(riskAddress)

export interface OutdatedCopiedAnswers {
  readonly isDriverCopyOutdated?: true
  readonly isAddressCopyOutdated?: true
}

/** The switches that are on although their copy no longer equals its original. */
export function findOutdatedCopiedAnswers(
  answers: CopiedAnswers,
  riskAddress: Address | undefined,
): OutdatedCopiedAnswers {
  const { useMainDriver, useVehicleAddress } = answers.policyholders
  const isAddress = isPostalAddressRiskAddress(answers.policyholders, riskAddress)
  return {
    ...(useMainDriver === 'YES' && !isFirstPolicyholderMainDriver(answers) && { isDriverCopyOutdated: true }),
    ...(useVehicleAddress === 'YES' && !isAddress && { isAddressCopyOutdated: true }),
  }
}

/** Only the first debit of instalments can be chosen: a whole year is paid at once. */
const choosesPaymentStart = (answers: PaymentAnswers): boolean =>
  frequencyOf(answers) !== 'ANNUAL' && paymentMethodOf(answers) !== null

/** The typed first debit; '' when it is missing or not allowed: it then follows the policy's start. */
export function paymentStartOf(answers: PaymentAnswers, today: NzDay): NzDay | '' {
  const day = choosesPaymentStart(answers) ? parseTypedDay(answers.payment.paymentStartDate) : null
  return day && isAllowedFirstDebit(day, startDateOf(answers, today)) ? day : ''
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
  | FreeTextNameErrorCode
  | PersonErrorCode
  | AddressErrorCode
  | 'PAYMENT_METHOD_REQUIRED'
  | PaymentStartErrorCode
type PolicyholderField =
  | `policyholders.${FieldPaths<PolicyholdersForm>}`
  | 'payment.paymentMethod'
  | 'payment.paymentStartDate'
type Found = readonly [field: PolicyholderField, code: PolicyholderErrorCode | null]

/**
 * True if the field seems to hold a code of its own: '021 12345', or '27 123 456', whose six digits are the shortest
 * number. After the chosen code they would be another number. Without a blank they are accepted.
 */
function beginsWithCode(mobile: string): boolean {
  const [code = '', ...rest] = mobile.match(/\d+/g) ?? []
  const isCode = (digits: string) => mobilePrefixes.some(known => known === digits)
  return rest.length > 0 && (isCode(code) || (isCode(`0${code}`) && rest.join('').length === 6))
}

function mobileError(form: PolicyholderForm): MobileErrorCode | null {
  const digits = mobileDigits(form)
  if (digits === '') return 'MOBILE_REQUIRED'
  return isSubscriberNumber(digits) && !beginsWithCode(form.mobile) ? null : 'MOBILE_INVALID'
}

function personErrors(form: PolicyholderForm, index: number, today: NzDay): Found[] {
  const at = `policyholders.policyholders.${index}` as const
  return [
    [`${at}.title`, titles.some(title => title === form.title) ? null : 'TITLE_REQUIRED'],
    [`${at}.firstName`, nameError(form.firstName, 'HOLDER_FIRST_NAME_REQUIRED')],
    [`${at}.lastName`, nameError(form.lastName, 'HOLDER_LAST_NAME_REQUIRED')],
    [`${at}.dateOfBirth`, dateOfBirthError(form.dateOfBirth, today, 'at-least-18')],
    [`${at}.email`, isEmail(parseEmail(form.email)) ? null : 'HOLDER_EMAIL_INVALID'],
    [`${at}.mobile`, mobileError(form)],
  ]
}

export interface PolicyholderErrorContext {
  readonly today: NzDay
  readonly postalAddress: Address | undefined
  /** The address search found nothing and cleared the field. */
  readonly isAddressMissed?: boolean
}

export function policyholderErrors(
  answers: PaymentAnswers & { readonly policyholders: PolicyholdersForm },
  known: PolicyholderErrorContext,
): ValidationError<PolicyholderErrorCode, PolicyholderField>[] {
  const { policyholders: form } = answers
  const method = paymentMethodOf(answers)
  const businessName =
    applicantTypeOf(form) === 'Business'
      ? freeTextNameError(form.businessName.trim(), 'BUSINESS_NAME_REQUIRED')
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
