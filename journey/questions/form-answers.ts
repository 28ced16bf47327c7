/** All answers of all pages as one nested object of strings, where '' means not answered; the draft holds one. */
import type { PaymentMethod } from '#journey/payment-methods.ts'
import type { FieldPaths } from './validation-error.ts'
import { toIndicatorForm } from './yes-no-questions.ts'

export const emptyCar = {
  plate: '',
  transmission: '',
  vehicleKey: '',
  ...toIndicatorForm('car'),
  isFinanced: '',
  financeCompany: '',
  /** One line; the address that was found for it is stored beside the form. */
  riskAddress: '',
  carValue: '',
}
export type CarForm = Readonly<typeof emptyCar>

export const emptyIncident = { claimCode: '', month: '', year: '' }
export type IncidentForm = Readonly<typeof emptyIncident>

export const emptyDriver = {
  firstName: '',
  lastName: '',
  dateOfBirth: '',
  incidentCount: '',
  /** The rows that were filled in; `incidentsOf` gives the rows that the count shows. */
  incidents: [] as readonly IncidentForm[],
}
export type DriverForm = Readonly<typeof emptyDriver>

export const emptyDrivers = {
  ...toIndicatorForm('drivers'),
  /** One to five; the first is the main driver. */
  drivers: [emptyDriver] as readonly DriverForm[],
}
export type DriversForm = Readonly<typeof emptyDrivers>

export const emptyCover = {
  cover: '',
  /** The car value typed in step 3; it counts after 'Update car value' copies it to the car. */
  quoteCarValue: '',
  /** The car value that `quoteCarValue` was typed over. */
  quoteValueOver: '',
  voluntaryExcess: '',
  excessFreeWindow: '',
  hireCar: '',
  roadsideAssistance: '',
  frequency: '',
  startDate: '',
  /** A search for another overnight address; the car's address stays until one is found. */
  quoteAddress: '',
  declaration: '',
}
export type CoverForm = Readonly<typeof emptyCover>

export const emptyPolicyholder = {
  title: '',
  firstName: '',
  lastName: '',
  dateOfBirth: '',
  email: '',
  mobileCode: '',
  mobile: '',
}
export type PolicyholderForm = Readonly<typeof emptyPolicyholder>

export const emptyPolicyholders = {
  applicantType: '',
  businessName: '',
  /** 'YES' while policyholder 1 is a copy of the main driver; '' before the step was opened. */
  useMainDriver: '',
  /** One to five. */
  policyholders: [emptyPolicyholder] as readonly PolicyholderForm[],
  /** 'YES' while the postal address is a copy of the overnight address; '' before the step was opened. */
  useVehicleAddress: '',
  /** One line; the address that was found for it is stored beside the form. */
  postalAddress: '',
}
export type PolicyholdersForm = Readonly<typeof emptyPolicyholders>

/** The bank account of step 5. It is never stored in the browser. */
export const emptyBank = { accountName: '', accountNumber: '', accountAuthorizer: '', authorised: '' }
export type BankForm = Readonly<typeof emptyBank>

export const emptyPayment = {
  paymentMethod: '',
  paymentStartDate: '',
  bank: emptyBank as BankForm,
  directTerms: '',
}
export type PaymentForm = Readonly<typeof emptyPayment>

/** The details that only the owner of a quote knows. */
const emptyOwner = { quoteNumber: '', dateOfBirth: '', postcode: '' }
export type RetrieveQuoteForm = Readonly<typeof emptyOwner>

const emptyAddress = { addressLine1: '', addressLine2: '', suburb: '', city: '', postcode: '' }
export type ManualAddressForm = Readonly<typeof emptyAddress>

const emptyEmail = { quoteEmail: '' }
export type EmailForm = Readonly<typeof emptyEmail>

export interface FormAnswers {
  readonly car: CarForm
  readonly driver: DriversForm
  readonly cover: CoverForm
  readonly policyholders: PolicyholdersForm
  readonly payment: PaymentForm
  /** The forms below belong to dialogs and to the start page: they are not answers of a step. */
  readonly owner: RetrieveQuoteForm
  readonly email: EmailForm
  readonly manualRisk: ManualAddressForm
  readonly manualPostal: ManualAddressForm
}

export const emptyFormAnswers: FormAnswers = {
  car: emptyCar,
  driver: emptyDrivers,
  cover: emptyCover,
  policyholders: emptyPolicyholders,
  payment: emptyPayment,
  owner: emptyOwner,
  email: emptyEmail,
  manualRisk: emptyAddress,
  manualPostal: emptyAddress,
}

export interface PaymentAnswers {
  readonly cover: CoverForm
  readonly payment: PaymentForm
}

/** Null until chosen. A whole year is paid by card only. */
export function paymentMethodOf({ cover, payment }: PaymentAnswers): PaymentMethod | null {
  if (cover.frequency === 'ANNUAL') return 'Credit_Card'
  const chosen = payment.paymentMethod
  return chosen === 'Credit_Card' || chosen === 'BANK_TRANSFER' ? chosen : null
}

export type FieldPath = FieldPaths<FormAnswers>

type Branch = { readonly [key: string]: unknown }
const isBranch = (value: unknown): value is Branch => typeof value === 'object' && value !== null

/** The text of a field; '' for an item of a list that does not exist. */
export function getFieldValue(form: FormAnswers, path: FieldPath): string {
  let value: unknown = form
  for (const key of path.split('.')) value = isBranch(value) ? value[key] : undefined
  return typeof value === 'string' ? value : ''
}

function withValue(value: unknown, keys: readonly string[], text: string): unknown {
  const [key, ...rest] = keys
  if (key === undefined) return text
  if (Array.isArray(value)) {
    const items = [...value]
    items[Number(key)] = withValue(items[Number(key)], rest, text)
    return items
  }
  return {
    ...(isBranch(value) ? value : {}),
    [key]: withValue(isBranch(value) ? value[key] : undefined, rest, text),
  }
}

/** A copy of the form with one changed field. Other sections stay the same objects. */
export const setFieldValue = (form: FormAnswers, path: FieldPath, text: string): FormAnswers =>
  withValue(form, path.split('.'), text) as FormAnswers
