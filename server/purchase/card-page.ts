/** Opens and closes the card partner's payment page of a quote, which has at most one open payment. */
import { randomUUID } from 'node:crypto'
import type { openQuoteRequiredProblems } from '#contract/problems.ts'
import { ignoreConflict } from '#db/postgres-errors.ts'
import type { Payment } from '#db/repositories/payments.ts'
import type { Quote } from '#db/repositories/quotes.ts'
import type { Repositories } from '#db/repositories.ts'
import { can } from '#journey/access-level.ts'
import { coverEndDate } from '#journey/cover.ts'
import { addDays } from '#journey/dates.ts'
import { isAllowedFirstDebit } from '#journey/first-debit.ts'
import { cardReturnPaths } from '#journey/page-paths.ts'
import { cardSchemes } from '#journey/payment-methods.ts'
import { closedQuoteProblem } from '#journey/purchase-states.ts'
import { sessionIdleSeconds } from '#server/access/browser-session.ts'
import { findAccessLevel } from '#server/access/find-access-level.ts'
import { hashToken, hmac } from '#server/lib/crypto.ts'
import type { Dependencies, Tx, WithoutPartners } from '#server/lib/dependencies.ts'
import { dayMs, minuteMs } from '#server/lib/durations.ts'
import { problemResult, type RequestContext } from '#server/lib/handler-types.ts'
import { matchesPolicyholders, policyholdersFingerprint } from '#server/quotes/canonical-form.ts'
import {
  canBeOrdered,
  expireAndGetClosedProblem,
  isStale,
  type PricedQuote,
} from '#server/quotes/quote-checks.ts'
import { nextPollAt } from './retry-schedules.ts'
import { syncPayment } from './sync-payment.ts'

export type CardPageResult =
  | { readonly url: string }
  | { readonly refused: (typeof openQuoteRequiredProblems)[number] | 'REJECTED' | 'PARTNER_UNAVAILABLE' }

const returnCodeMs = 100 * minuteMs
const pageCreationLimitMs = 10 * minuteMs
/** Longer than the partner may take; a page that was never returned to a customer can be dropped safely. */
const partnerAnswerLimitMs = minuteMs
/** The limit of pages per quote: each is polled for days, and no customer changes their mind as often. */
const maximumPagesPerDay = 10
const closeAgainSeconds = 60
const closeTriedForMs = 10 * minuteMs

type ShownVersion = Parameters<typeof isStale>[0]

type Stale = { readonly refused: 'STALE' }
type Offer =
  | { readonly payment: Payment; readonly quote: PricedQuote }
  | Exclude<CardPageResult, { readonly url: string }>
  | Stale

/** `shown`: the version whose price the customer saw, if the page sends it. */
export async function startCardPayment(
  quoteId: string,
  caller: RequestContext,
  services: Dependencies,
): Promise<CardPageResult>
export async function startCardPayment(
  quoteId: string,
  caller: RequestContext,
  services: Dependencies,
  shown: ShownVersion,
): Promise<CardPageResult | Stale>
export async function startCardPayment(
  quoteId: string,
  caller: RequestContext,
  services: Dependencies,
  shown?: ShownVersion,
): Promise<CardPageResult | Stale> {
  const before = await services.repositories.findActivePayment(quoteId)
  // The payment may have been declined, cancelled or paid since our last look.
  if (before?.state === 'PENDING') await syncPayment(before.id, services)
  const offer = await services.withTransaction(tx => offerPage(quoteId, caller, shown, tx, services))
  return 'refused' in offer ? offer : createPage(offer.payment, offer.quote, caller, services)
}

/**
 * The open payment of this quote, new or existing, with a way back for this caller. The quote is locked, so
 * that a session that loses access now cannot regain it by a return code.
 */
async function offerPage(
  quoteId: string,
  caller: RequestContext,
  shown: ShownVersion,
  tx: Tx,
  services: WithoutPartners,
): Promise<Offer> {
  const now = services.now()
  const quote = await tx.lockQuote(quoteId)
  if (quote?.brand !== caller.brand.key) return problemResult('NOT_READY')
  const closed = await expireAndGetClosedProblem(quote, tx, now)
  if (closed) return problemResult(closed)
  if (!canBePaidByCard(quote, now)) return problemResult('NOT_READY')
  const level = await findAccessLevel(caller, quoteId, tx)
  if (!can({ level, quote }, 'editQuote')) return problemResult('NOT_READY')
  if (isStale(shown, quote)) return problemResult('STALE')
  const current = await tx.findActivePayment(quoteId)
  if (!current || !matchesQuote(current, quote)) {
    if (await hasUsedAllPages(quoteId, tx, services)) return problemResult('REJECTED')
    await replacePayment(current, quote, caller, tx, services)
  }
  const payment = await tx.findActivePayment(quoteId)
  if (!payment || !matchesQuote(payment, quote)) return problemResult('PARTNER_UNAVAILABLE')
  await storeReturnCode(payment, caller, tx, services)
  return { payment, quote }
}

