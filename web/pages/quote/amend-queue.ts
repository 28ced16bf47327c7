/**
 * The queue of quote/amend calls in step 3 (quote): debounces changes, runs one call at a time, and sends the
 * latest change.
 */

import { errorPath } from '#journey/page-paths.ts'

/** The result of one amend. */
export type AmendResult<Quote> =
  | { readonly outcome: 'amended'; readonly quote: Quote }
  /** The insurer refers it: no online quote. */
  | { readonly outcome: 'offline' }
  /** This car, or its new value, cannot be insured. */
  | { readonly outcome: 'not-insurable' }
  /** Another tab or device has amended the quote. */
  | { readonly outcome: 'stale' }
  /** The security check did not load or was closed: the customer may try again. */
  | { readonly outcome: 'unchecked' }
  | { readonly outcome: 'failed'; readonly path: string }

export interface AmendQueueDependencies<Quote> {
  /** Amends with the current choices. Never throws. */
  send(declarationAgreed: boolean): Promise<AmendResult<Quote>>
  /** Fetches the newest history for the next `send`; false if that failed. */
  refetch(): Promise<boolean>
  /** Debounces: resolves when no further change is expected. */
  debounce(): Promise<void>
  /** A price arrived; the choices may have changed since its request. */
  onAmended(quote: Quote): void
  onBusy(busy: boolean): void
  /** The amend ended without a price; nothing is sent until the next change. */
  onEnd(end: Exclude<AmendResult<Quote>, { outcome: 'amended' | 'stale' }>): void
}

export interface AmendQueue {
  /** A choice changed that affects the price or the policy. */
  enqueue(): void
  /** Amends at once with the declaration; true if it succeeded and no choice changed since. */
  submitDeclaration(): Promise<boolean>
  /** Resolves when no amend is running; false if the last one returned no price. */
  idle(): Promise<boolean>
  /** The page was left: later responses are ignored. */
  stop(): void
}

export function createAmendQueue<Quote>(dependencies: AmendQueueDependencies<Quote>): AmendQueue {
  /** Numbers of changes: the last one, the last one with a result, and the declared one; later ones are not declared. */
  let change = 0
  let answered = 0
  let declared = 0
  let stopped = false
  let running: Promise<boolean> | null = null

  const send = () => dependencies.send(change === declared)

  async function sendOnce(): Promise<AmendResult<Quote>> {
    const answer = await send()
    if (answer.outcome !== 'stale' || stopped) return answer
    const again = (await dependencies.refetch()) && !stopped ? await send() : answer
    return again.outcome === 'stale' ? { outcome: 'failed', path: errorPath } : again
  }

  /** Sends until every change has a price; false if an amend ended without one. */
  async function sendAll(): Promise<boolean> {
    while (answered < change && !stopped) {
      if (change !== declared) await dependencies.debounce()
      if (stopped) return false
      const sent = change
      const answer = await sendOnce()
      if (stopped) return false
      answered = sent
      if (answer.outcome !== 'amended') {
        if (answer.outcome !== 'stale') dependencies.onEnd(answer)
        answered = change
        return false
      }
      dependencies.onAmended(answer.quote)
    }
    return !stopped
  }

  function run(): Promise<boolean> {
    running ??= (async () => {
      dependencies.onBusy(true)
      try {
        return await sendAll()
      } finally {
        running = null
        if (!stopped) dependencies.onBusy(false)
      }
    })()
    return running
  }

  return {
    enqueue() {
      change += 1
      void run()
    },
    async submitDeclaration() {
      const seen = change
      // The running amend finishes first. A choice made during it was not part of the declaration.
      await running
      if (change !== seen) return false
      change += 1
      declared = change
      return (await run()) && change === declared
    },
    idle: async () => (await running) ?? true,
    stop() {
      stopped = true
    },
  }
}
