/** What of the quote page comes in a file of its own right after the first window: the open cover, the facts below the price, and how a price is asked for. */

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
