/** Conditions of a stored quote (open, expired, declared, priced), and of a first debit, for handlers and jobs. */
import type { FieldError } from '#contract/problems.ts'
import { ignoreConflict } from '#db/postgres-errors.ts'
import type { Quote } from '#db/repositories/quotes.ts'
import type { Repositories } from '#db/repositories.ts'
import { type NzDay, nzToday } from '#journey/dates.ts'
import { isAllowedFirstDebit, paymentStartWithinDays } from '#journey/first-debit.ts'
import { closedQuoteProblem } from '#journey/purchase-states.ts'

/** A plain client that never sends the declaration declares by buying. */
const needsDeclaration = (quote: Pick<Quote, 'version' | 'declared_version'>): boolean =>
  quote.declared_version !== null && quote.declared_version !== quote.version

export type PricedQuote = Quote & { readonly insurer_quote: NonNullable<Quote['insurer_quote']> }

/** True if the quote's price is for its current answers: a price that was fetched later may be for others. */
export const isPriced = (quote: Quote): quote is PricedQuote =>
  quote.insurer_quote !== null && quote.insurer_quote.requiresReprice !== true

/** Whether the customer saw a different version. A client that sends no version buys the current one. */
export const isStale = (
  shown: Pick<PricedQuote['insurer_quote']['history'], 'lastModifiedDatetime'> | undefined,
  { insurer_quote: { history } }: PricedQuote,
): boolean => shown !== undefined && shown.lastModifiedDatetime !== history.lastModifiedDatetime

/** A quote lives for 30 days, so its start date may have passed at purchase. */
export const hasStartDatePassed = ({ choice }: Pick<Quote, 'choice'>, now: Date): boolean =>
  choice === null || choice.startDate < nzToday(now)

/** True if the quote is open and priced, needs no new declaration, and its start date has not passed. */
export const canBeOrdered = (quote: Quote, now: Date): quote is PricedQuote =>
  quote.status === 'QUOTED' && isPriced(quote) && !needsDeclaration(quote) && !hasStartDatePassed(quote, now)

/** A request without a first debit has no error. `path`: the field of the request. */
export const firstDebitErrors = (
  firstDebit: NzDay | undefined,
  policyStart: NzDay,
  path: string,
): FieldError[] =>
  firstDebit === undefined || isAllowedFirstDebit(firstDebit, policyStart)
    ? []
    : [{ path, message: `is not within ${paymentStartWithinDays} days of the policy start` }]

export const hasExpired = ({ valid_until: lastDay }: Pick<Quote, 'valid_until'>, at: Date): boolean =>
  lastDay !== null && lastDay < nzToday(at)

/** Expires a quote that is past its last day; returns the quote's status today. */
export async function expireQuoteIfDue(
  quote: Quote,
  repositories: Repositories,
  now: Date,
): Promise<Quote['status']> {
  if (!hasExpired(quote, now) || closedQuoteProblem(quote.status) !== null) return quote.status
  // A card may have been charged in time without our knowledge: the quote can then still be sold.
  if (!(await repositories.findActivePayment(quote.id)))
    ignoreConflict(await repositories.setQuoteStatus(quote.id, 'EXPIRED', now))
  return 'EXPIRED'
}

/** Expires the quote if that is due; returns why it cannot be changed or bought now, or null if it can. */
export const expireAndGetClosedProblem = async (quote: Quote, repositories: Repositories, now: Date) =>
  closedQuoteProblem(await expireQuoteIfDue(quote, repositories, now))
