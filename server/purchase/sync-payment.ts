/**
 * Reads the state of a payment from the card partner and acts on it. Return, webhook and poller call it; none is
 * trusted.
 */
import { assertUpdated, ignoreConflict } from '#db/postgres-errors.ts'
import type { Payment } from '#db/repositories/payments.ts'
import type { Quote } from '#db/repositories/quotes.ts'
import { nzToday } from '#journey/dates.ts'
import { closedUnpaidStates, type PaymentState, paymentStatesOfPhases } from '#journey/purchase-states.ts'
import { toFailureCode } from '#partners/failure-codes.ts'
import type { CardPaymentResult } from '#partners/payment/port.ts'
import type { Keys } from '#server/lib/crypto.ts'
import type { Dependencies, Tx } from '#server/lib/dependencies.ts'
import { PartnerBusyError } from '#server/partners/bulkhead.ts'
import { matchesPolicyholders } from '#server/quotes/canonical-form.ts'
import { hasExpired, hasStartDatePassed, isPriced, type PricedQuote } from '#server/quotes/quote-checks.ts'
import { buildBindRequest, storeBindIntent } from './bind-request.ts'
import { queueRefund } from './refund-payment.ts'
import { nextPollAfterUnclear, nextPollAt } from './retry-schedules.ts'

type Approved = Extract<CardPaymentResult, { state: 'approved' }>
type Unclear = Extract<CardPaymentResult, { state: 'unclear' }>
type Unpaid = Exclude<CardPaymentResult, Approved | Unclear>

/**
 * Queues the reading of a payment's state after a webhook. The session of the webhook, if it names one, is stored
 * where a restored database lacks it.
 */
export const queuePaymentSync = (
  payment: Payment,
  session: string | null,
  { withTransaction, now }: Dependencies,
): Promise<void> =>
  withTransaction(async tx => {
    if (session !== null && payment.card_session_id === null)
      ignoreConflict(await tx.attachCardSession(payment.id, session, now()))
    await tx.jobs.put('settle-payment', { paymentId: payment.id })
  })

/**
 * Safe to repeat; throws only database errors.
 * @returns false if the partner gave no usable response: do not ask it about further payments in this request
 */
export async function syncPayment(paymentId: string, services: Dependencies): Promise<boolean> {
  const { repositories } = services
  const payment = await repositories.findPayment(paymentId)
  if (!payment || isSettled(payment)) return true
  if (payment.card_session_id === null) {
    // Expired before it had a page, so the partner does not know it.
    await repositories.schedulePaymentPoll(payment.id, null, closedUnpaidStates)
    return true
  }
  const result = await askPartner(payment.card_session_id, payment.id, services)
  if (!result || result.state === 'unclear') {
    await storeUnclear(payment, result, services)
    return false
  }
  if (result.state === 'approved') await storeApproval(payment, result, services)
  else await storeUnpaid(payment, result, services)
  return true
}

/** The state in which an unpaid payment ends; for a pending one, when it is no longer polled. */
const unpaidStateOf = {
  pending: 'EXPIRED',
  expired: 'EXPIRED',
  declined: 'DECLINED',
  cancelled: 'CANCELLED',
} as const
const unpaidStates: readonly PaymentState[] = ['PENDING', ...closedUnpaidStates]

async function storeUnpaid(
  payment: Payment,
  { state }: Unpaid,
  { repositories, cards, now }: Dependencies,
): Promise<void> {
  const next = state === 'pending' ? nextPollAt(payment, now(), cards.pageOpenHours) : null
  if (next === null) {
    // A pending payment expires too: if it stayed open, retention would never delete the quote's personal data.
    // A later payment still arrives by webhook. If the payment has ended or was paid meanwhile, this changes nothing,
    // and the next statement checks the state again.
    ignoreConflict(await repositories.transitionPayment(payment.id, unpaidStateOf[state], now()))
  }
  await repositories.schedulePaymentPoll(payment.id, next, unpaidStates)
}

/** The customer may have been charged: nothing is abandoned. `result` is null if the partner was not asked. */
async function storeUnclear(
  payment: Payment,
  result: Unclear | null,
  { repositories, cards, now, log }: Dependencies,
): Promise<void> {
  const { id, unclear_since: before } = payment
  if (result && before === null)
    log.error('payment-unclear', { paymentId: id, reason: toFailureCode(result.reason) })
  const since = result ? (before ?? now()) : before
  const next = nextPollAfterUnclear(payment, now(), cards.pageOpenHours)
  await repositories.schedulePaymentPoll(id, next, unpaidStates, since)
}

const settledStates: ReadonlySet<PaymentState> = new Set(
  paymentStatesOfPhases('paid', 'refunding', 'refunded'),
)
const isSettled = ({ state }: Payment): boolean => settledStates.has(state)

/** Null if the bulkhead was full: then nothing new is known. */
async function askPartner(
  session: string,
  paymentId: string,
  { cards, log }: Dependencies,
): Promise<CardPaymentResult | null> {
  try {
    return await cards.result(session)
  } catch (error) {
    if (error instanceof PartnerBusyError) return null
    log.error('payment-result-unknown', { paymentId }, error)
    return { state: 'unclear', reason: 'other' }
  }
}

