/** Loads the quote of a bearer call, and says whether it may still be changed. */
import type { refusalUnlessOpen } from '#contract/problems.ts'
import type { Quote } from '#db/repositories/quotes.ts'
import { nzToday } from '#journey/dates.ts'
import { refusalOf } from '#journey/purchase-states.ts'
import type { Dependencies, RequestContext } from '#server/lib/context.ts'

/** The application admits a bearer call only with its quote; anything else is a bug of ours. */
export function quoteOfToken(caller: RequestContext): string {
  if (caller.quoteId === null) throw new Error('a bearer call without a quote reached its handler')
  return caller.quoteId
}

type Changeable = { readonly quote: Quote } | { readonly refused: (typeof refusalUnlessOpen)[number] }

/** The quote of this id; reuses the row that was read at the start of the request, if any. */
export const loadQuote = async (
  quoteId: string,
  caller: RequestContext,
  services: Dependencies,
): Promise<Quote | undefined> =>
  caller.preloaded?.quoteId === quoteId ? caller.preloaded.quote : services.repositories.findQuote(quoteId)

/**
 * The quote of this id and brand, if it is open for changes. One past its last day is marked EXPIRED, unless
 * a card page is open for it.
 */
export async function requireEditableQuote(
  quoteId: string,
  caller: RequestContext,
  services: Dependencies,
): Promise<Changeable> {
  const quote = await loadQuote(quoteId, caller, services)
  if (!quote || quote.brand !== caller.brand.key) return { refused: 'NOT_READY' }
  const refused = refusalOf(await expireQuoteIfDue(quote, services))
  return refused ? { refused } : { quote }
}

/**
 * Whether the quote was changed after the customer declared its answers. A plain client that never sends the
 * declaration declares by buying (decision 0012).
 */
export const needsDeclaration = (quote: Pick<Quote, 'version' | 'declared_version'>): boolean =>
  quote.declared_version !== null && quote.declared_version !== quote.version

/** A quote with a price. */
export type PricedQuote = Quote & { readonly insurer_quote: NonNullable<Quote['insurer_quote']> }

/**
 * Whether its price is the insurer's price for the stored answers. A price fetched later may be for other
 * answers.
 */
export const isPriced = (quote: Quote): quote is PricedQuote =>
  quote.insurer_quote !== null && quote.insurer_quote.requiresReprice !== true

/** Whether the customer saw a different version. A client that sends no version buys the current one. */
export const isStale = (
  shown: Pick<PricedQuote['insurer_quote']['history'], 'lastModifiedDatetime'> | undefined,
  { insurer_quote: { history } }: PricedQuote,
): boolean => shown !== undefined && shown.lastModifiedDatetime !== history.lastModifiedDatetime

/**
 * Cover must begin today or later: a quote lives for 30 days, so its start date may have passed at purchase.
 */
export const hasStartDatePassed = ({ choice }: Pick<Quote, 'choice'>, now: Date): boolean =>
  choice === null || choice.startDate < nzToday(now)

/** Whether the quote's last day had passed at that moment. */
export const hasExpired = ({ valid_until: lastDay }: Pick<Quote, 'valid_until'>, at: Date): boolean =>
  lastDay !== null && lastDay < nzToday(at)

/** A quote's status today. One past its last day is EXPIRED; the first read marks it so. */
export async function expireQuoteIfDue(quote: Quote, services: Dependencies): Promise<Quote['status']> {
  const { repositories } = services
  const now = services.now()
  if (!hasExpired(quote, now) || refusalOf(quote.status) !== null) return quote.status
  // A card may have been charged in time without our knowledge: the quote can then still be sold (decision
  // 0043).
  if (!(await repositories.findActivePayment(quote.id)))
    await repositories.setQuoteStatus(quote.id, 'EXPIRED', now)
  return 'EXPIRED'
}