/** If so, the old page stays open, even for other people or another price; money paid there is refunded. */
async function hasUsedAllPages(
  quoteId: string,
  tx: Tx,
  { config, now, log }: WithoutPartners,
): Promise<boolean> {
  const since = now().getTime() - dayMs
  // A payment whose page was never made (partner outage, or a wrong key of ours) is not polled.
  const begun = (await tx.findPaymentsOfQuote(quoteId)).filter(
    one => one.card_session_id !== null && one.created_at.getTime() > since,
  )
  if (begun.length < maximumPagesPerDay * config.limitFactor) return false
  log.error('card-pages-used-up', { quoteId })
  return true
}

const amountOf = ({ insurer_quote }: PricedQuote): number => insurer_quote.instalmentCents

const canBePaidByCard = (quote: Quote, now: Date): quote is PricedQuote =>
  canBeOrdered(quote, now) && quote.policyholders !== null && startsInTime(quote)

/** The first debit was checked when the policyholders were saved; the start of cover may have moved since. */
const startsInTime = ({ policyholders, choice }: Quote): boolean =>
  !policyholders?.paymentStart ||
  (choice !== null && isAllowedFirstDebit(policyholders.paymentStart, choice.startDate))

const matchesQuote = (payment: Payment, quote: PricedQuote): boolean =>
  payment.quote_version === quote.version &&
  payment.amount_cents === amountOf(quote) &&
  matchesPolicyholders(payment, quote)

/** Derived from the payment's id, so that a retry at the partner requests the same page. */
const webhookToken = (paymentId: string, { keys }: Pick<Dependencies, 'keys'>): string =>
  hmac(keys, `webhook|${paymentId}`)
const returnCode = (paymentId: string, { keys }: Pick<Dependencies, 'keys'>): string =>
  hmac(keys, `return|${paymentId}`)

/**
 * Makes the return code valid for one more use, and extends the session until then, because the browser sends
 * no request while it shows the partner's page.
 */
async function storeReturnCode(
  { id, quote_id }: Pick<Payment, 'id' | 'quote_id'>,
  { sessionId }: RequestContext,
  tx: Tx,
  services: WithoutPartners,
): Promise<void> {
  const expiresAt = new Date(services.now().getTime() + returnCodeMs)
  if (sessionId) await tx.assignPaymentToSession(id, sessionId)
  await tx.upsertLoginToken({
    tokenHash: hashToken(returnCode(id, services)),
    quoteId: quote_id,
    kind: 'return',
    sessionId,
    showsPeople: false,
    expiresAt,
  })
  if (!sessionId) return
  const seenAt = new Date(expiresAt.getTime() - sessionIdleSeconds(services) * 1000)
  await tx.postponeIdleTimeout(sessionId, seenAt)
}

async function replacePayment(
  older: Payment | undefined,
  quote: PricedQuote,
  caller: RequestContext,
  tx: Tx,
  services: WithoutPartners,
): Promise<void> {
  const at = services.now()
  // The older page may still be paid, even after it closes: its payment is polled until the partner expires it.
  if (older && (await tx.transitionPayment(older.id, 'EXPIRED', at)))
    await tx.jobs.put('close-card-page', { paymentId: older.id })
  const id = randomUUID()
  ignoreConflict(
    await tx.insertPayment({
      id,
      quote_id: quote.id,
      idempotency_key: randomUUID(),
      quote_version: quote.version,
      amount_cents: amountOf(quote),
      currency: 'NZD',
      state: 'CREATED',
      webhook_token_hash: hashToken(webhookToken(id, services)),
      session_id: caller.sessionId,
      policyholders_hash: policyholdersFingerprint(quote),
      next_poll_at: new Date(at.getTime() + pageCreationLimitMs),
      created_at: at,
      changed_at: at,
    }),
  )
}

