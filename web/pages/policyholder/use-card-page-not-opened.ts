/**
 * The hook that tells whether step 4 may say 'nothing was charged': only while no card page was opened for
 * this quote.
 */

import { useDraftState } from '#web/features/draft/draft-store.ts'

export const useCardPageNotOpened = (): boolean =>
  useDraftState(
    ({ cardPageQuoteId, quoteId }) => cardPageQuoteId === undefined || cardPageQuoteId !== quoteId,
  )
