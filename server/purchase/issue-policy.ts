/**
 * Asks the insurer for the policy of an order and stores the result. A lease, an idempotency key and a look-up before
 * a second request make it safe to repeat on any node.
 */
import { randomUUID } from 'node:crypto'
import { assertUpdated, errorCode, ignoreConflict, uniqueViolation } from '#db/postgres-errors.ts'
import type { BindAttempt } from '#db/repositories/bind-attempts.ts'
import { privacyNoticeRecipients } from '#documents/mail/privacy-notice-mail.ts'
import { paymentStatesOfPhases, unresolvedBindStates } from '#journey/purchase-states.ts'
import { purchaseDurationClass } from '#journey/sales-events.ts'
import { type FailureCode, toFailureCode } from '#partners/failure-codes.ts'
import type { BindRejection, BindResult } from '#partners/insurer/port.ts'
import type { Dependencies, Tx } from '#server/lib/dependencies.ts'
import { refreshFromInsurer, requireNewPrice } from '#server/quotes/refresh-from-insurer.ts'
import { decryptBindRequest } from './bind-request.ts'
import { buildPolicyRecord } from './build-records.ts'
import { queueRefund } from './refund-payment.ts'
import { bindRetryDelaySeconds } from './retry-schedules.ts'
import { sendAtMostOnce } from './send-at-most-once.ts'

const leaseMs = 30_000
/** By then a customer who saw the rejection on the page has corrected the order; all others need it in writing. */
const rejectedOrderMailDelaySeconds = 15 * 60

export type IssueResult =
  | { readonly outcome: 'issued'; readonly policyNumber: string }
  /** `why` is a BindRejection; null if nothing was ordered. */
  | { readonly outcome: 'rejected'; readonly why: string | null }
  /** `isOtherWorkerActive`: another worker holds the lease or has stored a result, so it pays to ask again soon. */
  | { readonly outcome: 'pending'; readonly isOtherWorkerActive: boolean }

export async function issuePolicy(quoteId: string, services: Dependencies): Promise<IssueResult> {
  const { repositories, now } = services
  const owner = randomUUID()
  const isLeased = await repositories.acquireBindLease(quoteId, owner, now(), leaseMs)
  const bindAttempt = await repositories.findBindAttempt(quoteId)
  if (!bindAttempt) return { outcome: 'rejected', why: null }
  if (bindAttempt.state === 'ISSUED' && bindAttempt.policy_number !== null)
    return { outcome: 'issued', policyNumber: bindAttempt.policy_number }
  if (bindAttempt.state === 'REJECTED') return { outcome: 'rejected', why: bindAttempt.last_error }
  if (!isLeased) return { outcome: 'pending', isOtherWorkerActive: true }

  const answer = manualOutcomeOf(bindAttempt) ?? (await askInsurer(bindAttempt, owner, services))
  switch (answer.outcome) {
    case 'issued':
      return storePolicyOrReport(bindAttempt, owner, answer.policyNumber, services)
    case 'rejected':
      services.log.error('bind-rejected', { quoteId, reason: answer.reason })
      await services.withTransaction(tx => storeRejection(bindAttempt, answer.reason, tx, services))
      if (answer.reason === 'QUOTE_CHANGED' || answer.reason === 'QUOTE_UNKNOWN')
        await refreshFromInsurer(quoteId, services)
      return { outcome: 'rejected', why: answer.reason }
    case 'pending':
      return storeUnknown(bindAttempt, owner, toFailureCode(answer.reason), services)
  }
}

/** What the insurer's staff told an operator (`npm run ops -- settle`). */
function manualOutcomeOf({
  manual_outcome,
  manual_policy_number: policyNumber,
}: BindAttempt): BindResult | null {
  if (manual_outcome === 'REJECTED') return { outcome: 'rejected', reason: 'MANUAL' }
  return manual_outcome === 'ISSUED' && policyNumber !== null ? { outcome: 'issued', policyNumber } : null
}

