/** Buys the policy by direct debit (quote/bind), once, however often and wherever the customer clicks. */
import { isConnectionLost } from '#db/postgres-errors.ts'
import type { BindAttempt } from '#db/repositories/bind-attempts.ts'
import type { Quote } from '#db/repositories/quotes.ts'
import { can } from '#journey/access-level.ts'
import type { BindRejection } from '#partners/insurer/port.ts'
import { findAccessLevel } from '#server/access/find-access-level.ts'
import type { Dependencies, Tx, WithoutPartners } from '#server/lib/dependencies.ts'
import {
  type HandlerResult,
  okResult,
  problemResult,
  type RequestContext,
} from '#server/lib/handler-types.ts'
import { canBeOrdered, expireQuoteIfDue, isPriced, isStale } from '#server/quotes/quote-checks.ts'
import { hasChangedPolicyholders, restrictOtherSessionsToSummary } from '#server/quotes/quote-ownership.ts'
import { type BindBody, bindErrors, bindRequestFromBody } from './bind-mapper.ts'
import { type BindRequest, matchesOrder, storeBindIntent } from './bind-request.ts'
import { isConvertedAtInsurer, issuePolicy } from './issue-policy.ts'
import { bindWaitIntervalMs, maximumBindWaitMs, rejectionRepeatedMs } from './retry-schedules.ts'

type StartedBind =
  /** `isOther`: a policy was already ordered by other people or from another account. */
  { readonly isOther: boolean } | Extract<HandlerResult<'quoteBind'>, { readonly refused: unknown }>

/** With the quote locked: stores the order or finds the stored one, before any partner is called. */
async function startBind(
  body: BindBody,
  caller: RequestContext,
  tx: Tx,
  services: WithoutPartners,
): Promise<StartedBind> {
  const now = services.now()
  const quote = await tx.lockQuote(body.id)
  if (quote?.brand !== caller.brand.key) return problemResult('NOT_READY')
  const access = { level: await findAccessLevel(caller, body.id, tx), quote }
  if (quote.status === 'BINDING' || quote.status === 'CONVERTED') {
    if (!can(access, 'viewPolicy')) return problemResult('NOT_READY')
    const ordered = await tx.findBindAttempt(quote.id)
    return { isOther: !!ordered && isOtherOrder(ordered, body, quote, caller, services) }
  }
  if (!can(access, 'editQuote')) return problemResult('NOT_READY')
  if ((await expireQuoteIfDue(quote, tx, now)) === 'EXPIRED') return problemResult('QUOTE_EXPIRED')
  const before = await tx.findBindAttempt(quote.id)
  // The insurer said that the quote is sold, and has given no price since: do not say that there is no policy.
  if (quote.status === 'QUOTED' && !isPriced(quote) && isConvertedAtInsurer(before))
    return problemResult('QUOTE_CONVERTED')
  if (!canBeOrdered(quote, now)) return problemResult('NOT_READY')
  // Before bindErrors: input typed beside older answers may not fit the newest ones. That is not malformed.
  if (isStale(body.attributes.policyHistory, quote)) return problemResult('STALE')
  const errors = bindErrors(body, quote, services, now)
  if (errors.length > 0) return problemResult('MALFORMED', { errors })
  const request = bindRequestFromBody(body, quote, caller, services, now)
  if (before && isPollAfterRejection(before, request, quote, services))
    return problemResult(refusalFor(before.last_error))
  await storeDirectDebitOrder(request, quote, caller, tx, services)
  return { isOther: false }
}

async function storeDirectDebitOrder(
  request: BindRequest,
  quote: Quote,
  caller: RequestContext,
  tx: Tx,
  { keys, now }: WithoutPartners,
): Promise<void> {
  const at = now()
  const quoteId = quote.id
  // Other sessions lose access to other people's order, as when they are saved in step 4.
  if (hasChangedPolicyholders(quote, request.policy))
    await restrictOtherSessionsToSummary(quoteId, caller, tx, at)
  await storeBindIntent(request, quote, { paymentId: null, sessionId: caller.sessionId, now: at }, tx, keys)
  const details = { version: quote.version }
  await tx.recordAuditEvent({ quoteId, what: 'bind-intended', details, now: at })
  // If a card page is still open, close it: a payment there would have to be refunded.
  const page = await tx.findActivePayment(quoteId)
  if (page) await tx.jobs.put('close-card-page', { paymentId: page.id })
}

/**
 * True if the browser may still poll this order, which was rejected after more than one attempt. The mail that there is
 * no policy was then sent at once, so a poll must not order again.
 */
const isPollAfterRejection = (
  { state, attempts, changed_at: rejectedAt, quote_version, request_hash }: BindAttempt,
  request: BindRequest,
  quote: Quote,
  { keys, now }: WithoutPartners,
): boolean =>
  state === 'REJECTED' &&
  attempts > 1 &&
  now().getTime() - rejectedAt.getTime() < rejectionRepeatedMs &&
  quote_version === quote.version &&
  matchesOrder(request_hash, request, keys)

/** A customer must not take an existing policy for one paid from the account just typed. */
function isOtherOrder(
  ordered: BindAttempt,
  body: BindBody,
  quote: Quote,
  caller: RequestContext,
  services: WithoutPartners,
): boolean {
  if (!isPriced(quote)) return false
  const request = bindRequestFromBody(body, quote, caller, services, services.now())
  return !matchesOrder(ordered.request_hash, request, services.keys)
}

export async function bindByDirectDebit(
  body: BindBody,
  caller: RequestContext,
  services: Dependencies,
): Promise<HandlerResult<'quoteBind'>> {
  let isOrdered = false
  try {
    const started = await services.withTransaction(tx => startBind(body, caller, tx, services))
    if ('refused' in started) return started
    isOrdered = true
    return await waitForOutcome(body.id, started.isOther, services)
  } catch (error) {
    // Without a database connection nothing was sent or stored, so the browser retries the request.
    if (!isOrdered && !isConnectionLost(error)) throw error
    // The order is stored, or may be: the customer must not try other details meanwhile.
    services.log.error('bind-unknown', { quoteId: body.id }, error)
    return problemResult('BIND_PENDING')
  }
}

async function waitForOutcome(
  quoteId: string,
  isOther: boolean,
  services: Dependencies,
): Promise<HandlerResult<'quoteBind'>> {
  const until = services.now().getTime() + maximumBindWaitMs
  for (;;) {
    const result = await issuePolicy(quoteId, services)
    if (result.outcome === 'issued')
      return isOther ? problemResult('QUOTE_CONVERTED') : okResult({ policyNumber: result.policyNumber })
    if (result.outcome === 'rejected') return problemResult(refusalFor(result.why))
    if (!result.isOtherWorkerActive || services.now().getTime() > until) return problemResult('BIND_PENDING')
    await services.pause(bindWaitIntervalMs)
  }
}

function refusalFor(why: string | null): 'STALE' | 'QUOTE_CONVERTED' | 'REJECTED' {
  // Another amend reached the insurer first: the quote is fine, but the price shown is old.
  if (why === ('QUOTE_CHANGED' satisfies BindRejection)) return 'STALE'
  // Sold elsewhere, or to this customer before our database lost it: do not say that there is no policy.
  return why === ('QUOTE_CONVERTED' satisfies BindRejection) ? 'QUOTE_CONVERTED' : 'REJECTED'
}
