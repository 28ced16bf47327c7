/**
 * Asks the insurer for the policy of a bind attempt and stores the result: issued, rejected, or not known
 * yet. Safe to run any number of times on any number of nodes: one lease, one idempotency key, and a look-up
 * (if needed also a quiet period) before any second request.
 */
import { randomUUID } from 'node:crypto'
import { assertMoved, errorCode, uniqueViolation } from '#db/postgres-errors.ts'
import type { BindAttempt } from '#db/repositories/bind-attempts.ts'
import type { Repositories } from '#db/repositories.ts'
import { paymentsIn, unresolvedStates } from '#journey/purchase-states.ts'
import type { BindRefusal, BindResult } from '#partners/insurer/port.ts'
import type { Dependencies } from '#server/lib/context.ts'
import { queueCollectionNotices } from '#server/mail/collection-notice.ts'
import { PartnerBusyError } from '#server/partners/bulkhead.ts'
import { toSafeFailureCode } from '#server/partners/failure-codes.ts'
import { refreshFromInsurer, requireReprice } from '#server/quotes/insurer-sync.ts'
import { decryptBindRequest } from './bind-request.ts'
import { buildPolicyRecord } from './policy-record.ts'
import { bindRetryDelaySeconds } from './poll-schedule.ts'
import { queueRefund } from './refund-payment.ts'

const leaseMs = 30_000
/** The most by which a request may leave later than is written down. */
const stallMs = 3_000
/** Whoever reads the no on the page has mended and ordered again by then, or needs it in writing. */
const noInWritingAfterSeconds = 15 * 60

export type IssueResult =
  | { readonly outcome: 'issued'; readonly policyNumber: string }
  /** `why` where the insurer said it to this very asking. */
  | { readonly outcome: 'rejected'; readonly why?: BindRefusal }
  | { readonly outcome: 'pending' }

/** `pending` also means that another caller holds the lease just now. */
export async function issuePolicy(quoteId: string, services: Dependencies): Promise<IssueResult> {
  const { repositories, now, log } = services
  const owner = randomUUID()
  const leased = await repositories.leaseIssuance(quoteId, owner, now(), leaseMs)
  const issuance = await repositories.findIssuance(quoteId)
  if (!issuance) return { outcome: 'rejected' }
  if (issuance.state === 'ISSUED' && issuance.policy_number !== null)
    return { outcome: 'issued', policyNumber: issuance.policy_number }
  if (issuance.state === 'REJECTED') return { outcome: 'rejected' }
  if (!leased) return { outcome: 'pending' }

  const answer = toldOf(issuance) ?? (await askInsurer(issuance, owner, services))
  switch (answer.outcome) {
    case 'issued':
      return (await keepPolicy(issuance, owner, answer.policyNumber, services))
        ? answer
        : { outcome: 'pending' }
    case 'rejected':
      log.error('bind-rejected', { quoteId, reason: answer.reason })
      await keepRejection(issuance, answer.reason, services)
      if (answer.reason === 'QUOTE_CHANGED' || answer.reason === 'QUOTE_UNKNOWN')
        await refreshFromInsurer(quoteId, services)
      return { outcome: 'rejected', why: answer.reason }
    case 'pending': {
      const reason = toSafeFailureCode(answer.reason)
      log.error('bind-unknown', { quoteId, attempts: issuance.attempts, reason })
      await services.withTransaction(async (within, jobs) => {
        // Else it is settled, or another holds the lease, who says when to ask again.
        if (await within.moveIssuance(quoteId, 'UNKNOWN', now(), { last_error: reason }, { owner }))
          await jobs.put('issue-policy', quoteId, bindRetryDelaySeconds(issuance.attempts))
      })
      return { outcome: 'pending' }
    }
  }
}

/** What a person was told by the insurer's people, where nothing else could settle it (`npm run ops -- settle`). */
function toldOf({ told_outcome, told_policy_number: policyNumber }: BindAttempt): BindResult | null {
  if (told_outcome === 'REJECTED') return { outcome: 'rejected', reason: 'TOLD' }
  return told_outcome === 'ISSUED' && policyNumber !== null ? { outcome: 'issued', policyNumber } : null
}

