/** What may be said of money in step 4: once a page to pay on was opened, nobody here can say that nothing was charged. */
import { useFromFacts } from '#web/features/draft/draft-store.ts'

export const useIsUncharged = (): boolean =>
  useFromFacts(({ cardPageOf, quoteId }) => cardPageOf === undefined || cardPageOf !== quoteId)
