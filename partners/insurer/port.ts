/**
 * The insurer port: quotes, amends and binds, and the catalogue of the cars that it insures. Amounts are cents
 * including GST; excesses and car values are whole dollars.
 */
import * as z from 'zod/mini'
import type { CoverChoice } from '#journey/cover.ts'
import {
  type Stored,
  storedAddress,
  storedCoverChoice,
  storedDriver,
  storedPolicyholder,
  storedQuoteVersion,
} from '#journey/database-json-schemas.ts'
import type { NzDay } from '#journey/dates.ts'
import type { Cents } from '#journey/money.ts'
import type { Transmission, ValueBand } from '#journey/plate-and-car-value.ts'
import type { PriceTable } from '#journey/price-table.ts'
import { mapIndicators } from '#journey/questions/yes-no-questions.ts'
import type { VehicleModel, VehicleToFind } from '#journey/registered-vehicle.ts'
import type { FailureCode } from '#partners/failure-codes.ts'

/** Everything that the price depends on. */
export const riskToQuote = z.looseObject({
  ...mapIndicators(() => z.boolean()),
  plate: z.string(),
  vehicleKey: z.string(),
  /** Whole dollars as the customer entered them, for third party cover as well. */
  carValueDollars: z.number(),
  riskAddress: storedAddress,
  drivers: z.array(storedDriver),
  choice: storedCoverChoice,
  financeCompany: z.string(),
})
export type RiskToQuote = Stored<typeof riskToQuote>

interface PremiumComponent {
  readonly code: string
  readonly amountCents: Cents
}

export interface InsurerQuote {
  readonly quoteNumber: string
  readonly annualCents: Cents
  readonly instalmentCents: Cents
  /** The imposed excess of comprehensive cover; null if the response does not state it. */
  readonly imposedExcessDollars: number | null
  readonly choice: CoverChoice
  readonly carValueDollars: number
  readonly steps: readonly PremiumComponent[]
  /** The price of every choice on the quote page; null if the insurer sends none. */
  readonly priceTable: PriceTable | null
  /** The last valid day; null if the insurer does not state it. */
  readonly validUntil: NzDay | null
  /** The insurer's version of the quote. An amend with an older version is rejected as stale. */
  readonly history: { readonly lastModifiedDatetime: string; readonly lastModifiedUserId: string }
}

/** A quote whose last day and imposed excess are known, from the insurer or by default. */
export interface CompleteQuote extends InsurerQuote {
  readonly imposedExcessDollars: number
  readonly validUntil: NzDay
}

export type InsurerQuoteResult =
  | { readonly outcome: 'quoted'; readonly quote: InsurerQuote }
  /** An underwriter has to assess the risk: no online quote. */
  | { readonly outcome: 'referred'; readonly why?: string }
  | { readonly outcome: 'declined'; readonly why: string }
  /** The request's history is not the newest; `quote` is the current one. */
  | { readonly outcome: 'stale'; readonly quote: InsurerQuote }
  /** The quote is already a policy and cannot change. */
  | { readonly outcome: 'converted' }
  /** The quote's last day has passed. */
  | { readonly outcome: 'expired' }
  | { readonly outcome: 'not-found' }
  | { readonly outcome: 'failed'; readonly reason: FailureCode }

export const policyToBind = z.looseObject({
  /** Created once per attempt and stored. An insurer that supports keys issues one policy per key. */
  idempotencyKey: z.string(),
  quoteNumber: z.string(),
  history: storedQuoteVersion,
  plate: z.string(),
  /** The drivers and the postcode of the risk address, as the quote was priced. */
  insured: z.exactOptional(z.looseObject({ drivers: z.array(storedDriver), postcode: z.string() })),
  policyholders: z.array(storedPolicyholder),
  businessName: z.string(),
  postalAddress: storedAddress,
  payment: z.discriminatedUnion('method', [
    z.looseObject({ method: z.literal('card'), transactionId: z.string(), debitDay: z.int() }),
    z.looseObject({
      method: z.literal('bank'),
      accountName: z.string(),
      accountNumber: z.string(),
      authoriserName: z.string(),
      debitDay: z.int(),
    }),
  ]),
})
export type PolicyToBind = Stored<typeof policyToBind>

/** The limit of our own calls, repeated from contract/schemas/common.ts, which partners may not import. */
const maximumPolicyNumberLength = 40

/**
 * Accepts any printable line. It is lenient because a rejected number would lose a policy that exists; code
 * that prints the number or puts it into an id escapes it.
 */
export const isPolicyNumber = (text: string): boolean =>
  text.length <= maximumPolicyNumberLength && text.trim() === text && /^[^\p{C}\p{Zl}\p{Zp}]+$/u.test(text)

/** Reasons to reject a bind. 'Key already used' is none of them: the first request may have created a policy. */
export const bindRejections = [
  'QUOTE_UNKNOWN',
  'QUOTE_CHANGED',
  'QUOTE_EXPIRED',
  'QUOTE_CONVERTED',
  'MALFORMED',
] as const
export type BindRejection =
  | (typeof bindRejections)[number]
  /** Stated by the insurer's staff to an operator (`npm run ops -- settle`). */
  | 'MANUAL'

/**
 * How an insurer makes a repeated bind safe. `keys`: one policy per idempotency key. `lookup`: a policy can be
 * found by our reference. `none`: only the status of its quote shows that a policy exists.
 */
export const idempotencyModes = ['none', 'lookup', 'keys'] as const
export type IdempotencyMode = (typeof idempotencyModes)[number]

/** Issued or rejected only if the insurer says so explicitly; anything else is pending. */
export type BindResult =
  | { readonly outcome: 'issued'; readonly policyNumber: string }
  | { readonly outcome: 'rejected'; readonly reason: BindRejection }
  | { readonly outcome: 'pending'; readonly reason: FailureCode }

export interface Insurer {
  /** Normalises a typed quote number; null if it cannot be one of this insurer's. */
  readQuoteNumber(typed: string): string | null
  quote(risk: RiskToQuote): Promise<InsurerQuoteResult>
  amend(
    quoteNumber: string,
    risk: RiskToQuote,
    history: InsurerQuote['history'] | null,
  ): Promise<InsurerQuoteResult>
  retrieve(quoteNumber: string): Promise<InsurerQuoteResult>
  bind(policy: PolicyToBind): Promise<BindResult>
  /** The result of an earlier bind; null only if the insurer says that no policy exists. */
  lookupBind(sent: Pick<PolicyToBind, 'idempotencyKey' | 'quoteNumber'>): Promise<BindResult | null>
  /**
   * How long after a bind was sent `lookupBind` may still change from null to a policy. Until then the bind must
   * not be sent again. 0 if the insurer supports idempotency keys.
   */
  readonly safeResendAfterMs: number
}

type ModelsResult =
  | { readonly outcome: 'found'; readonly models: readonly VehicleModel[] }
  | { readonly outcome: 'not-insurable' }
  | { readonly outcome: 'failed'; readonly reason: FailureCode }

type ValueBandResult =
  /** A car that cannot be insured has a minimum above the maximum car value. */
  | { readonly outcome: 'found'; readonly band: ValueBand }
  | { readonly outcome: 'unknown-key' }
  | { readonly outcome: 'failed'; readonly reason: FailureCode }

export interface InsurerCatalogue {
  /** The models that match a registered car and transmission; empty if the insurer has none. */
  models(vehicle: VehicleToFind, transmission: Transmission): Promise<ModelsResult>
  valueBand(vehicleKey: string): Promise<ValueBandResult>
}