/**
 * Before anything is sent a second time the insurer is asked what became of it; and where it knows no keys, only after
 * it has been quiet for longer than it may still be at work (decision 0028).
 */
async function askInsurer(
  issuance: BindAttempt,
  owner: string,
  { insurer, keys, repositories, now, log }: Dependencies,
): Promise<BindResult> {
  try {
    const { policy } = decryptBindRequest(issuance.request_enc, issuance.quote_id, keys)
    // Read before asking: an answer that nothing was made counts only if nothing could be under way any more.
    const isQuiet =
      !issuance.sent_at || now().getTime() - issuance.sent_at.getTime() > insurer.safeResendAfterMs + stallMs
    if (issuance.attempts > 1) {
      const known = await insurer.lookupBind(policy)
      if (known) return known
    }
    if (!isQuiet) return { outcome: 'pending', reason: 'quiet' }
    // Kept first, and only while the lease is ours: whoever comes next knows that something may be under way.
    if (insurer.safeResendAfterMs > 0) {
      const sentAt = now()
      if (!(await repositories.markSent(issuance.quote_id, owner, sentAt)))
        return { outcome: 'pending', reason: 'lease lost' }
      // A process that stood still meanwhile would send when others already count on silence.
      if (now().getTime() - sentAt.getTime() > stallMs) return { outcome: 'pending', reason: 'stalled' }
    }
    return await insurer.bind(policy)
  } catch (error) {
    // This node asks about so many others that nothing was sent: no bug, and the next turn may find a place.
    if (error instanceof PartnerBusyError) {
      if (insurer.safeResendAfterMs > 0)
        await repositories.markSent(issuance.quote_id, owner, issuance.sent_at)
      return { outcome: 'pending', reason: 'no place' }
    }
    // Whatever went wrong, the policy may have been made: only looking it up can tell.
    log.error('bind-broken-off', { quoteId: issuance.quote_id }, error)
    return { outcome: 'pending', reason: error instanceof Error ? error.name : 'unknown' }
  }
}

/** False where the policy could not be kept: a person has to know. */
async function keepPolicy(
  issuance: BindAttempt,
  owner: string,
  policyNumber: string,
  services: Dependencies,
): Promise<boolean> {
  const quoteId = issuance.quote_id
  try {
    const isKept = await writePolicy(issuance, policyNumber, services)
    if (!isKept) services.log.error('policy-unkept', { quoteId })
    return isKept
  } catch (error) {
    if (errorCode(error) !== uniqueViolation) throw error
    // Whose number it is only the insurer can tell: it stays unknown until its people have (`npm run ops -- settle`).
    services.log.error('policy-number-taken', { quoteId })
    const why = { last_error: 'it gave the number of another policy of ours' }
    await services.repositories.moveIssuance(quoteId, 'UNKNOWN', services.now(), why, { owner })
    return false
  }
}

/**
 * ISSUED, CONVERTED, the policy and its mails: in one transaction or not at all. False where a no, another policy or another
 * order was written down since it was asked: the insurer holds a policy then that is in no book of ours.
 */
