/** What of the quote page comes in a file of its own right after the first window: the open cover, the facts below the price, and how a price is asked for. */

import { errorPath } from '#web/app/navigation.tsx'
import { nextAct, nextPart } from '#web/lib/lazy.tsx'

export const CoverDetails = nextPart(() => import('./cover-details.tsx').then(file => file.CoverDetails))

export const QuoteFacts = nextPart(() => import('./quote-details.tsx').then(file => file.QuoteFacts))

export const sendAmend = nextAct(
  () => import('./send-amend.ts'),
  file => file.sendAmend,
  {
    outcome: 'failed',
    path: errorPath,
  },
)

export const refetchQuote = nextAct(
  () => import('./send-amend.ts'),
  file => file.refetchQuote,
  false,
)
