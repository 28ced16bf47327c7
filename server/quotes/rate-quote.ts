/** Gets a price for a quote and saves it as the next version; the later of two requests is STALE. */
import type { AmendBody } from '#contract/wire/rating-answers.ts'
import { ignoreConflict, QuoteNumberTakenError } from '#db/postgres-errors.ts'
import type { Quote } from '#db/repositories/quotes.ts'
import { can } from '#journey/access-level.ts'
import { nzToday } from '#journey/dates.ts'
import { declineReason } from '#journey/decline-rules.ts'
import type { QuoteStatus } from '#journey/purchase-states.ts'
import { pickIndicators } from '#journey/questions/yes-no-questions.ts'
import type { SalesEvent } from '#journey/sales-events.ts'
import type { CompleteQuote, InsurerQuote, InsurerQuoteResult, RiskToQuote } from '#partners/insurer/port.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import {
  emptyResult,
  type Handler,
  type HandlerResult,
  okResult,
  problemResult,
  type QuoteAccess,
  type RequestContext,
} from '#server/lib/handler-types.ts'
import { buildRisk } from './build-risk.ts'
import { expireAndGetClosedProblem } from './quote-checks.ts'
import { applicantIfMainDriver, hasAddedDrivers, restrictOtherSessionsToSummary } from './quote-ownership.ts'
import {
  refreshFromInsurer,
  requireNewPrice,
  storeInsurerVersion,
  toCompleteQuote,
} from './refresh-from-insurer.ts'
import { toQuoteResponse } from './response-mapper.ts'

interface Outcome {
  readonly quote: Quote
  readonly to: QuoteStatus
  readonly body: AmendBody
  readonly risk: RiskToQuote
  readonly priced: CompleteQuote | null
  readonly why?: string | undefined
}

const offSaleProblems = {
  converted: 'QUOTE_CONVERTED',
  expired: 'QUOTE_EXPIRED',
  failed: 'PARTNER_UNAVAILABLE',
} as const

const refusalEvents: Partial<Record<QuoteStatus, SalesEvent>> = { DECLINED: 'declined', OFFLINE: 'referred' }

/** No answer keeps the old value, so a changed quote must be declared again. An explicit no stores 0. */
function declaredVersion(body: AmendBody, { version, declared_version }: Quote): number | null {
  const { declarationAgreed } = body.attributes
  if (declarationAgreed === undefined) return declared_version
  return declarationAgreed ? version + 1 : 0
}

async function countRating(
  { quote, to, why = '' }: Outcome,
  now: Date,
  { countSalesEvent }: Dependencies['repositories'],
): Promise<void> {
  if (to === 'QUOTED' && quote.quote_number === null)
    await countSalesEvent({ quoteId: quote.id, event: 'priced', now })
  if (quote.status === to) return
  const event = refusalEvents[to]
  if (event) await countSalesEvent({ quoteId: quote.id, event, detail: why, now })
}

/** Stores the insurer's response; false if another change came first. Throws QuoteNumberTakenError. */
async function saveRating(
  outcome: Outcome,
  caller: RequestContext,
  services: Dependencies,
): Promise<boolean> {
  const { quote, to, body, risk, priced } = outcome
  const now = services.now()
  const declared = body.attributes.declarationAgreed === true
  const applicant = applicantIfMainDriver(quote, risk.drivers)
  const rating = {
    id: quote.id,
    fromVersion: quote.version,
    ownershipChangedAt: quote.ownership_changed_at,
    to,
    now,
    changes: {
      drivers: JSON.stringify(risk.drivers),
      indicators: JSON.stringify(pickIndicators(risk)),
      choice: JSON.stringify(priced?.choice ?? risk.choice),
      insurer_quote: priced && JSON.stringify(priced),
      applicant: applicant && JSON.stringify(applicant),
      people_saved_at: now,
      declared_at: declared ? now : null,
      declared_version: declaredVersion(body, quote),
      car: quote.car && JSON.stringify({ ...quote.car, valueDollars: risk.carValueDollars }),
      quote_number: priced?.quoteNumber ?? quote.quote_number,
      valid_until: priced?.validUntil ?? quote.valid_until,
    },
  }
  return services.withTransaction(async tx => {
    if (!(await tx.saveRatedQuote(rating))) return false
    const { sessionId } = caller
    if (hasAddedDrivers(quote, risk.drivers))
      await restrictOtherSessionsToSummary(quote.id, caller, tx, services.now())
    else if (sessionId !== null)
      await tx.grantAccess({ sessionId, quoteId: quote.id, level: 'EDIT_QUOTE', now })
    await tx.recordAuditEvent({
      quoteId: quote.id,
      what: `rated-${to.toLowerCase()}`,
      details: { version: quote.version + 1 },
      now,
    })
    await countRating(outcome, now, tx)
    return true
  })
}