async function writePolicy(
  issuance: BindAttempt,
  policyNumber: string,
  services: Dependencies,
): Promise<boolean> {
  const issuedAt = services.now()
  const request = decryptBindRequest(issuance.request_enc, issuance.quote_id, services.keys)
  return services.withTransaction(async (books, jobs) => {
    const quote = await books.lockQuote(issuance.quote_id)
    if (!quote) throw new Error('an issuance without its quote')
    // A late yes to an earlier bind is not one to what was ordered since, perhaps by others.
    const made = { policy_number: policyNumber }
    const key = issuance.idem_key
    if (!(await books.moveIssuance(quote.id, 'ISSUED', issuedAt, made, { key }))) {
      const current = await books.findIssuance(quote.id)
      if (current?.state === 'ISSUED' && current.policy_number === policyNumber) return true
      await books.record({
        quoteId: quote.id,
        what: 'policy-unkept',
        details: { policyNumber },
        now: issuedAt,
      })
      return false
    }
    const record = buildPolicyRecord(quote, request, policyNumber, issuedAt)
    await books.insertPolicy({
      quoteId: quote.id,
      brand: quote.brand,
      record,
      termsAt: request.terms && new Date(request.terms.agreedAt),
      declaredAt: quote.declared_at ?? issuance.created_at,
      issuedAt,
      source: quote.source,
      partner_id: quote.partner_id,
    })
    assertMoved(await books.setQuoteStatus(quote.id, 'CONVERTED', issuedAt), 'quote to CONVERTED')
    const details = { policyNumber }
    await books.record({ quoteId: quote.id, what: 'policy-issued', details, now: issuedAt, sale: quote })
    await jobs.put('policy-mail', quote.id)
    await queueCollectionNotices(quote.id, record, jobs)
    return true
  })
}

/**
 * The insurer's definite no: the quote is open again, and a card's money goes back. Where it is a policy already nobody is
 * written that there is none.
 */
async function keepRejection(
  issuance: BindAttempt,
  reason: BindRefusal,
  services: Dependencies,
): Promise<void> {
  const at = services.now()
  const { quote_id: quoteId, payment_id: paymentId, idem_key: key } = issuance
  // TOLD: a person knows the reason. MALFORMED: it may be the account, and another one will do. After any other no the quote
  // goes off sale, or the next card would pay for the same no.
  const isSold = reason === 'QUOTE_CONVERTED'
  const staysOnSale = reason === 'TOLD' || (reason === 'MALFORMED' && paymentId === null)
  await services.withTransaction(async (repositories, jobs) => {
    await repositories.lockQuote(quoteId)
    // A late no to an earlier bind must not reject the one begun since, which may be a policy by now.
    const current = await repositories.findIssuance(quoteId)
    if (current?.idem_key !== key || !unresolvedStates.includes(current.state)) return
    const isDue = paymentId !== null && (await makeDue(paymentId, at, repositories))
    const why = { last_error: reason }
    assertMoved(
      await repositories.moveIssuance(quoteId, 'REJECTED', at, why, { key }),
      'issuance to REJECTED',
    )
    assertMoved(await repositories.setQuoteStatus(quoteId, 'QUOTED', at), 'quote to QUOTED')
    // Others may buy it yet, and theirs is theirs.
    await repositories.lowerBought(quoteId, at)
    await repositories.record({ quoteId, what: 'policy-rejected', now: at })
    // The insurer has a policy of this quote that we have not: whose it is only a person can find out.
    if (isSold) {
      services.log.error('policy-unkept', { quoteId })
      await repositories.record({ quoteId, what: 'policy-unkept', now: at })
    }
    if (paymentId === null) {
      // Only the first asking may have been the page's own; and nobody knows whether that page was still there to say it.
      const after = issuance.attempts > 1 ? 0 : noInWritingAfterSeconds
      if (!isSold) await jobs.put('no-policy-mail', `${quoteId} ${key}`, after)
    } else if (isDue) await queueRefund(paymentId, jobs)
    const quote = staysOnSale ? undefined : await repositories.findQuote(quoteId)
    if (quote?.status === 'QUOTED')
      assertMoved(await requireReprice(quote, { repositories, now: services.now }), 'quote off sale')
  })
}

/** The money that was to buy it is to go back; false where a person has sent it back already. */
async function makeDue(paymentId: string, at: Date, books: Repositories): Promise<boolean> {
  if (await books.movePayment(paymentId, 'REFUND_DUE', at, { look_again_at: at })) return true
  const current = await books.findPayment(paymentId)
  assertMoved(
    current !== undefined && paymentsIn('going-back', 'back').includes(current.state),
    'payment to REFUND_DUE',
  )
  return false
}
