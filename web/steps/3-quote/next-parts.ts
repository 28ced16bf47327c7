/** What of the quote page comes in a file of its own right after the first window: the open cover, the facts below the price, and how a price is asked for. */
import { nextAct, nextPart } from '#web/later.tsx'
import { errorPath } from '#web/wizard.tsx'

export const CoverDetails = nextPart(() => import('./cover-details.tsx').then(file => file.CoverDetails))

export const QuoteFacts = nextPart(() => import('./quote-facts.tsx').then(file => file.QuoteFacts))

export const sendAmend = nextAct(
  () => import('./amend-call.ts'),
  file => file.sendAmend,
  {
    outcome: 'failed',
    path: errorPath,
  },
)

export const refetchQuote = nextAct(
  () => import('./amend-call.ts'),
  file => file.refetchQuote,
  false,
)
