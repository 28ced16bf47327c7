/**
 * The stored bind request: what the insurer is asked, and what the documents need as well. It is encrypted,
 * and destroyed when no longer needed.
 */
import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type { BindAttempt } from '#db/repositories/bind-attempts.ts'
import type { Quote } from '#db/repositories/quotes.ts'
import { plainAccount } from '#journey/bank-account.ts'
import { type NzDay, nzToday } from '#journey/dates.ts'
import { debitDay } from '#journey/payment.ts'
import type { TermsConsent } from '#journey/policy-record.ts'
import {
  readStoredText,
  storedAddress,
  storedDay,
  storedDriver,
  storedHistory,
  storedPolicyholder,
  storedTerms,
} from '#journey/stored-json.ts'
import type { PolicyToBind } from '#partners/insurer/port.ts'
import { decrypt, encrypt, type Keys, keyedFingerprint } from '#server/lib/crypto.ts'
import type { PricedQuote } from '#server/quotes/editable-quote.ts'
import { comparable } from '#server/quotes/ownership-change.ts'

/** When it was paid is missing in requests that wait since before it was kept. */
interface PaidCard {
  readonly scheme: string
  readonly lastDigits: string
  readonly paidOn?: NzDay
  /** ISO instant. */
  readonly paidAt?: string
}

export interface BindRequest {
  readonly policy: PolicyToBind
  readonly firstDebit: NzDay
  /** Set when the first payment was taken from a card. */
  readonly card: PaidCard | null
  /** Null for cards. The policy's record keeps it when this request is long gone. */
  readonly terms: TermsConsent | null
}

const bindRequest: z.ZodMiniType<BindRequest> = z.looseObject({
  policy: z.looseObject({
    idempotencyKey: z.string(),
    quoteNumber: z.string(),
    history: storedHistory,
    plate: z.string(),
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
  }),
  firstDebit: storedDay,
  card: z.nullable(
    z.looseObject({
      scheme: z.string(),
      lastDigits: z.string(),
      paidOn: z.exactOptional(storedDay),
      paidAt: z.exactOptional(z.string()),
    }),
  ),
  terms: z.nullable(storedTerms),
})

type ButTheDay<Payment> = Payment extends unknown ? Omit<Payment, 'debitDay'> : never

interface Agreed extends Pick<BindRequest, 'card' | 'terms'> {
  readonly holders: Pick<PolicyToBind, 'policyholders' | 'businessName' | 'postalAddress'>
  readonly payment: ButTheDay<PolicyToBind['payment']>
  /** The first debit as it was asked for; without one it is the day the cover begins. */
  readonly paymentStart: NzDay | null
}

/** The policy of this quote as it is priced now, under a new key. */
export function buildBindRequest(quote: PricedQuote, agreed: Agreed, now: Date): BindRequest {
  const { quoteNumber, history, choice } = quote.insurer_quote
  const { policyholders, businessName, postalAddress } = agreed.holders
  const { paymentStart, card, terms } = agreed
  const { drivers, risk_address: home } = quote
  return {
    policy: {
      idempotencyKey: randomUUID(),
      quoteNumber,
      history,
      plate: quote.plate,
      ...(drivers && home && { insured: { drivers, postcode: home.postcode } }),
      policyholders,
      businessName,
      postalAddress,
      payment: { ...agreed.payment, debitDay: debitDay(paymentStart ?? '', choice.startDate, nzToday(now)) },
    },
    firstDebit: paymentStart ?? choice.startDate,
    card,
    terms,
  }
}

/** What is ordered, for comparing: the people, the address, the account and the first debit. */
function orderOf({ policy, firstDebit }: BindRequest): string {
  const { policyholders, businessName, postalAddress, payment } = policy
  const { debitDay: _, ...sent } = payment
  // A suffix may be written with two digits or three.
  const paidFrom =
    sent.method === 'bank' ? { ...sent, accountNumber: plainAccount(sent.accountNumber) } : sent
  const order = [policyholders, businessName, postalAddress, paidFrom, firstDebit]
  return `order|${JSON.stringify(comparable(order))}`
}

/** For telling a repeat of the click from another order. */
export const orderFingerprint = (request: BindRequest, keys: Keys): Buffer =>
  Buffer.from(keyedFingerprint(keys, orderOf(request)) ?? '')

/**
 * Was this ordered? Also true where nothing can be told: by an earlier version, whose marks name no key, under a key that
 * is gone, or destroyed with the request.
 */
export function matchesOrder(marked: Buffer, request: BindRequest, keys: Keys): boolean {
  const [kid = ''] = marked.toString().split('.')
  const mark = keyedFingerprint(keys, orderOf(request), kid)
  return mark === null || marked.equals(Buffer.from(mark))
}

/** Tells that two policies are paid from the same account without saying which (T43); null for cards. */
export const accountFingerprint = ({ policy: { payment } }: BindRequest, keys: Keys): string | null =>
  payment.method === 'bank' ? keyedFingerprint(keys, `account|${plainAccount(payment.accountNumber)}`) : null

/** The row that says what will be asked, before it is asked. */
export const toBindIntent = (
  request: BindRequest,
  quote: Quote,
  paymentId: BindAttempt['payment_id'],
  keys: Keys,
) => ({
  quote_id: quote.id,
  idem_key: request.policy.idempotencyKey,
  quote_version: quote.version,
  request_hash: orderFingerprint(request, keys),
  request_enc: encrypt(keys, bindRequestAad(quote.id), JSON.stringify(request)),
  account_mark: accountFingerprint(request, keys),
  payment_id: paymentId,
})

/** Where it is kept, which it is bound to: whoever locks it anew needs the same. */
export const bindRequestAad = (quoteId: string): string => `issuance|request_enc|${quoteId}`

/** Throws where it was destroyed already, since only what is not settled yet is ever opened, and StoredJsonError. */
export function decryptBindRequest(locked: string | null, quoteId: string, keys: Keys): BindRequest {
  if (locked === null) throw new Error('the request of this issuance is no longer kept')
  const text = decrypt(keys, bindRequestAad(quoteId), locked)
  return readStoredText(bindRequest, text, `issuance.request_enc of quote ${quoteId}`)
}
