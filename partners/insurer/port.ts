/**
 * The insurer port: a quote, an amended quote, a policy. Amounts are cents, GST included; excesses and
 * values are whole dollars. `InsurerCatalogue` is the insurer's list of cars it knows.
 */
import type { Address } from '#journey/address.ts'
import type { ValueBand } from '#journey/car-value.ts'
import type { CoverChoice } from '#journey/cover.ts'
import type { NzDay } from '#journey/dates.ts'
import type { Cents } from '#journey/money.ts'
import type { Driver, Policyholder } from '#journey/people.ts'
import type { PriceTable } from '#journey/price-table.ts'
import type { Indicators } from '#journey/questions/indicators.ts'
import type { Transmission } from '#journey/transmission.ts'

/** Everything that the price depends on. */
export interface RiskToQuote extends Indicators {
  readonly plate: string
  readonly vehicleKey: string
  /** Whole dollars: the car's value as the customer gave it, with third party property as well. */
  readonly carValueDollars: number
  readonly riskAddress: Address
  readonly drivers: readonly Driver[]
  readonly choice: CoverChoice
  readonly financeCompany: string
}

export interface PriceStep {
  readonly code: string
  readonly amountCents: Cents
}

export interface InsurerQuote {
  readonly quoteNumber: string
  readonly annualCents: Cents
  readonly instalmentCents: Cents
  /**
   * The excess imposed on comprehensive cover; null if the response is for another cover and does not
   * state it.
   */
  readonly imposedExcessDollars: number | null
  readonly choice: CoverChoice
  readonly carValueDollars: number
  readonly steps: readonly PriceStep[]
  /** Every price the visitor can reach from here; null when the insurer sends none. */
  readonly priceTable: PriceTable | null
  /** Null where the insurer names no last day. */
  readonly validUntil: NzDay | null
  /** The insurer's mark of this state of the quote; an amend that carries one must carry the newest. */
  readonly history: { readonly lastModifiedDatetime: string; readonly lastModifiedUserId: string }
}

/** One whose last day and imposed excess are known, by the insurer's word or without it. */
export interface DatedQuote extends InsurerQuote {
  readonly imposedExcessDollars: number
  readonly validUntil: NzDay
}

export type InsurerQuoteResult =
  | { readonly outcome: 'quoted'; readonly quote: InsurerQuote }
  /** A person at the insurer has to look at it: no online quote. */
  | { readonly outcome: 'referred'; readonly why?: string }
  | { readonly outcome: 'declined'; readonly why: string }
  /** The history carried is not the newest. */
  | { readonly outcome: 'stale'; readonly quote: InsurerQuote }
  /** It is a policy by now: nothing about it changes any more. */
  | { readonly outcome: 'converted' }
  /** Its days are over there: it is neither changed nor sold any more. */
  | { readonly outcome: 'expired' }
  | { readonly outcome: 'not-found' }
  | { readonly outcome: 'failed'; readonly reason: string }

export interface PolicyToBind {
  /**
   * Our idempotency key, created once per attempt and stored: an insurer that supports keys issues one
   * policy per key, however often it is sent.
   */
  readonly idempotencyKey: string
  readonly quoteNumber: string
  readonly history: InsurerQuote['history']
  readonly plate: string
  /**
   * As the quote was priced: the drivers, and the postcode where the car is kept, as the insurer knows
   * it.
   */
  readonly insured?: { readonly drivers: readonly Driver[]; readonly postcode: string }
  readonly policyholders: readonly Policyholder[]
  readonly businessName: string
  readonly postalAddress: Address
  readonly payment:
    | { readonly method: 'card'; readonly transactionId: string; readonly debitDay: number }
    | {
        readonly method: 'bank'
        readonly accountName: string
        readonly accountNumber: string
        readonly authoriserName: string
        readonly debitDay: number
      }
}

/** As long as our own calls carry it (contract/schemas/common.ts, which partners do not see). */
const mostOfPolicyNumber = 40

/**
 * Any one printable line without blanks around it: a number that is turned away is a policy that stands and never comes here, and
 * whoever prints it or puts it into an id writes it safely (decision 0028).
 */
export const isPolicyNumber = (text: string): boolean =>
  text.length <= mostOfPolicyNumber && text.trim() === text && /^[^\p{C}\p{Zl}\p{Zp}]+$/u.test(text)

/** Why an insurer will not make a policy of a quote. That it knows our key of another request is none of them: something stands under it. */
export const bindRefusals = [
  'QUOTE_UNKNOWN',
  'QUOTE_CHANGED',
  'QUOTE_EXPIRED',
  'QUOTE_CONVERTED',
  'MALFORMED',
] as const
export type BindRefusal =
  | (typeof bindRefusals)[number]
  /** The insurer's staff told an operator (`npm run ops -- settle`). */
  | 'MANUAL'

/**
 * What an insurer knows of a bind. `keys`: it makes one policy a key, and finds it by the key. `lookup`: it finds a
 * policy by our reference. `neither`: only its own quote shows, by its status, that it became a policy.
 */
export const insurerIdempotencies = ['neither', 'lookup', 'keys'] as const
export type InsurerIdempotency = (typeof insurerIdempotencies)[number]

/** Issued or rejected only when the insurer says so in as many words; anything else is pending. */
export type BindResult =
  | { readonly outcome: 'issued'; readonly policyNumber: string }
  | { readonly outcome: 'rejected'; readonly reason: BindRefusal }
  | { readonly outcome: 'pending'; readonly reason: string }

export interface Insurer {
  /** A quote number as this insurer writes it, from what people type; null when it cannot be one. */
  readQuoteNumber(typed: string): string | null
  quote(risk: RiskToQuote): Promise<InsurerQuoteResult>
  amend(
    quoteNumber: string,
    risk: RiskToQuote,
    history: InsurerQuote['history'] | null,
  ): Promise<InsurerQuoteResult>
  retrieve(quoteNumber: string): Promise<InsurerQuoteResult>
  bind(policy: PolicyToBind): Promise<BindResult>
  /** What became of a bind that was sent before; null only when the insurer says that it made no policy of it. */
  lookupBind(sent: Pick<PolicyToBind, 'idempotencyKey' | 'quoteNumber'>): Promise<BindResult | null>
  /**
   * Longer than a bind may be on its way and the insurer then at work on it: for so long a null of `lookupBind` may yet
   * turn into a policy, and the bind must not be sent again. 0 where a repeated key can do no harm.
   */
  readonly safeResendAfterMs: number
}

export interface CarModel {
  readonly vehicleKey: string
  readonly description: string
}

export type ModelsResult =
  | { readonly outcome: 'found'; readonly models: readonly CarModel[] }
  | { readonly outcome: 'not-insurable' }
  | { readonly outcome: 'failed'; readonly reason: string }

export type ValueBandResult =
  /** Its minimum lies above the maximum car value where nothing can be insured. */
  | { readonly outcome: 'found'; readonly band: ValueBand }
  | { readonly outcome: 'unknown-key' }
  | { readonly outcome: 'failed'; readonly reason: string }

export interface InsurerCatalogue {
  /** The models a registered car may be, with this transmission; an empty list when the insurer knows none. */
  models(
    car: { readonly make: string; readonly model: string; readonly submodel: string; readonly year: number },
    transmission: Transmission,
  ): Promise<ModelsResult>
  valueBand(vehicleKey: string): Promise<ValueBandResult>
}
