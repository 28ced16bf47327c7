/**
 * The lazy components of the quote page, loaded after the first paint: the open cover, the quote details,
 * and the amend call.
 */

import { errorPath } from '#web/app/navigation.tsx'
import { lazyFunction, prefetchedPart } from '#web/lib/lazy.tsx'

export const CoverDetails = prefetchedPart(() =>
  import('./cover-details.tsx').then(file => file.CoverDetails),
)

export const QuoteDetails = prefetchedPart(() =>
  import('./quote-details.tsx').then(file => file.QuoteDetails),
)

export const sendAmend = lazyFunction(
  () => import('./send-amend.ts'),
  file => file.sendAmend,
  {
    outcome: 'failed',
    path: errorPath,
  },
)

export const refetchQuote = lazyFunction(
  () => import('./send-amend.ts'),
  file => file.refetchQuote,
  false,
)
