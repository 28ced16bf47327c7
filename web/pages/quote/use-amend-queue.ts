/**
 * The hook that connects the amend queue to the quote page: each change of an answer requests a price, and
 * each result goes to the draft.
 */

import { type RefObject, startTransition, useEffect, useRef, useState } from 'react'
import { addressText } from '#journey/address.ts'
import { isIncomplete } from '#journey/questions/cover-choice.ts'
import { useApi } from '#web/api/client.ts'
import { useNavigation } from '#web/app/navigation.tsx'
import { track } from '#web/features/analytics/analytics.ts'
import type { QuoteAttributes } from '#web/features/draft/draft-state.ts'
import { type Draft, useAnswersSelector, useDraft, useDraftState } from '#web/features/draft/draft-store.ts'
import { choiceKey, isPriceUpToDate } from '#web/features/pricing/quote-price.ts'
import { today } from '#web/lib/server-clock.ts'
import { type AmendQueue, createAmendQueue } from './amend-queue.ts'
import { refetchQuote, sendAmend } from './send-amend.ts'

/** Changes that follow each other faster than this are sent as one amend. */
const gatherMs = 200

type End = 'unchecked' | 'offline' | 'not-insurable'

/** What the step shows of its amends, for who makes them. */
interface AmendWork {
  readonly amends: RefObject<AmendQueue | null>
  setBusy(busy: boolean): void
  setEnded(ended: End | null): void
  setSorry(sorry: Exclude<End, 'unchecked'>): void
}

export interface AmendState {
  readonly busy: boolean
  /** How the last amend ended that brought no price: until the next one nobody works on it. `retry` asks again. */
  readonly ended: End | null
  readonly sorry: Exclude<End, 'unchecked'> | null
  closeSorry(): void
  retry(): void
  /** Amends with the declaration; true when it holds. */
  declare(): Promise<boolean>
  /** Resolves when no amend is running: true when the server has the current choice. */
  settled(): Promise<boolean>
  /** For <AmendOnChange>, which has to stand in the step. */
  readonly work: AmendWork
}

/** The insurer's answer is for just what is chosen, and for where the car is kept. */
function isAnswered(draft: Draft): boolean {
  const { quote, isRiskAddressUnsaved, needsAmend } = draft.state()
  return Boolean(
    quote && !needsAmend && !isRiskAddressUnsaved && isPriceUpToDate(quote, draft.answers(), today()),
  )
}

export function useAmendQueue(): AmendState {
  const draft = useDraft()
  const known = draft.state().offline ? 'offline' : null
  const [busy, setBusy] = useState(false)
  const [ended, setEnded] = useState<AmendState['ended']>(known)
  const [sorry, setSorry] = useState<AmendState['sorry']>(known)
  const amends = useRef<AmendQueue | null>(null)
  return {
    busy,
    ended,
    sorry,
    closeSorry: () => setSorry(null),
    retry: () => amends.current?.enqueue(),
    async declare() {
      // Until its answer is here nobody knows which price stands.
      draft.setState({ furthestStep: 'quote' })
      return (await amends.current?.submitDeclaration()) ?? false
    },
    // Incomplete choices are not sent, so the server still has the previous ones.
    settled: async () => (await amends.current?.idle()) !== false && isAnswered(draft),
    work: { amends, setBusy, setEnded, setSorry },
  }
}

/** Draws nothing. What it reads is another with every tap, and the step is not to be drawn anew for that (decision 0057). */
export function AmendOnChange({ amends, setBusy, setEnded, setSorry }: AmendWork): null {
  const api = useApi()
  const draft = useDraft()
  const wizard = useNavigation()
  const asked = useRef<string | null>(null)
  const leave = useRef(wizard.navigateTo)
  useEffect(() => {
    leave.current = wizard.navigateTo
  })

  useEffect(() => {
    const made = createAmendQueue<QuoteAttributes>({
      send: declared => sendAmend(api, draft, declared),
      refetch: () => refetchQuote(api, draft),
      debounce: () => new Promise(resolve => setTimeout(resolve, gatherMs)),
      onAmended(quote) {
        draft.setState({
          quote,
          quoteNumber: quote.policyDetails.quoteNum,
          offline: undefined,
          needsAmend: undefined,
        })
      },
      onBusy(isBusy) {
        // Not before the price that a tap is answered with.
        startTransition(() => {
          setBusy(isBusy)
          if (isBusy) setEnded(null)
        })
      },
      onEnd(end) {
        if (end.outcome === 'failed') return leave.current(end.path)
        setEnded(end.outcome)
        if (end.outcome !== 'unchecked') setSorry(end.outcome)
        if (end.outcome !== 'offline') return
        draft.setState({ offline: true })
        track('quote_offline')
      },
    })
    amends.current = made
    return () => {
      made.stop()
      asked.current = null
    }
  }, [api, draft, amends, setBusy, setEnded, setSorry])

  const riskAddress = useDraftState(draftState => draftState.riskAddress)
  const choice = useAnswersSelector(answers => choiceKey(answers, today()))
  const wanted = `${choice} ${riskAddress ? addressText(riskAddress) : ''}`
  // A date half typed chooses nothing yet, nor does a cover for a car of which nobody has said what it is worth.
  const isUnfinished = useAnswersSelector(answers => isIncomplete(answers, today()))
  useEffect(() => {
    // Forgotten with the session, while the page is still being left: whatever comes now is of nobody's quote.
    if (!draft.state().quoteId) return amends.current?.stop()
    if (asked.current === wanted) return
    const isSettled = draft.state().offline || isAnswered(draft)
    const isSettledArrival = asked.current === null && !isUnfinished && isSettled
    // The current choice is not declared: lock the later steps until it is.
    if (!isSettledArrival) draft.setState({ furthestStep: 'quote' })
    if (isUnfinished) return
    asked.current = wanted
    if (!isSettledArrival) amends.current?.enqueue()
  }, [wanted, isUnfinished, draft, amends])

  return null
}
