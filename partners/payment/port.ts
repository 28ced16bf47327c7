/** The card payment port: the partner's payment page, its result, and refunds. Amounts are cents. */
import { createHash } from 'node:crypto'
import type { Frequency } from '#journey/cover.ts'
import type { NzDay } from '#journey/dates.ts'
import type { Cents } from '#journey/money.ts'
import type { CardScheme } from '#journey/payment-methods.ts'
import type { FailureCode } from '#partners/failure-codes.ts'

export interface CardSessionRequest {
  /**
   * The same for every retry of this attempt. A retry with the same parameters creates no second session; one
   * with other parameters does (`sessionIdempotencyKey`), and customers only get the page of the session in our database.
   */
  readonly idempotencyKey: string
  readonly amountCents: Cents
  readonly currency: 'NZD'
  /** The brand's name, for the payment page. */
  readonly seller: string
  /** Shown on the customer's card statement and in the partner's console. */
  readonly reference: string
  readonly schemes: readonly CardScheme[]
  readonly threeDSecure: boolean
  /**
   * How often the stored card will be charged, and the last day on which it may be; null for an annual payment, where
   * the card is not stored.
   */
  readonly instalments: { readonly frequency: Exclude<Frequency, 'ANNUAL'>; readonly lastDay: NzDay } | null
  readonly urls: {
    readonly approved: string
    /** For partners that end the session after a declined card; others accept another card on the page. */
    readonly declined: string
    readonly cancelled: string
    readonly webhook: string
  }
}

/**
 * The idempotency key of a session request with its parameters, because partners reject a key that is reused with
 * others. Not for refunds: a second key would be a second refund.
 */
export const sessionIdempotencyKey = (idempotencyKey: string, sent: unknown): string =>
  createHash('sha256')
    .update(`${idempotencyKey}|${JSON.stringify(sent)}`)
    .digest('hex')
    .slice(0, 32)

/** HTTP statuses of wrong credentials, which an operator corrects: the refund stays due and is sent afterwards. */
export const credentialStatuses: ReadonlySet<number> = new Set([401, 403])

export type CardSessionResult =
  | { readonly outcome: 'created'; readonly sessionId: string; readonly pageUrl: string }
  | { readonly outcome: 'refused'; readonly reason: FailureCode }
  /** It is unknown whether the session exists: retry with the same key. */
  | { readonly outcome: 'unknown'; readonly reason: FailureCode }

/**
 * Approved only if the partner says so explicitly. Pending: not finished, or unknown to the partner. Unclear: no
 * response or an unreadable one; the money may have moved, so it is not final.
 */
export type CardPaymentResult =
  | {
      readonly state: 'approved'
      readonly amountCents: Cents
      readonly currency: string
      readonly transactionId: string
      /** The time by the partner's clock. */
      readonly paidAt: Date
      /** Two to four digits, depending on the partner. */
      readonly card: { readonly scheme: string; readonly lastDigits: string }
    }
  | { readonly state: 'declined'; readonly reason: string }
  | { readonly state: 'cancelled' | 'expired' | 'pending' }
  | { readonly state: 'unclear'; readonly reason: FailureCode }

export const unclearResponse = { state: 'unclear', reason: 'not understood' } as const

/** The result for a session of a previously configured partner, which may hold money that only it can report. */
export const previousPartnerResult = { state: 'unclear', reason: 'another partner' } as const

export interface RefundRequest {
  readonly transactionId: string
  readonly amountCents: Cents
  /** The same for every retry of this refund. */
  readonly idempotencyKey: string
  /** Shown with the refund in the partner's console and settlements, for reconciliation with our records. */
  readonly reference: string
}

/**
 * Unknown: retry with the same key. Unclear: the bank did not answer the partner and may have made the refund. A
 * retry with the same key gives the same response, and another key might refund twice.
 */
export type RefundResult =
  /** `refundId` is the partner's. */
  | { readonly outcome: 'refunded'; readonly refundId: string }
  | { readonly outcome: 'refused' | 'unclear' | 'unknown' }

export interface CardPayments {
  createSession(request: CardSessionRequest): Promise<CardSessionResult>
  /** Asks the partner for the result of a session. */
  result(sessionId: string): Promise<CardPaymentResult>
  /** Refunds a transaction; safe to repeat with the same key. */
  refund(request: RefundRequest): Promise<RefundResult>
  /**
   * The result of an earlier refund; null only if the partner says that it does not exist. Undefined for partners
   * without a look-up: there only a retry with the same key shows the result.
   */
  findRefund?(request: RefundRequest): Promise<RefundResult | null>
  /**
   * Closes a payment page, for partners that can. 'refused': the session has already ended and may be paid. Only
   * `result` says whether it was paid.
   */
  closePage?(sessionId: string): Promise<'closed' | 'refused' | 'unknown'>
  /** The session id in an unsigned webhook, for partners that send one to the URL of each payment; null if it has none. */
  sessionOf?(webhook: {
    readonly query: Readonly<Record<string, string>>
    readonly body: unknown
  }): string | null
  /**
   * Verifies and parses a signed webhook, for partners that send all of them to one URL. Null if the signature is
   * wrong or too old. A webhook may be about no session, or about another system's.
   */
  readSignedWebhook?(webhook: {
    readonly rawBody: Uint8Array
    /** With lower-case names. */
    readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  }): {
    readonly sessionId: string | null
    /** Our idempotency key (a UUID) of the session; null for sessions of other systems. */
    readonly paymentKey: string | null
  } | null
  /** How long after its creation a page accepts a payment, in hours. */
  readonly pageOpenHours: number
}

/** True if a payment page's URL is on the partner's origin, the only one that browsers may be redirected to. */
export function isAllowedPageUrl(pageUrl: string, pageOrigin: string): boolean {
  const url = URL.parse(pageUrl)
  return url?.origin === pageOrigin && url.username === '' && url.password === ''
}