async function askInsurer(
  { quote_id: quoteId, encrypted_request, attempts, sent_at: sentBefore }: BindAttempt,
  owner: string,
  { insurer, keys, repositories, now, log }: Dependencies,
): Promise<BindResult> {
  try {
    const { policy } = decryptBindRequest(encrypted_request, quoteId, keys)
    return await sendAtMostOnce<BindResult>({
      sentBefore,
      quietMs: insurer.safeResendAfterMs,
      lookUp: async () => (attempts > 1 ? insurer.lookupBind(policy) : null),
      recordSent: at => repositories.recordBindSent(quoteId, owner, at),
      send: () => insurer.bind(policy),
      unsent: reason => ({ outcome: 'pending', reason }),
      now,
    })
  } catch (error) {
    // Whatever failed, the policy may exist: only a look-up can tell.
    log.error('bind-broken-off', { quoteId }, error)
    return { outcome: 'pending', reason: 'other' }
  }
}

/** Stores that the insurer has not answered, and asks it again later. */
async function storeUnknown(
  { quote_id: quoteId, attempts }: BindAttempt,
  owner: string,
  reason: FailureCode,
  { withTransaction, log, now }: Dependencies,
): Promise<IssueResult> {
  log.error('bind-unknown', { quoteId, attempts, reason })
  const isStored = await withTransaction(async tx => {
    const changes = { last_error: reason }
    // Otherwise another worker decides when to ask again, or has settled it.
    if (!(await tx.transitionBindAttempt(quoteId, 'UNKNOWN', now(), changes, { owner }))) return false
    await tx.jobs.put('issue-policy', { quoteId }, bindRetryDelaySeconds(attempts))
    return true
  })
  return { outcome: 'pending', isOtherWorkerActive: !isStored }
}

/** A policy that cannot be stored is logged: an operator has to find out whose it is. */
async function storePolicyOrReport(
  bindAttempt: BindAttempt,
  owner: string,
  policyNumber: string,
  services: Dependencies,
): Promise<IssueResult> {
  const quoteId = bindAttempt.quote_id
  try {
    if (await storePolicy(bindAttempt, policyNumber, services)) return { outcome: 'issued', policyNumber }
    services.log.error('policy-at-insurer-only', { quoteId })
    return { outcome: 'pending', isOtherWorkerActive: true }
  } catch (error) {
    if (errorCode(error) !== uniqueViolation) throw error
    // Only the insurer knows whose policy number it is, so an operator settles it (`npm run ops -- settle`).
    services.log.error('policy-number-taken', { quoteId })
    const why = { last_error: 'it gave the number of another policy of ours' }
    ignoreConflict(
      await services.repositories.transitionBindAttempt(quoteId, 'UNKNOWN', services.now(), why, { owner }),
    )
    return { outcome: 'pending', isOtherWorkerActive: false }
  }
}

/** False if another result was stored meanwhile: the insurer then has a policy unknown to us. */
async function storePolicy(
  bindAttempt: BindAttempt,
  policyNumber: string,
  services: Dependencies,
): Promise<boolean> {
  const issuedAt = services.now()
  const request = decryptBindRequest(bindAttempt.encrypted_request, bindAttempt.quote_id, services.keys)
  return services.withTransaction(async tx => {
    const quote = await tx.lockQuote(bindAttempt.quote_id)
    if (!quote) throw new Error('a bind attempt without its quote')
    // A late confirmation of an earlier bind does not confirm a later order, which may be by other people.
    const made = { policy_number: policyNumber }
    const key = bindAttempt.idempotency_key
    if (!(await tx.transitionBindAttempt(quote.id, 'ISSUED', issuedAt, made, { key })))
      return isStoredElseReport(quote.id, policyNumber, issuedAt, tx)
    const record = buildPolicyRecord(quote, request, policyNumber, issuedAt)
    await tx.insertPolicy({
      policy_number: policyNumber,
      quote_id: quote.id,
      brand: quote.brand,
      record: JSON.stringify(record),
      terms_at: request.terms && new Date(request.terms.agreedAt),
      declared_at: quote.declared_at ?? bindAttempt.created_at,
      issued_at: issuedAt,
      source: quote.source,
      partner_id: quote.partner_id,
    })
    assertUpdated(await tx.setQuoteStatus(quote.id, 'CONVERTED', issuedAt), 'quote to CONVERTED')
    const details = { policyNumber }
    await tx.recordAuditEvent({ quoteId: quote.id, what: 'policy-issued', details, now: issuedAt })
    await tx.countSalesEvent({
      quoteId: quote.id,
      event: 'policy',
      detail: purchaseDurationClass(quote.created_at, issuedAt),
      cents: record.premium.yearTotalCents,
      now: issuedAt,
    })
    await tx.jobs.put('policy-mail', { quoteId: quote.id })
    for (const place of privacyNoticeRecipients(record.policyholders))
      await tx.jobs.put('privacy-notice', { quoteId: quote.id, place })
    return true
  })
}

