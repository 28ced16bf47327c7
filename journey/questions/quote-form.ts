/**
 * The customer's answers on all pages as one nested form of texts, the typed path of a field, and reading and
 * writing by path. The draft store holds one.
 */
import { type CarForm, emptyCar } from './car.ts'
import { type CoverForm, emptyCover } from './cover-choice.ts'
import { type DriversForm, emptyDrivers } from './driver.ts'
import { emptyOwner, type OwnerForm } from './identity.ts'
import { emptyPayment, type PaymentForm } from './payment-method.ts'
import { emptyPolicyholders, type PolicyholdersForm } from './policyholders.ts'
import { type EmailForm, emptyEmail } from './quote-email.ts'
import type { PathsIn } from './validation-error.ts'

/** An address typed by hand. */
export interface ManualAddressForm {
  readonly addressLine1: string
  readonly addressLine2: string
  readonly suburb: string
  readonly city: string
  readonly postcode: string
}
const emptyAddress: ManualAddressForm = {
  addressLine1: '',
  addressLine2: '',
  suburb: '',
  city: '',
  postcode: '',
}

export interface QuoteForm {
  readonly car: CarForm
  readonly driver: DriversForm
  readonly cover: CoverForm
  readonly policyholders: PolicyholdersForm
  readonly payment: PaymentForm
  /** The forms below belong to dialogs and to the start page: they are not answers of a step. */
  readonly owner: OwnerForm
  readonly email: EmailForm
  readonly manualRisk: ManualAddressForm
  readonly manualPostal: ManualAddressForm
}

export const emptyQuoteForm: QuoteForm = {
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

/** The path of one text: 'driver.drivers.0.dateOfBirth'. Items of a list count from 0. */
export type FieldPath = PathsIn<QuoteForm>

type Branch = { readonly [key: string]: unknown }
const isBranch = (value: unknown): value is Branch => typeof value === 'object' && value !== null

/** The text of a field; '' for an item of a list that does not exist. */
export function textAt(form: QuoteForm, path: FieldPath): string {
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

/** The form with another text in one field. Sections without that field stay the same objects. */
export const withText = (form: QuoteForm, path: FieldPath, text: string): QuoteForm =>
  withValue(form, path.split('.'), text) as QuoteForm
