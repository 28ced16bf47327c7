/** The card payment adapters for their contract tests: construction, test cards and partner messages. */
import type {
  CardPaymentResult,
  CardPayments,
  CardSessionRequest,
  CardSessionResult,
  RefundResult,
} from '#partners/payment/port.ts'
import { stripe } from '#partners/payment/stripe.ts'
import { windcave } from '#partners/payment/windcave.ts'
import { sandboxKeys } from '#partners/sandbox-keys.ts'
import type { PartnersConfig } from '#server/partners/partners-config.ts'
import { goodCard } from './cards.ts'
import { submitForm } from './sandbox.ts'

export const cardRequest: CardSessionRequest = {
  idempotencyKey: 'attempt-1',
  amountCents: 85950,
  currency: 'NZD',
  seller: 'Openroad',
  reference: 'OR-1234',
  schemes: ['VISA', 'MASTER', 'AMEX'],
  threeDSecure: true,
  instalments: null,
  urls: {
    approved: 'http://localhost:3000/cc-payment-success?id=q1',
    declined: 'http://localhost:3000/cc-payment-failure?uuid=q1',
    cancelled: 'http://localhost:3000/cc-payment-cancel?uuid=q1',
    webhook: 'http://127.0.0.1:9/webhook',
  },
}

export interface CardAdapter {
  readonly make: (
    origin: string,
    options?: { timeoutMs?: number; key?: string; now?: () => Date },
  ) => CardPayments
  readonly goodCard: Readonly<Record<string, string>>
  /** The result of a paid session, without the amount. */
  readonly paid: {
    readonly transactionId: RegExp
    readonly refundId: RegExp
    readonly card: { readonly scheme: string; readonly lastDigits: string }
  }
  /** A card with a challenge; the code is '123'. */
  readonly challengedCard: string
  readonly declinedCard: string
  readonly afterDecline: CardPaymentResult
  /** The URL of the page's cancel link. */
  readonly cancelAddress: (pageUrl: string) => string
  readonly afterCancel: CardPaymentResult
  readonly openForHours: number
  readonly unknownSession: string
  readonly unknownTransaction: string
  /** The partner's response for a new session with this page. */
  readonly createdBody: (pageUrl: string) => unknown
  /** Responses for a session that is neither paid nor ended. */
  readonly unfinished: readonly unknown[]
  /** Unreadable responses that may concern a payment. */
  readonly unclear: readonly unknown[]
}

export const stripeCharge = (changes: object = {}) => ({
  created: 1_795_226_400,
  amount_refunded: 0,
  payment_method_details: { card: { brand: 'visa', last4: '4242' } },
  ...changes,
})

export const stripePaid = (changes: object = {}, intent: object = {}) => ({
  id: `cs_test_${'0'.repeat(58)}`,
  status: 'complete',
  payment_status: 'paid',
  payment_intent: {
    id: `pi_${'0'.repeat(24)}`,
    amount_received: 85950,
    currency: 'nzd',
    status: 'succeeded',
    latest_charge: stripeCharge(),
    ...intent,
  },
  ...changes,
})

/** Every real adapter must be in the tests. */
type RealKind = Exclude<PartnersConfig['payment']['kind'], `${string}sandbox`>

