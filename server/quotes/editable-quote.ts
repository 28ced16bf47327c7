/** Loads the quote of a bearer call, and says whether it may still be changed. */
import type { refusalUnlessOpen } from '#contract/problems.ts'
import type { Quote } from '#db/repositories/quotes.ts'
import { nzToday } from '#journey/dates.ts'
import { refusalOf } from '#journey/purchase-states.ts'
import type { Dependencies, RequestContext } from '#server/lib/context.ts'

/** The app lets a bearer call through only with its quote; anything else is our own bug. */
export function quoteOfToken(visitor: RequestContext): string {
  if (visitor.quoteId === null) throw new Error('a bearer call without a quote reached its handler')
  return visitor.quoteId
}

type Changeable = { readonly quote: Quote } | { readonly refused: (typeof refusalUnlessOpen)[number] }

/** The quote of this id, as it was read at the door where this call begins with it. */
export const loadQuote = async (
  quoteId: string,
  visitor: RequestContext,
  services: Dependencies,
): Promise<Quote | undefined> =>
  visitor.preloaded?.quoteId === quoteId ? visitor.preloaded.quote : services.repositories.findQuote(quoteId)

/** The quote of this id for this brand, if it is open for changes; one whose days are over is marked EXPIRED, unless a card page is open for it. */
export async function requireEditableQuote(
  quoteId: string,
  visitor: RequestContext,
  services: Dependencies,
): Promise<Changeable> {
  const quote = await loadQuote(quoteId, visitor, services)
  if (!quote || quote.brand !== visitor.brand.key) return { refused: 'NOT_READY' }
  const refused = refusalOf(await expireQuoteIfDue(quote, services))
  return refused ? { refused } : { quote }
}

/**
 * Was this quote changed after the customer had ticked the declaration for it? A plain client that never sends the tick
 * declares by the act of buying (decision 0012).
 */
export const needsDeclaration = (quote: Pick<Quote, 'version' | 'declared_version'>): boolean =>
  quote.declared_version !== null && quote.declared_version !== quote.version

/** A quote that has its price. */
export type PricedQuote = Quote & { readonly insurer_quote: NonNullable<Quote['insurer_quote']> }

/** Has it a price that the insurer gave for what stands in it? One fetched since may be for somebody else's answers. */
export const isPriced = (quote: Quote): quote is PricedQuote =>
  quote.insurer_quote !== null && quote.insurer_quote.requiresReprice !== true

/** Was the customer shown another version than this? Who does not say which buys the one there is. */
export const isStale = (
  shown: Pick<PricedQuote['insurer_quote']['history'], 'lastModifiedDatetime'> | undefined,
  { insurer_quote: { history } }: PricedQuote,
): boolean => shown !== undefined && shown.lastModifiedDatetime !== history.lastModifiedDatetime

/** Cover begins today or later: a quote lives for 30 days, and its start may lie behind by the time it is bought. */
export const hasStartDatePassed = ({ choice }: Pick<Quote, 'choice'>, now: Date): boolean =>
  choice === null || choice.startDate < nzToday(now)

/** Was this quote's last day over at that moment? */
export const hasExpired = ({ valid_until: lastDay }: Pick<Quote, 'valid_until'>, at: Date): boolean =>
  lastDay !== null && lastDay < nzToday(at)

/** A quote's status today. One whose last day is over is EXPIRED, and is marked so by whoever looks at it first. */
export async function expireQuoteIfDue(quote: Quote, services: Dependencies): Promise<Quote['status']> {
  const { repositories } = services
  const now = services.now()
  if (!hasExpired(quote, now) || refusalOf(quote.status) !== null) return quote.status
  // A card may have been charged in time, and nobody has heard of it yet: then it is still to be sold (decision 0043).
  if (!(await repositories.standingPaymentOf(quote.id)))
    await repositories.setQuoteStatus(quote.id, 'EXPIRED', now)
  return 'EXPIRED'
}
