/** The card payment port: a hosted page, its result, and refunds. Amounts are cents. */
import { createHash } from 'node:crypto'
import type { Frequency } from '#journey/cover.ts'
import type { Cents } from '#journey/money.ts'
import type { CardScheme } from '#journey/payment.ts'

export interface CardSessionRequest {
  /**
   * Ours, the same for every repeat of this attempt: of a repeat with the same parameters the partner makes no second session. One
   * with others, as a press on another host of the brand or after a change of keys, is another request to it (`requestKey`):
   * whichever session our row then names is the only one whose page anybody is given.
   */
  readonly idempotencyKey: string
  readonly amountCents: Cents
  readonly currency: 'NZD'
  /** Who sells, as the customer knows them: for a page that says what is paid for. */
  readonly seller: string
  /** Shown on the customer's card statement and in the partner's console. */
  readonly reference: string
  readonly schemes: readonly CardScheme[]
  readonly threeDSecure: boolean
  /**
   * How often more is to be taken from this card: the partner keeps it for whoever is told the transaction. Null where
   * the year is paid at once, and the card is forgotten.
   */
  readonly instalments: Exclude<Frequency, 'ANNUAL'> | null
  readonly urls: {
    readonly approved: string
    /** Where a partner gives up after a declined card; others let another card be tried on their page. */
    readonly declined: string
    readonly cancelled: string
    readonly notification: string
  }
}

/**
 * What a session is asked for under: partners refuse a key that comes with other parameters than it came with first, so the
 * parameters are in it. Never for a refund: another key there is another refund.
 * @param sent all that is sent, as it is sent
 */
export const requestKey = (idempotencyKey: string, sent: unknown): string =>
  createHash('sha256')
    .update(`${idempotencyKey}|${JSON.stringify(sent)}`)
    .digest('hex')
    .slice(0, 32)

export type CardSessionResult =
  | { readonly outcome: 'created'; readonly sessionId: string; readonly pageUrl: string }
  | { readonly outcome: 'refused'; readonly reason: string }
  /** It is unknown whether the session exists: retry with the same key. */
  | { readonly outcome: 'unknown'; readonly reason: string }

/**
 * Approved only when the partner says so in as many words. Pending: it is not over there, or not known there. Unclear: no
 * answer, or one we cannot read, perhaps of money that was taken; it is never taken for an end.
 */
export type CardResult =
  | {
      readonly state: 'approved'
      readonly amountCents: Cents
      readonly currency: string
      readonly transactionId: string
      /** By the partner's clock. */
      readonly paidAt: Date
      /** As many of the last digits as the partner gives: Windcave gives two. */
      readonly card: { readonly scheme: string; readonly lastDigits: string }
    }
  | { readonly state: 'declined'; readonly reason: string }
  | { readonly state: 'cancelled' | 'expired' | 'pending' }
  /** `reason`: a code, for the log. */
  | { readonly state: 'unclear'; readonly reason: string }

/** Of a page that was made before the partner was changed: money may stand there, and only its own partner knows. */
export const anotherPartner = { state: 'unclear', reason: 'another partner' } as const satisfies CardResult

export interface RefundRequest {
  readonly transactionId: string
  readonly amountCents: Cents
  /** The same for every repeat of this refund. */
  readonly idempotencyKey: string
  /** Shown with the refund in the partner's console and settlements, for reconciliation with our records. */
  readonly reference: string
}

/**
 * Unknown: ask again, with the same key. Unclear: the partner gave it up because the bank behind it did not answer, which may
 * have made it all the same; the same key would only hear that again, and another one might send the money twice.
 */
export type RefundResult =
  /** By the partner's own id of it. */
  | { readonly outcome: 'refunded'; readonly refundId: string }
  | { readonly outcome: 'refused' | 'unclear' | 'unknown' }

/** What the partner tells us unasked, and how it is read. */
interface CardNotices {
  /** The session a notice speaks of; null when it names none. */
  sessionOf(notice: {
    readonly query: Readonly<Record<string, string>>
    readonly body: unknown
  }): string | null
  /**
   * For partners that sign what they send and send it all to one address of ours: what such a notice says, or null
   * where the signature is not theirs or too old. A notice may speak of no session at all, and of one that is not ours.
   */
  readSignedNotice?(notice: {
    readonly rawBody: Uint8Array
    /** Names in small letters. */
    readonly headers: Readonly<Record<string, string | undefined>>
  }): {
    readonly sessionId: string | null
    /** The key under which we asked for the session, a UUID, where it says one: another system's says none of ours. */
    readonly paymentKey: string | null
  } | null
}

export interface CardPayments extends CardNotices {
  createSession(request: CardSessionRequest): Promise<CardSessionResult>
  /** The truth about a session, asked of the partner itself. */
  result(sessionId: string): Promise<CardResult>
  /** Sends the money of a transaction back; safe to repeat with the same key. */
  refund(request: RefundRequest): Promise<RefundResult>
  /**
   * What became of a refund that was sent before; null only when the partner says that it made none. Missing where the partner
   * has no look-up: its answer to the same key is then the only one there is.
   */
  findRefund?(request: RefundRequest): Promise<RefundResult | null>
  /**
   * For partners that can: nobody pays on this page any more. Refused where it has ended already, perhaps paid. It is no
   * word on the money whatever it answers: only `result` is.
   */
  closePage?(sessionId: string): Promise<'closed' | 'refused' | 'unknown'>
  /** So long after it was made a page may still be paid on, in hours. */
  readonly pageOpenHours: number
}