/** The payment buys the policy if the quote is unchanged since the page was made; otherwise it is refunded. */
async function storeApproval(payment: Payment, result: Approved, services: Dependencies): Promise<void> {
  const at = services.now()
  // Our page was made for one amount and another was paid: a serious error or an attack.
  if (!isAmountAsked(payment, result)) services.log.error('payment-mismatch', { paymentId: payment.id })
  const isRefundDue = await services.withTransaction(async tx => {
    const quote = await tx.lockQuote(payment.quote_id)
    // Return, webhook and poller run at once: a caller that waited for the lock finds the work done.
    const current = await tx.findPayment(payment.id)
    if (!current || isSettled(current)) return false
    const buys = isStillForSale(quote, payment, result) && (await hasNoOtherOpenPayment(payment, tx))
    if (buys) await storeCardOrder(current, result, quote, at, tx, services.keys)
    else await storeRefundDue(current, result, at, tx)
    return !buys
  })
  if (isRefundDue) services.log.info('payment-refund-due', { paymentId: payment.id })
}

const paidColumns = ({ transactionId, card: { scheme, lastDigits } }: Approved) => ({
  transaction_id: transactionId,
  unclear_since: null,
  card: JSON.stringify({ scheme, lastDigits }),
})

async function storeRefundDue(payment: Payment, result: Approved, at: Date, tx: Tx): Promise<void> {
  // The refund is the amount that was charged, even if a different amount was requested.
  const charged = { amount_cents: result.amountCents || payment.amount_cents, next_poll_at: at }
  const due = { ...paidColumns(result), ...charged }
  assertUpdated(await tx.transitionPayment(payment.id, 'REFUND_DUE', at, due), 'payment to REFUND_DUE')
  const event = { quoteId: payment.quote_id, details: settlementDetails(payment, result), now: at }
  await tx.recordAuditEvent({ ...event, what: 'payment-not-wanted' })
  if (!isAmountAsked(payment, result)) await tx.recordAuditEvent({ ...event, what: 'payment-mismatch' })
  await queueRefund(payment.id, tx)
}

async function storeCardOrder(
  payment: Payment,
  result: Approved,
  quote: SellableQuote,
  at: Date,
  tx: Tx,
  keys: Keys,
): Promise<void> {
  const { id: paymentId, session_id: sessionId } = payment
  const approved = { ...paidColumns(result), next_poll_at: null }
  assertUpdated(await tx.transitionPayment(paymentId, 'APPROVED', at, approved), 'payment to APPROVED')
  const { transactionId, card, paidAt } = result
  const request = buildBindRequest(
    quote,
    {
      policyholders: quote.policyholders,
      payment: { method: 'card', transactionId },
      paymentStart: quote.policyholders.paymentStart,
      card: { ...card, paidOn: nzToday(paidAt), paidAt: paidAt.toISOString() },
      terms: null,
    },
    at,
  )
  // The way back from a paid page needs no code: the code does not identify the customer.
  if (sessionId) await tx.restoreIdleTimeout(sessionId, at)
  await storeBindIntent(request, quote, { paymentId, sessionId, now: at }, tx, keys)
  const details = settlementDetails(payment, result)
  await tx.recordAuditEvent({ quoteId: quote.id, what: 'payment-approved', details, now: at })
  await tx.jobs.put('issue-policy', { quoteId: quote.id })
}

/** The amounts as the partner settled them. `askedCents`: for a refund, the charged amount replaces it in the row. */
const settlementDetails = (payment: Payment, { amountCents, currency, transactionId, paidAt }: Approved) => ({
  paymentId: payment.id,
  amountCents,
  currency,
  transactionId,
  paidAt: paidAt.toISOString(),
  askedCents: payment.amount_cents,
})

type SellableQuote = PricedQuote & { readonly policyholders: NonNullable<Quote['policyholders']> }

const isStillForSale = (
  quote: Quote | undefined,
  payment: Payment,
  result: Approved,
): quote is SellableQuote =>
  quote?.status === 'QUOTED' &&
  quote.version === payment.quote_version &&
  isPriced(quote) &&
  quote.policyholders !== null &&
  matchesPolicyholders(payment, quote) &&
  // The time of payment counts: a payment just before midnight is valid, even if we hear of it later.
  !hasExpired(quote, result.paidAt) &&
  !hasStartDatePassed(quote, result.paidAt) &&
  isAmountAsked(payment, result)

const isAmountAsked = (payment: Payment, { amountCents, currency }: Approved): boolean =>
  amountCents === payment.amount_cents && currency === payment.currency

/** An abandoned page may still be paid beside a newer one: the newer one then keeps the quote. */
async function hasNoOtherOpenPayment(payment: Payment, tx: Tx): Promise<boolean> {
  const open = await tx.findActivePayment(payment.quote_id)
  return open === undefined || open.id === payment.id
}
