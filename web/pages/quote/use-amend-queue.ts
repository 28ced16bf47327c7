/**
 * The hook of step 3 (quote) that requests a price for each change of an answer and stores the result in the
 * draft.
 */

import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react'
import { addressText } from '#journey/address.ts'
import { cannotBePriced } from '#journey/questions/quote.ts'
import { useApi } from '#web/api/client.ts'
import { track } from '#web/features/analytics/analytics.ts'
import type { QuoteAttributes } from '#web/features/draft/draft-state.ts'
import { type Draft, useDraft } from '#web/features/draft/draft-store.ts'
import { choiceKey, isPriceUpToDate } from '#web/features/pricing/quote-price.ts'
import { delay } from '#web/lib/delay.ts'
import { useNavigation } from '#web/lib/navigation.ts'
import { today } from '#web/lib/server-clock.ts'
import { type AmendQueue, createAmendQueue } from './amend-queue.ts'
import { refetchQuote, sendAmend } from './send-amend.ts'

/** Changes that follow each other faster than this are sent as one amend. */
const debounceMs = 200

type End = 'unchecked' | 'offline' | 'not-insurable'

export interface AmendState {
  readonly busy: boolean
  /** How the last amend ended without a price; null once another one runs. */
  readonly ended: End | null
  /** The result that the 'Sorry' dialog shows; null while it is closed. */
  readonly sorry: Exclude<End, 'unchecked'> | null
  closeSorry(): void
  retry(): void
  /** Amends with the declaration; true if it succeeded and no choice changed since. */
  declare(): Promise<boolean>
  /** Resolves when no amend is running; true if the server has the current choice. */
  settled(): Promise<boolean>
}

/** True when the insurer's price is for the current choice and overnight address. */
function isAnswered(draft: Draft): boolean {
  const { quote, isRiskAddressUnsaved, needsAmend } = draft.state()
  return Boolean(
    quote && !needsAmend && !isRiskAddressUnsaved && isPriceUpToDate(quote, draft.answers(), today()),
  )
}

/**
 * Calls `enqueue` for each choice that has no price yet. It subscribes to the draft outside React: the page
 * must not render for every tap.
 * @returns a function that unsubscribes
 */
function enqueueChanges(draft: Draft, queue: Pick<AmendQueue, 'enqueue' | 'stop'>): () => void {
  let requested: string | null = null
  const check = () => {
    const { quoteId, riskAddress, offline } = draft.state()
    // The answers were cleared: no response belongs to them any more.
    if (!quoteId) return queue.stop()
    const answers = draft.answers()
    const key = `${choiceKey(answers, today())} ${riskAddress ? addressText(riskAddress) : ''}`
    if (requested === key) return
    const isUnfinished = cannotBePriced(answers, today())
    const isPricedOnArrival = requested === null && !isUnfinished && (offline || isAnswered(draft))
    if (!isUnfinished) requested = key
    if (isPricedOnArrival) return
    // The current choice is not declared: lock the later steps until it is.
    draft.setState({ furthestStep: 'quote' })
    if (!isUnfinished) queue.enqueue()
  }
  check()
  return draft.subscribe(check)
}

export function useAmendQueue(): AmendState {
  const api = useApi()
  const draft = useDraft()
  const { navigateTo } = useNavigation()
  const endOfStep2 = draft.state().offline ? 'offline' : null
  const [busy, setBusy] = useState(false)
  const [ended, setEnded] = useState<AmendState['ended']>(endOfStep2)
  const [sorry, setSorry] = useState<AmendState['sorry']>(endOfStep2)
  const queue = useRef<AmendQueue | null>(null)
  const leave = useEffectEvent((path: string) => navigateTo(path))

  useEffect(() => {
    const created = createAmendQueue<QuoteAttributes>({
      send: declared => sendAmend(api, draft, declared),
      refetch: () => refetchQuote(api, draft),
      debounce: () => delay(debounceMs),
      onAmended(quote) {
        draft.setState({
          quote,
          quoteNumber: quote.policyDetails.quoteNum,
          offline: undefined,
          needsAmend: undefined,
        })
      },
      onBusy(isBusy) {
        // The price of the tap is rendered first.
        startTransition(() => {
          setBusy(isBusy)
          if (isBusy) setEnded(null)
        })
      },
      onEnd(end) {
        if (end.outcome === 'failed') return leave(end.path)
        setEnded(end.outcome)
        if (end.outcome !== 'unchecked') setSorry(end.outcome)
        if (end.outcome !== 'offline') return
        draft.setState({ offline: true })
        track('quote_offline')
      },
    })
    queue.current = created
    const unsubscribe = enqueueChanges(draft, created)
    return () => {
      unsubscribe()
      created.stop()
    }
  }, [api, draft])

  return {
    busy,
    ended,
    sorry,
    closeSorry: () => setSorry(null),
    retry: () => queue.current?.enqueue(),
    async declare() {
      // The price is not known until the response is here.
      draft.setState({ furthestStep: 'quote' })
      return (await queue.current?.submitDeclaration()) ?? false
    },
    // Incomplete choices are not sent, so the server still has the previous ones.
    settled: async () => (await queue.current?.idle()) !== false && isAnswered(draft),
  }
}
