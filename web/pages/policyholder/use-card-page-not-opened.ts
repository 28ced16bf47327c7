/** What may be said of money in step 4: once a page to pay on was opened, nobody here can say that nothing was charged. */
import { useDraftState } from '#web/features/draft/draft-store.ts'

export const useCardPageNotOpened = (): boolean =>
  useDraftState(
    ({ cardPageQuoteId, quoteId }) => cardPageQuoteId === undefined || cardPageQuoteId !== quoteId,
  )
