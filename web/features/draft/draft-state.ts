/** The type of the draft's state other than the answers: results of calls, and the furthest step reached. */
import type { ResponseOf } from '#contract/endpoints.ts'
import type { Address } from '#journey/address.ts'
import { normalizePlate, type ValueBand } from '#journey/plate-and-car-value.ts'
import type { AcceptedIncidents } from '#journey/questions/driver.ts'
import type { CarForm, DriverForm, PolicyholderForm } from '#journey/questions/form-answers.ts'
import type { OutdatedCopiedAnswers } from '#journey/questions/policyholder.ts'
import type { Step } from '#journey/steps.ts'

type Attributes = ResponseOf<'quoteAmend'>['data']['attributes']

/** The attributes that create (step 2), amend and retrieve send; the pages need only those that the specification names. */
export type QuoteAttributes = Partial<Attributes> &
  Pick<Attributes, 'policyComponent' | 'policyDetails' | 'policyHistory'>

export interface LookedUpModel {
  readonly vehicleKey: string
  readonly vehicleDescription: string
}

/** The result of the model look-up and its request: it says nothing about another car. */
export interface FoundModels {
  readonly plate: string
  readonly transmission: string
  /** Empty when no model was found. */
  readonly models: readonly LookedUpModel[]
  /** The insurer does not take this car. */
  readonly notInsurable?: boolean
}

export interface DraftState extends OutdatedCopiedAnswers {
  readonly quoteId?: string
  readonly quoteNumber?: string
  readonly registeredPlate?: string
  readonly foundModels?: FoundModels
  readonly valueBand?: ValueBand & { readonly vehicleKey: string }
  readonly riskAddress?: Address
  /** The car or its address differs from what the server has: it is saved before the next price. */
  readonly isCarUnsaved?: boolean
  readonly postalAddress?: Address
  /** Step 4 was changed after it was last saved, or never saved for this quote: step 5 is locked. */
  readonly arePolicyholdersUnsaved?: boolean
  /** The address field whose last search found nothing and emptied it. */
  readonly addressNotFoundIn?: AddressFieldPath
  readonly quote?: QuoteAttributes
  /** The incidents of each driver that the quote was made of. */
  readonly acceptedIncidents?: AcceptedIncidents
  /** Step 2 created the quote, and step 3 has not amended it yet. */
  readonly needsAmend?: boolean
  /** The insurer gives no price online: the customer has to call. */
  readonly isReferred?: boolean
  readonly furthestStep?: Step
  /** The customer closed the important information of step 1 (car). */
  readonly hasReadImportantInformation?: boolean
  /** The last bind found a newer quote than the shown one, or a start of cover in the past. */
  readonly isQuoteOutdated?: boolean
  readonly policyNumber?: string
  /** The quote that this tab opened a card page for. */
  readonly cardPageQuoteId?: string
  /** The edition of the direct debit terms shown last: the customer agrees to that edition. */
  readonly termsVersion?: string
  readonly quoteEmailed?: string
  /** The address that 'Email my quote' suggested; it follows policyholder 1's until another is typed. */
  readonly suggestedEmail?: string
  /** The customer came back from the card page without paying. */
  readonly isPaymentCancelled?: boolean
  readonly needsIdentityCheck?: boolean
  /** The declaration for this price was not agreed to yet: it is required before payment. */
  readonly needsDeclaration?: boolean
  /** From the partner's link: another plate is registered with the same partner and source. */
  readonly partnerId?: string
  readonly source?: string
  /** The answers that a partner sent about the applicant, to be confirmed. */
  readonly prefilled?: Prefilled
  /** Whole dollars of a partner's quote whose field we cleared. Sent when only the address changes. */
  readonly clearedValueDollars?: number
}

/** The fields whose address is searched for. */
export type AddressFieldPath = 'car.riskAddress' | 'cover.quoteAddress' | 'policyholders.postalAddress'

/** Answers about the applicant by person: the main driver and policyholder 1. */
export interface Prefilled {
  readonly driver: Partial<DriverForm>
  readonly policyholder: Partial<PolicyholderForm>
}

const foundFor = (car: CarForm, { foundModels: found }: DraftState): FoundModels | null =>
  found?.plate === normalizePlate(car.plate) && found.transmission === car.transmission ? found : null

/** The models of the car on the page; null until they were looked up. */
export const modelsOf = (car: CarForm, state: DraftState): readonly LookedUpModel[] | null =>
  foundFor(car, state)?.models ?? null

export const isCarDeclined = (car: CarForm, state: DraftState): boolean =>
  foundFor(car, state)?.notInsurable ?? false

/** The value band of the chosen model; null until it was looked up. */
export const valueBandOfCar = (car: CarForm, { valueBand }: DraftState): ValueBand | null =>
  valueBand?.vehicleKey === car.vehicleKey ? valueBand : null

/** A patch: a key set to undefined is removed. */
export type DraftStatePatch = { readonly [K in keyof DraftState]?: DraftState[K] | undefined }
