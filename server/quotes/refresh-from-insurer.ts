/** Stores the insurer's newest version of a quote where it differs from ours, for example after a crash. */
import { isDeepStrictEqual } from 'node:util'
import { ignoreConflict } from '#db/postgres-errors.ts'
import type { Quote } from '#db/repositories/quotes.ts'
import type { Repositories } from '#db/repositories.ts'
import { quoteValidDays, standardExcessDollars } from '#journey/cover.ts'
import { addDays, nzToday } from '#journey/dates.ts'
import type { Driver } from '#journey/people.ts'
import type { CompleteQuote, InsurerQuote } from '#partners/insurer/port.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import { canonicalForm } from './canonical-form.ts'

/**
 * The insurer's price with our defaults. Without a last day from the insurer, the thirty days begin with the first
 * price under this quote number. An answer for another cover may lack the excess imposed on comprehensive cover: the
 * last known one for the same drivers applies.
 */
export function toCompleteQuote(
  quote: Quote,
  priced: InsurerQuote,
  { now }: Pick<Dependencies, 'now'>,
  drivers: readonly Driver[] | null = quote.drivers,
): CompleteQuote {
  const currentLastDay = priced.quoteNumber === quote.quote_number ? quote.valid_until : null
  const isForSame = isDeepStrictEqual(canonicalForm(drivers), canonicalForm(quote.drivers))
  const lastImposedExcess = isForSame ? quote.insurer_quote?.imposedExcessDollars : undefined
  return {
    ...priced,
    imposedExcessDollars: priced.imposedExcessDollars ?? lastImposedExcess ?? standardExcessDollars,
    validUntil: priced.validUntil ?? currentLastDay ?? addDays(nzToday(now()), quoteValidDays),
  }
}

/**
 * The stored version must be rated again to be sold: the insurer does not say for which people and car the price is.
 * Does nothing if ours is the newest, or another change came first: a new version would make another amend stale.
 */
export async function storeInsurerVersion(
  quote: Quote,
  newest: InsurerQuote,
  services: Dependencies,
): Promise<void> {
  if (isDeepStrictEqual(quote.insurer_quote?.history, newest.history)) return
  const kept = toCompleteQuote(quote, newest, services)
  ignoreConflict(
    await services.repositories.updateQuoteAtVersion({
      id: quote.id,
      fromVersion: quote.version,
      to: 'QUOTED',
      changes: {
        insurer_quote: JSON.stringify({ ...kept, requiresReprice: true }),
        choice: JSON.stringify(kept.choice),
        valid_until: kept.validUntil,
        declared_at: null,
      },
      now: services.now(),
    }),
  )
}

/**
 * Takes the quote off sale until it is rated again: otherwise a card would be charged again and again for a
 * rejected quote.
 * @returns false if another change came first, which sets its own state
 */
export async function requireNewPrice(quote: Quote, repositories: Repositories, now: Date): Promise<boolean> {
  if (!quote.insurer_quote) return true
  return repositories.updateQuoteAtVersion({
    id: quote.id,
    fromVersion: quote.version,
    to: 'QUOTED',
    changes: {
      insurer_quote: JSON.stringify({ ...quote.insurer_quote, requiresReprice: true }),
      declared_at: null,
    },
    now,
  })
}

/** If the insurer does not respond, the next amend resolves the difference. */
export async function refreshFromInsurer(quoteId: string, services: Dependencies): Promise<void> {
  const quote = await services.repositories.findQuote(quoteId)
  if (quote?.status !== 'QUOTED' || quote.quote_number === null) return
  const answer = await services.insurer.retrieve(quote.quote_number).catch((error: unknown) => {
    services.log.error('quote-refresh-failed', { quoteId }, error)
    return null
  })
  if (answer?.outcome === 'quoted') await storeInsurerVersion(quote, answer.quote, services)
  if (answer?.outcome === 'not-found')
    ignoreConflict(await requireNewPrice(quote, services.repositories, services.now()))
}