/** True if this very policy is stored already; otherwise records that only the insurer has it. */
async function isStoredElseReport(quoteId: string, policyNumber: string, now: Date, tx: Tx) {
  const current = await tx.findBindAttempt(quoteId)
  if (current?.state === 'ISSUED' && current.policy_number === policyNumber) return true
  await tx.recordAuditEvent({ quoteId, what: 'policy-at-insurer-only', details: { policyNumber }, now })
  return false
}

/** Stores the insurer's rejection: the quote is open again, and a card payment is refunded. */
async function storeRejection(
  { quote_id: quoteId, payment_id: paymentId, idempotency_key: key, attempts }: BindAttempt,
  reason: BindRejection,
  tx: Tx,
  { log, now }: Dependencies,
): Promise<void> {
  const at = now()
  const quote = await tx.lockQuote(quoteId)
  // A late rejection of an earlier bind must not reject a later one, which may be a policy by now.
  const current = await tx.findBindAttempt(quoteId)
  if (!quote || current?.idempotency_key !== key || !unresolvedBindStates.includes(current.state)) return
  const isRefundDue = paymentId !== null && (await markRefundDue(paymentId, at, tx))
  // Other people may still buy it, and their data stays.
  await tx.downgradeBuyerAccess(quoteId, at)
  const why = { last_error: reason }
  assertUpdated(
    await tx.transitionBindAttempt(quoteId, 'REJECTED', at, why, { key }),
    'bind attempt to REJECTED',
  )
  assertUpdated(await tx.setQuoteStatus(quoteId, 'QUOTED', at), 'quote to QUOTED')
  await tx.recordAuditEvent({ quoteId, what: 'policy-rejected', now: at })
  await tx.countSalesEvent({ quoteId, event: 'bind-refused', now: at })
  // The insurer has a policy of this quote that we do not have: only an operator can find out whose it is.
  const isSold = reason === 'QUOTE_CONVERTED'
  if (isSold) {
    log.error('policy-at-insurer-only', { quoteId })
    await tx.recordAuditEvent({ quoteId, what: 'policy-at-insurer-only', now: at })
  }
  if (isRefundDue) await queueRefund(paymentId, tx)
  // After the first attempt no page may be waiting, so the mail goes at once.
  const mailAfter = attempts > 1 ? 0 : rejectedOrderMailDelaySeconds
  if (paymentId === null && !isSold) await tx.jobs.put('rejected-order-mail', { quoteId, key }, mailAfter)
  if (!staysOnSale(reason, paymentId)) assertUpdated(await requireNewPrice(quote, tx, at), 'quote off sale')
}

/**
 * True if the quote can still be bought after a rejection. MANUAL: an operator knows the reason. MALFORMED without a card
 * payment: another bank account may work. After any other rejection the next card would pay for the same rejection.
 */
const staysOnSale = (reason: BindRejection, paymentId: string | null): boolean =>
  reason === 'MANUAL' || (reason === 'MALFORMED' && paymentId === null)

/** Marks the payment for a refund; false if an operator has refunded it already. */
async function markRefundDue(paymentId: string, at: Date, tx: Tx): Promise<boolean> {
  if (await tx.transitionPayment(paymentId, 'REFUND_DUE', at, { next_poll_at: at })) return true
  const current = await tx.findPayment(paymentId)
  assertUpdated(
    current !== undefined && paymentStatesOfPhases('refunding', 'refunded').includes(current.state),
    'payment to REFUND_DUE',
  )
  return false
}

/**
 * The quote was sold by phone, or here before the database lost it. We have no record of that policy: until
 * an operator finds its owner, we tell no customer that there is no policy.
 */
export const isConvertedAtInsurer = (bindAttempt: BindAttempt | undefined): boolean =>
  bindAttempt?.state === 'REJECTED' && bindAttempt.last_error === ('QUOTE_CONVERTED' satisfies BindRejection)