/** A number of another quote of ours is rejected: only the insurer knows whose it is. */
async function storePrice(
  answered: InsurerQuote,
  outcome: Omit<Outcome, 'to' | 'priced' | 'why'>,
  caller: RequestContext,
  services: Dependencies,
): Promise<HandlerResult<'quoteAmend'>> {
  const priced = toCompleteQuote(outcome.quote, answered, services, outcome.risk.drivers)
  try {
    const isStored = await saveRating({ ...outcome, to: 'QUOTED', priced }, caller, services)
    if (isStored) return okResult(toQuoteResponse(priced))
    // The insurer has a newer version that we do not know: the next read must show it.
    await refreshFromInsurer(outcome.quote.id, services)
    return problemResult('STALE')
  } catch (error) {
    if (!(error instanceof QuoteNumberTakenError)) throw error
    services.log.error('quote-number-taken', { quoteId: outcome.quote.id })
    return problemResult('PARTNER_UNAVAILABLE')
  }
}

/** Our rules decline before the insurer is asked, because a partner insurer may not know them. */
async function askInsurer(
  body: AmendBody,
  quote: Quote,
  risk: RiskToQuote,
  { insurer, now, log }: Dependencies,
): Promise<InsurerQuoteResult> {
  const why = declineReason(risk, nzToday(now()))
  if (why) return { outcome: 'declined', why }
  if (quote.quote_number === null) return insurer.quote(risk)
  const amended = await insurer.amend(quote.quote_number, risk, body.attributes.policyHistory ?? null)
  if (amended.outcome !== 'not-found') return amended
  // The insurer lost the quote, but we have all answers: price it again under a new number.
  log.error('quote-unknown-to-insurer', { quoteId: quote.id })
  return insurer.quote(risk)
}

function amendProblem(body: AmendBody, access: QuoteAccess): 'NOT_READY' | 'STALE' | null {
  const { quote_number, risk_address } = access.quote
  if (!can(access, 'editQuote')) return 'NOT_READY'
  // Meanwhile priced again under another number: the browser reads the quote and asks again.
  if ((body.attributes.quoteNumber ?? quote_number) !== quote_number) return 'STALE'
  // The response contains the stored address: a client that may not see people must enter it again first.
  return risk_address !== null && !can(access, 'viewPeople') ? 'STALE' : null
}

export const rateQuote: Handler<'quoteAmend'> = async ({ body, quoteAccess, caller }, services) => {
  const { quote } = quoteAccess
  const refused =
    (await expireAndGetClosedProblem(quote, services.repositories, services.now())) ??
    amendProblem(body, quoteAccess)
  if (refused) return problemResult(refused)
  const asked = await buildRisk(body, quote, services)
  if ('refused' in asked) return asked
  const { risk } = asked

  const answer = await askInsurer(body, quote, risk, services)
  const saveWithoutPrice = (to: QuoteStatus, why?: string) =>
    saveRating({ quote, to, body, risk, priced: null, why }, caller, services)
  switch (answer.outcome) {
    case 'quoted':
      return storePrice(answer.quote, { quote, body, risk }, caller, services)
    case 'referred':
      return (await saveWithoutPrice('OFFLINE', answer.why)) ? emptyResult : problemResult('STALE')
    case 'declined':
      return (await saveWithoutPrice('DECLINED', answer.why))
        ? problemResult('NOT_INSURABLE')
        : problemResult('STALE')
    case 'stale':
      await storeInsurerVersion(quote, answer.quote, services)
      return problemResult('STALE')
    case 'not-found':
      return problemResult('NOT_READY')
    case 'converted':
    case 'expired':
    case 'failed':
      // `failed`: the insurer may have amended the quote anyway. In all three cases the stored price cannot be sold, and
      // a card would pay for it. A quote that is being bound is left alone.
      ignoreConflict(await requireNewPrice(quote, services.repositories, services.now()))
      return problemResult(offSaleProblems[answer.outcome])
  }
}
