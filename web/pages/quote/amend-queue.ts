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
  onBusy(busy: boolean): void
  /**
   * An amend has ended. With a price: the choices may have changed since its request. Without one: nothing is sent until the
   * next change.
   */
  onResult(result: Exclude<AmendResult<Quote>, { outcome: 'stale' }>): void
}

export type AmendQueue = ReturnType<typeof createAmendQueue>

export function createAmendQueue<Quote>(dependencies: AmendQueueDependencies<Quote>) {
  const { send, refetch, debounce, onBusy, onResult } = dependencies
  /** Numbers of changes: the last one, the last one with a result, and the declared one; later ones are not declared. */
  let change = 0
  let answered = 0
  let declared = 0
  let stopped = false
  let running: Promise<boolean> | null = null

  /** Amends once, or a second time with the newest history. 'stale' only if the page was left meanwhile. */
  async function amend(): Promise<AmendResult<Quote>> {
    const result = await send(change === declared)
    if (result.outcome !== 'stale' || stopped) return result
    const isFetched = await refetch()
    const second = isFetched && !stopped ? await send(change === declared) : result
    return second.outcome === 'stale' ? { outcome: 'failed', path: errorPath } : second
  }

  /** Amends until every change has a price; false if an amend ended without one. */
  async function amendAll(): Promise<boolean> {
    while (answered < change) {
      if (change !== declared) await debounce()
      if (stopped) return false
      answered = change
      const result = await amend()
      if (stopped || result.outcome === 'stale') return false
      onResult(result)
      if (result.outcome !== 'amended') {
        answered = change
        return false
      }
    }
    return !stopped
  }

  function run(): Promise<boolean> {
    running ??= (async () => {
      onBusy(true)
      try {
        return await amendAll()
      } finally {
        running = null
        if (!stopped) onBusy(false)
      }
    })()
    return running
  }

  return {
    /** A choice changed that affects the price or the policy. */
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
    idle: async (): Promise<boolean> => (await running) ?? true,
    /** The page was left: later responses are ignored. */
    stop() {
      stopped = true
    },
  }
}
