/** In-memory version of db/repositories/quotes.ts for the simulation. */
import type { Quote } from '#db/repositories/quotes.ts'
import { quoteMoves, ratableStatuses, sourcesOf } from '#journey/purchase-states.ts'
import { only, type PurchaseRepositories, type Run, read, type Tables } from './in-memory-tables.ts'

const quoteJson = [
  'car',
  'risk_address',
  'drivers',
  'indicators',
  'choice',
  'policyholders',
  'insurer_quote',
] as const

export const inMemoryQuotes = (
  run: Run,
  { quote }: Tables,
): Pick<
  PurchaseRepositories,
  'findQuote' | 'findQuoteByNumber' | 'lockQuote' | 'setQuoteStatus' | 'updateQuoteAtVersion'
> => ({
  findQuote: id => run('findQuote', async tx => quote.get(tx, id)),
  findQuoteByNumber: number =>
    run(
      'findQuoteByNumber',
      only(quote, row => row.quote_number === number),
    ),
  lockQuote: id => run('lockQuote', tx => quote.lock(tx, id)),
  setQuoteStatus: (id, to, now) =>
    run('setQuoteStatus', tx =>
      quote.update(
        tx,
        id,
        row => sourcesOf(quoteMoves, to).includes(row.status),
        row => ({ ...row, status: to, changed_at: now, ...(to === 'CONVERTED' && { applicant: null }) }),
      ),
    ),
  updateQuoteAtVersion: ({ id, fromVersion, ownershipChangedAt, to, changes, now }) =>
    run('updateQuoteAtVersion', tx =>
      quote.update(
        tx,
        id,
        row =>
          row.version === fromVersion &&
          ratableStatuses(to).includes(row.status) &&
          (ownershipChangedAt === undefined ||
            row.ownership_changed_at?.getTime() === ownershipChangedAt?.getTime()),
        row =>
          read(
            {
              ...row,
              ...(changes as Partial<Quote>),
              status: to,
              version: fromVersion + 1,
              changed_at: now,
            },
            quoteJson,
          ),
      ),
    ),
})
