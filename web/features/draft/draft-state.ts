/** The type of the draft's state beside the answers: results of calls, and the furthest step reached. */

import type { ReplyOf } from '#contract/endpoints.ts'
import type { Address } from '#journey/address.ts'
import type { ValueBand } from '#journey/car-value.ts'
import type { Answers } from '#journey/questions/validation-error.ts'
import type { Step } from '#journey/steps.ts'

type Answered = ReplyOf<'quoteAmend'>['data']['attributes']
/** What the specification names of them. */
type Named = 'policyComponent' | 'policyDetails' | 'policyHistory'

/**
 * data.attributes of the answers to create (step 2), amend and retrieve. Our server sends all of them; the pages do with
 * what the specification names.
 */
export type QuoteAttributes = Pick<Answered, Named> & Partial<Answered>

export interface CarModel {
  readonly vehicleKey: string
  readonly vehicleDescription: string
}

/** What is known beside the answers: results of calls and how far the journey went. */
export interface DraftState {
  readonly quoteId?: string
  readonly quoteNumber?: string
  readonly registeredPlate?: string
  /** The models of the plate and transmission; an empty list when none was found; null before any look-up. */
  readonly models?: readonly CarModel[] | null
  readonly valueBand?: ValueBand
  readonly notInsurable?: boolean
  readonly riskAddress?: Address
  /** The address was changed on the quote page and is not part of any price yet. */
  readonly isRiskAddressUnsaved?: boolean
  readonly postalAddress?: Address
  /** Step 4 was changed after it was last saved: step 5 is locked. */
  readonly arePolicyholdersUnsaved?: boolean
  /** The address field whose last search found nothing and emptied it. */
  readonly addressNotFoundIn?: string
  readonly quote?: QuoteAttributes
  /** The answers about incidents that the quote was made of. */
  readonly acceptedIncidents?: Answers
  /** Created by step 2, and not amended by step 3 yet (QUOTE-02). */
  readonly needsAmend?: boolean
  readonly offline?: boolean
  readonly furthestStep?: Step
  readonly importantRead?: boolean
  /** The last try to buy found another quote than the one shown here, or a start of cover that is over. */
  readonly isQuoteOutdated?: boolean
  readonly policyNumber?: string
  /** The quote that this tab opened a card page for. */
  readonly cardPageQuoteId?: string
  /** The edition of the direct debit terms shown last: the customer agrees to that edition. */
  readonly termsVersion?: string
  readonly quoteEmailed?: string
  readonly needsIdentityCheck?: boolean
  /** The declaration for this price was not agreed to yet: it is required before payment. */
  readonly needsDeclaration?: boolean
  /** Of the link that the visitor came by, and the source that the partner gave: another plate is registered with both. */
  readonly partnerId?: string
  readonly source?: string
  /** The answers that were filled in with what a partner sent of the applicant, to be confirmed. */
  readonly prefilled?: Answers
  /**
   * The stored value of a partner quote whose field we cleared, whole dollars. Sent when only the address
   * changes.
   */
  readonly clearedValueDollars?: number
}

/** A patch: a key set to undefined is removed. */
export type DraftStatePatch = { readonly [K in keyof DraftState]?: DraftState[K] | undefined }
