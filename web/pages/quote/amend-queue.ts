/** The queue of quote/amend calls in step 3 (quote), and the hook that enqueues each changed answer. */
import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react'
import { addressText } from '#journey/address.ts'
import { errorPath } from '#journey/page-paths.ts'
import { cannotBePriced } from '#journey/questions/quote.ts'
import { useApi } from '#web/api/client.ts'
import { track } from '#web/features/analytics/analytics.ts'
import type { QuoteAttributes } from '#web/features/draft/draft-state.ts'
import { type Draft, useDraft } from '#web/features/draft/draft-store.ts'
import { choiceKey, isPriceUpToDate } from '#web/features/pricing/quote-price.ts'
import { delay } from '#web/lib/delay.ts'
import { useNavigation } from '#web/lib/screens-and-navigation.ts'
import { today } from '#web/lib/server-clock.ts'
import { type AmendResult, refetchQuote, sendAmend } from './send-amend.ts'

export interface AmendQueueDependencies<Quote> {
  /** Amends with the current choices. Never throws. */
  send(declarationAgreed: boolean): Promise<AmendResult<Quote>>
  /** Fetches the quote's newest version for the next `send`; false if that failed. */
  refetch(): Promise<boolean>
  /** Debounces: resolves when no further change is expected. */
  debounce(): Promise<void>
  /** False while the choices are incomplete: a waiting change is then not sent. */
  canBePriced(): boolean
  onBusy(busy: boolean): void
  /**
   * An amend has ended. With a price: the choices may have changed since its request. Without one: nothing is sent until the
   * next change.
   */
  onResult(result: EndedAmend<Quote>): void
}

type EndedAmend<Quote> = Exclude<AmendResult<Quote>, { outcome: 'stale' }>

type AmendQueue = ReturnType<typeof createAmendQueue>

export function createAmendQueue<Quote>(dependencies: AmendQueueDependencies<Quote>) {
  const { send, refetch, debounce, canBePriced, onBusy, onResult } = dependencies
  /** Numbers of changes: the last one, the last one sent, and the declared one; later ones are not declared. */
  let change = 0
  let sent = 0
  let declared = 0
  let stopped = false
  let running: Promise<boolean> | null = null

  /** Amends once, or a second time after fetching the quote's newest version; null if the page was left meanwhile. */
  async function amend(): Promise<EndedAmend<Quote> | null> {
    let result = await send(change === declared)
    if (result.outcome === 'stale' && !stopped && (await refetch()) && !stopped)
      result = await send(change === declared)
    if (stopped) return null
    return result.outcome === 'stale' ? { outcome: 'failed', path: errorPath } : result
  }

  /** Amends with the latest change; true if it has a price now. */
  async function amendLatest(): Promise<boolean> {
    if (change !== declared) await debounce()
    if (stopped || !canBePriced()) return false
    sent = change
    const result = await amend()
    if (!result) return false
    onResult(result)
    return result.outcome === 'amended'
  }

  /** Amends until every change has a price; false if an amend ended without one: nothing is sent until the next change. */
  function run(): Promise<boolean> {
    running ??= (async () => {
      onBusy(true)
      try {
        while (sent < change) if (!(await amendLatest())) return false
        return !stopped
      } finally {
        running = null
        if (!stopped) onBusy(false)
      }
    })()
    return running
  }

  return {
    enqueue() {
      change += 1
      void run()
    },
    /** Amends at once with the declaration; true if it succeeded and no choice changed since. */
    async submitDeclaration(): Promise<boolean> {
      const seen = change
      // The running amend finishes first. A choice made during it was not part of the declaration.
      await running
      if (change !== seen) return false
      change += 1
      declared = change
      return (await run()) && change === declared
    },
    /** Resolves when no amend is running; false if the last one returned no price. */
    whenIdle: async (): Promise<boolean> => (await running) ?? true,
    /** The page was left: later responses are ignored. */
    stop() {
      stopped = true
    },
  }
}

