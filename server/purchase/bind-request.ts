/** The stored order: encrypted data for the insurer and the documents, deleted after use. */
import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { assertUpdated } from '#db/postgres-errors.ts'
import type { Quote } from '#db/repositories/quotes.ts'
import { normalizeAccount } from '#journey/bank-account.ts'
import { parseStoredText, type Stored, storedDay } from '#journey/database-json-schemas.ts'
import { type NzDay, nzToday } from '#journey/dates.ts'
import { debitDay } from '#journey/first-debit.ts'
import { termsConsentSchema } from '#journey/policy-record.ts'
import { type PolicyToBind, policyToBind } from '#partners/insurer/port.ts'
import { decrypt, encrypt, type Keys, keyedFingerprint } from '#server/lib/crypto.ts'
import type { Tx } from '#server/lib/dependencies.ts'
import { canonicalForm } from '#server/quotes/canonical-form.ts'
import type { PricedQuote } from '#server/quotes/quote-checks.ts'

const bindRequest = z.looseObject({
  policy: policyToBind,
  firstDebit: storedDay,
  /** Set when the first payment was made by card; `paidAt` is an ISO instant. */
  card: z.nullable(
    z.looseObject({ scheme: z.string(), lastDigits: z.string(), paidOn: storedDay, paidAt: z.string() }),
  ),
  /** Null for cards. The policy's record still has it after this request is destroyed. */
  terms: z.nullable(termsConsentSchema),
})
export type BindRequest = Stored<typeof bindRequest>

type WithoutDebitDay<Payment> = Payment extends unknown ? Omit<Payment, 'debitDay'> : never

interface BindTerms extends Pick<BindRequest, 'card' | 'terms'> {
  readonly policyholders: Pick<PolicyToBind, 'policyholders' | 'businessName' | 'postalAddress'>
  readonly payment: WithoutDebitDay<PolicyToBind['payment']>
  /** The requested date of the first debit; without one, the day the cover begins. */
  readonly paymentStart: NzDay | null
}

export function buildBindRequest(quote: PricedQuote, agreed: BindTerms, now: Date): BindRequest {
  const { quoteNumber, history, choice } = quote.insurer_quote
  const { policyholders, businessName, postalAddress } = agreed.policyholders
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

function orderText({ policy, firstDebit }: BindRequest): string {
  const { policyholders, businessName, postalAddress, payment } = policy
  const { debitDay: _, ...sent } = payment
  // A suffix may be written with two digits or three.
  const paidFrom =
    sent.method === 'bank' ? { ...sent, accountNumber: normalizeAccount(sent.accountNumber) } : sent
  const order = [policyholders, businessName, postalAddress, paidFrom, firstDebit]
  return `order|${JSON.stringify(canonicalForm(order))}`
}

/** A fingerprint that tells a repeated click from a different order. */
export const orderFingerprint = (request: BindRequest, keys: Keys): Buffer =>
  Buffer.from(keyedFingerprint(keys, orderText(request)) ?? '')

/**
 * True if this is the stored order, or if that cannot be known: the key of the fingerprint was removed, or the
 * fingerprint was destroyed.
 */
export function matchesOrder(stored: Buffer, request: BindRequest, keys: Keys): boolean {
  const [kid = ''] = stored.toString().split('.')
  const fingerprint = keyedFingerprint(keys, orderText(request), kid)
  return fingerprint === null || stored.equals(Buffer.from(fingerprint))
}

/** A fingerprint that is equal for policies paid from the same account, without revealing it; null for cards. */
export const accountFingerprint = ({ policy: { payment } }: BindRequest, keys: Keys): string | null =>
  payment.method === 'bank'
    ? keyedFingerprint(keys, `account|${normalizeAccount(payment.accountNumber)}`)
    : null

/**
 * Before the insurer is asked, with the quote locked; also puts a job in case this node dies. `paymentId`: the card
 * payment that paid for it; null for a direct debit.
 */
export async function storeBindIntent(
  request: BindRequest,
  quote: Quote,
  { paymentId, sessionId, now }: { paymentId: string | null; sessionId: string | null; now: Date },
  tx: Tx,
  keys: Keys,
): Promise<void> {
  const quoteId = quote.id
  const intent = {
    quote_id: quoteId,
    idempotency_key: request.policy.idempotencyKey,
    quote_version: quote.version,
    request_hash: orderFingerprint(request, keys),
    encrypted_request: encrypt(keys, bindRequestAad(quoteId), JSON.stringify(request)),
    account_fingerprint: accountFingerprint(request, keys),
    payment_id: paymentId,
    now,
  }
  if (sessionId) await tx.grantAccess({ sessionId, quoteId, level: 'VIEW_POLICY', now })
  assertUpdated(await tx.createBindAttempt(intent), 'bind attempt to INTENT')
  assertUpdated(await tx.setQuoteStatus(quoteId, 'BINDING', now), 'quote to BINDING')
  await tx.countSalesEvent({ quoteId, event: 'bind', detail: paymentId === null ? 'bank' : 'card', now })
  // If the node that asks first dies, another one takes over when its lease has expired.
  await tx.jobs.put('issue-policy', { quoteId }, 35)
}

/** The context that the encryption is bound to: re-encryption needs the same. */
export const bindRequestAad = (quoteId: string): string => `bind_attempt|encrypted_request|${quoteId}`

/** Throws if the request was destroyed (only unsettled ones are ever opened), and StoredJsonError. */
export function decryptBindRequest(encrypted: string | null, quoteId: string, keys: Keys): BindRequest {
  if (encrypted === null) throw new Error('the request of this bind attempt was destroyed')
  const text = decrypt(keys, bindRequestAad(quoteId), encrypted)
  return parseStoredText(bindRequest, text, `bind_attempt.encrypted_request of quote ${quoteId}`)
}
