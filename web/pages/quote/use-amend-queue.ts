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

export function useAmendQueue() {
  const api = useApi()
  const draft = useDraft()
  const { navigateTo } = useNavigation()
  const [busy, setBusy] = useState(false)
  /** How the last amend, or step 2, ended without a price; null once another amend runs. */
  const [ended, setEnded] = useState<'unchecked' | 'offline' | 'not-insurable' | null>(
    draft.state().offline ? 'offline' : null,
  )
  const [isSorry, setSorry] = useState(ended !== null)
  const queue = useRef<AmendQueue | null>(null)
  const leave = useEffectEvent((path: string) => navigateTo(path))

  useEffect(() => {
    const created = createAmendQueue<QuoteAttributes>({
      send: declared => sendAmend(api, draft, declared),
      refetch: () => refetchQuote(api, draft),
      debounce: () => delay(debounceMs),
      onBusy(isBusy) {
        // The price of the tap is rendered first.
        startTransition(() => {
          setBusy(isBusy)
          if (isBusy) setEnded(null)
        })
      },
      onResult(result) {
        if (result.outcome === 'failed') return leave(result.path)
        if (result.outcome === 'amended') {
          const { quote } = result
          const { quoteNum: quoteNumber } = quote.policyDetails
          return draft.setState({ quote, quoteNumber, offline: undefined, needsAmend: undefined })
        }
        setEnded(result.outcome)
        setSorry(result.outcome !== 'unchecked')
        if (result.outcome !== 'offline') return
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
    /** True while the 'Sorry' dialog tells how it ended. */
    isSorry: isSorry && ended !== null,
    closeSorry: () => setSorry(false),
    retry: () => queue.current?.enqueue(),
    /** Amends with the declaration; true if it succeeded and no choice changed since. */
    async declare(): Promise<boolean> {
      // The price is not known until the response is here.
      draft.setState({ furthestStep: 'quote' })
      return (await queue.current?.submitDeclaration()) ?? false
    },
    /**
     * Resolves when no amend is running; true if the server has the current choice. Incomplete choices are not sent, so the
     * server still has the previous ones.
     */
    settled: async (): Promise<boolean> => (await queue.current?.idle()) !== false && isAnswered(draft),
  }
}