export const cardAdapters: Readonly<Record<RealKind, CardAdapter>> = {
  windcave: {
    make: (origin, { timeoutMs = 5_000, key = sandboxKeys.card.apiKey } = {}) =>
      windcave({
        url: `${origin}/api/v1`,
        username: 'sandbox',
        apiKey: key,
        pageOrigin: origin,
        timeoutMs,
      }),
    goodCard,
    paid: {
      transactionId: /^[0-9a-f]{16}$/,
      refundId: /^[0-9a-f]{16}$/,
      card: { scheme: 'visa', lastDigits: '11' },
    },
    challengedCard: '5588880000077770',
    declinedCard: '4999999999999236',
    afterDecline: { state: 'declined', reason: '05' },
    cancelAddress: pageUrl => `${pageUrl}/cancel`,
    afterCancel: { state: 'cancelled' },
    openForHours: 72,
    unknownSession: '0'.repeat(32),
    unknownTransaction: '0123456789abcdef',
    createdBody: href => ({ id: '0'.repeat(32), state: 'init', links: [{ rel: 'hpp', href }] }),
    unfinished: [{ state: 'init' }, { state: 'surprise', transactions: [] }],
    unclear: [
      { state: 'complete', transactions: [] },
      { state: 'surprise', transactions: [{ type: 'purchase', authorised: true }] },
      { state: 'complete', transactions: [{ type: 'purchase', authorised: true, amount: '859.5' }] },
      { state: 'complete', transactions: [{ type: 'purchase', authorised: 'true', amount: '1.00' }] },
      { transactions: [] },
      { state: 'cancelled', transactions: [{ type: 'purchase', authorised: true }] },
      { state: 'expired', transactions: [{ type: 'purchase', authorised: true }] },
    ],
  },
  stripe: {
    make: (
      origin,
      { timeoutMs = 5_000, key = sandboxKeys.checkout.secretKey, now = () => new Date() } = {},
    ) =>
      stripe({
        url: origin,
        secretKey: key,
        webhookSecrets: ['whsec_new', 'whsec_old'],
        pageOrigin: origin,
        now,
        timeoutMs,
      }),
    goodCard: { ...goodCard, cardNumber: '4242 4242 4242 4242' },
    paid: {
      transactionId: /^pi_[0-9a-f]{24}$/,
      refundId: /^re_[0-9a-f]{24}$/,
      card: { scheme: 'visa', lastDigits: '4242' },
    },
    challengedCard: '4000002760003184',
    declinedCard: '4000000000000002',
    // The page stays open after a declined card and after a cancel.
    afterDecline: { state: 'pending' },
    cancelAddress: () => cardRequest.urls.cancelled,
    afterCancel: { state: 'pending' },
    openForHours: 24,
    unknownSession: `cs_test_${'0'.repeat(58)}`,
    unknownTransaction: `pi_${'0'.repeat(24)}`,
    createdBody: url => ({ id: `cs_test_${'0'.repeat(58)}`, object: 'checkout.session', url }),
    unfinished: [
      { status: 'complete', payment_status: 'unpaid', payment_intent: null },
      { status: 'complete', payment_status: 'no_payment_required', payment_intent: null },
      stripePaid({ payment_status: 'unpaid' }),
    ],
    unclear: [
      { status: 'surprise', payment_status: 'paid' },
      { payment_status: 'paid' },
      stripePaid({ status: 'open' }),
      stripePaid({ status: 'expired' }),
      stripePaid({ payment_intent: `pi_${'0'.repeat(24)}` }),
      stripePaid({}, { status: 'processing' }),
      stripePaid({}, { amount_received: '85950' }),
      stripePaid({}, { amount_received: 0 }),
      stripePaid({}, { latest_charge: null }),
      stripePaid({}, { latest_charge: stripeCharge({ created: 0 }) }),
      stripePaid({}, { latest_charge: stripeCharge({ amount_refunded: null }) }),
    ],
  },
}

export async function created(
  payments: CardPayments,
  changes: Partial<CardSessionRequest> = {},
): Promise<Extract<CardSessionResult, { outcome: 'created' }>> {
  const answer = await payments.createSession({ ...cardRequest, ...changes })
  if (answer.outcome !== 'created') throw new Error(answer.reason)
  return answer
}

/** A session that was paid on the page with the adapter's good card. */
export async function paidSession(payments: CardPayments, goodCard: CardAdapter['goodCard']) {
  const { sessionId, pageUrl } = await created(payments)
  await submitForm(pageUrl, goodCard)
  const result = await payments.result(sessionId)
  if (result.state !== 'approved') throw new Error(result.state)
  const { transactionId, amountCents } = result
  return { sessionId, pageUrl, transactionId, amountCents }
}

export async function refundOutcome(
  payments: CardPayments,
  transactionId: string,
  amountCents: number,
  idempotencyKey: string,
): Promise<RefundResult['outcome']> {
  const request = { transactionId, amountCents, idempotencyKey, reference: 'payment-1' }
  return (await payments.refund(request)).outcome
}