async function createPage(
  payment: Payment,
  quote: PricedQuote,
  caller: RequestContext,
  services: Dependencies,
): Promise<CardPageResult> {
  if (payment.page_url !== null) return { url: payment.page_url }
  const { repositories, cards, now } = services
  const { brand, origin } = caller
  const { quoteNumber, choice } = quote.insurer_quote
  const back = `uuid=${quote.id}&token=${returnCode(payment.id, services)}`
  const answer = await cards.createSession({
    idempotencyKey: payment.idempotency_key,
    amountCents: payment.amount_cents,
    currency: 'NZD',
    seller: brand.name,
    reference: quoteNumber,
    schemes: cardSchemes,
    threeDSecure: true,
    instalments:
      choice.frequency === 'ANNUAL'
        ? null
        : { frequency: choice.frequency, lastDay: addDays(coverEndDate(choice.startDate), -1) },
    urls: {
      approved: `${origin}${cardReturnPaths.approved}?id=${quote.id}&uuid=${quote.id}`,
      declined: `${origin}${cardReturnPaths.declined}?${back}`,
      cancelled: `${origin}${cardReturnPaths.cancelled}?${back}`,
      webhook: `${origin}/edge/notices/card/${webhookToken(payment.id, services)}`,
    },
  })
  if (answer.outcome === 'refused') {
    services.log.error('card-page-refused', { paymentId: payment.id, reason: answer.reason })
    // Another tab may have got the page meanwhile, and the customer may pay there.
    return (await repositories.expireUnopenedPayment(payment.id, now()))
      ? problemResult('REJECTED')
      : readPage(payment.id, services)
  }
  if (answer.outcome === 'unknown') {
    // For a day some partners respond to a repeated idempotency key with the first response, even a failure.
    const next = new Date(payment.created_at.getTime() + partnerAnswerLimitMs)
    await repositories.schedulePaymentPoll(payment.id, next, ['CREATED'])
    return readPage(payment.id, services)
  }
  const closed = await services.withTransaction(async tx => {
    const current = await tx.lockQuote(quote.id)
    ignoreConflict(
      await tx.transitionPayment(payment.id, 'PENDING', now(), {
        card_session_id: answer.sessionId,
        page_url: answer.pageUrl,
        // The code is part of this page's address: JWT_KEY may have changed since the payment began.
        webhook_token_hash: hashToken(webhookToken(payment.id, services)),
        next_poll_at: nextPollAt(payment, now(), cards.pageOpenHours),
      }),
    )
    // The quote may have been ordered by bank meanwhile. That order could not close this page: its session id was not stored yet.
    const problem = current ? closedQuoteProblem(current.status) : null
    if (problem) await tx.jobs.put('close-card-page', { paymentId: payment.id })
    return problem
  })
  return closed ? problemResult(closed) : readPage(payment.id, services)
}

/** Reads the page URL from our own row, because another request may have stored it. */
async function readPage(paymentId: string, { repositories }: Dependencies): Promise<CardPageResult> {
  const payment = await repositories.findPayment(paymentId)
  return payment?.state === 'PENDING' && payment.page_url
    ? { url: payment.page_url }
    : problemResult('PARTNER_UNAVAILABLE')
}

/** Closes a replaced page at the partner. If it cannot be closed, money paid there is refunded. */
export async function closeCardPage(paymentId: string, services: Dependencies): Promise<void> {
  const { repositories, cards, jobs, log, now } = services
  const payment = await repositories.findPayment(paymentId)
  if (!cards.closePage || !payment || payment.card_session_id === null) return
  const supersededAt = await whenSuperseded(payment, repositories)
  if (!supersededAt) return
  const outcome = await cards.closePage(payment.card_session_id)
  // The session is closed now, or ended earlier, perhaps by a payment.
  if (outcome !== 'unknown') {
    await syncPayment(paymentId, services)
    return
  }
  log.info('card-page-not-closed', { paymentId })
  if (now().getTime() - supersededAt.getTime() < closeTriedForMs)
    await jobs.put('close-card-page', { paymentId }, closeAgainSeconds)
}

/** The time when the page was replaced; null while it is in use. */
async function whenSuperseded(payment: Payment, repositories: Repositories): Promise<Date | null> {
  if (payment.state !== 'PENDING') return payment.state === 'EXPIRED' ? payment.changed_at : null
  // Still open, and not the payment of the policy: that one would be APPROVED.
  const quote = await repositories.findQuote(payment.quote_id)
  return quote && (quote.status === 'BINDING' || quote.status === 'CONVERTED') ? quote.changed_at : null
}