/** Changes that follow each other faster than this are sent as one amend. */
const debounceMs = 200

/** True when the insurer's price is for the current choice and overnight address. */
function hasCurrentPrice(draft: Draft): boolean {
  const { quote, isCarUnsaved, needsAmend } = draft.state()
  return Boolean(quote && !needsAmend && !isCarUnsaved && isPriceUpToDate(quote, draft.answers(), today()))
}

/** The current choice is not declared: the later steps open when it is. */
const lockLaterSteps = (draft: Draft) => draft.setState({ furthestStep: 'quote' })

/**
 * Calls `enqueue` for each choice that has no price yet. It subscribes to the draft outside React: the page
 * must not render for every tap.
 * @returns a function that unsubscribes
 */
export function enqueueChanges(draft: Draft, queue: Pick<AmendQueue, 'enqueue' | 'stop'>): () => void {
  let requested: string | null = null
  const check = () => {
    const { quoteId, riskAddress, isReferred } = draft.state()
    // The answers were cleared: no response belongs to them any more.
    if (!quoteId) return queue.stop()
    const answers = draft.answers()
    if (cannotBePriced(answers, today())) {
      // No key: the next complete choice is sent, even if it equals the last one. A waiting change was not sent.
      requested = ''
      return lockLaterSteps(draft)
    }
    const key = `${choiceKey(answers, today())} ${riskAddress && addressText(riskAddress)}`
    if (requested === key) return
    const isFirstChoice = requested === null
    requested = key
    if (isFirstChoice && (isReferred || hasCurrentPrice(draft))) return
    lockLaterSteps(draft)
    queue.enqueue()
  }
  check()
  return draft.subscribe(check)
}

export function useAmendQueue() {
  const api = useApi()
  const draft = useDraft()
  const navigation = useNavigation()
  const [busy, setBusy] = useState(false)
  /** The reason why the last amend, or step 2, gave no price; null while another amend runs. */
  const [ended, setEnded] = useState<'unconfirmed' | 'referred' | 'not-insurable' | null>(
    draft.state().isReferred ? 'referred' : null,
  )
  /** The reason that the 'Sorry' dialog shows; null while it is closed. Only its buttons close it. */
  const [sorry, setSorry] = useState(ended)
  const queue = useRef<AmendQueue | null>(null)
  const onResult = useEffectEvent((result: EndedAmend<QuoteAttributes>) => {
    if (result.outcome === 'failed') return navigation.navigateTo(result.path)
    if (result.outcome === 'amended') {
      const { quote } = result
      const { quoteNum: quoteNumber } = quote.policyDetails
      return draft.setState({ quote, quoteNumber, isReferred: undefined, needsAmend: undefined })
    }
    setEnded(result.outcome)
    if (result.outcome !== 'unconfirmed') setSorry(result.outcome)
    if (result.outcome !== 'referred') return
    draft.setState({ isReferred: true })
    track('quote_offline')
  })

  useEffect(() => {
    const created = createAmendQueue<QuoteAttributes>({
      send: declared => sendAmend(api, draft, declared),
      refetch: () => refetchQuote(api, draft),
      debounce: () => delay(debounceMs),
      canBePriced: () => !cannotBePriced(draft.answers(), today()),
      onBusy(isBusy) {
        // The price of the tap is rendered first.
        startTransition(() => {
          setBusy(isBusy)
          if (isBusy) setEnded(null)
        })
      },
      onResult: result => onResult(result),
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
    /** Amends with the declaration; true if it succeeded and no choice changed since. */
    async submitDeclaration(): Promise<boolean> {
      // The price is not known until the response is here.
      lockLaterSteps(draft)
      return (await queue.current?.submitDeclaration()) ?? false
    },
    /**
     * Resolves when no amend is running; true if the server has the current choice. Incomplete choices are not sent, so the
     * server still has the previous ones.
     */
    whenIdle: async (): Promise<boolean> =>
      (await queue.current?.whenIdle()) !== false && hasCurrentPrice(draft),
  }
}
