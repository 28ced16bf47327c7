/**
 * The queue that amends a quote on the quote page. It debounces changes, runs one amend at a time, always
 * sends the last change, and drops responses after the page was left.
 */

import { errorPath } from '#web/app/navigation.tsx'

/** What the server said to one amend. */
export type AmendResult<Quote> =
  | { readonly outcome: 'amended'; readonly quote: Quote }
  /** The insurer wants to look at it: no online quote. */
  | { readonly outcome: 'offline' }
  /** This car, or its new value, cannot be insured. */
  | { readonly outcome: 'not-insurable' }
  /** The history carried was not the newest. */
  | { readonly outcome: 'stale' }
  /** The security check did not load or was closed: nothing is lost, the visitor may try again. */
  | { readonly outcome: 'unchecked' }
  | { readonly outcome: 'failed'; readonly path: string }

export interface AmendQueueDependencies<Quote> {
  /** Amends with what is chosen at this very moment. Never throws. */
  send(declarationAgreed: boolean): Promise<AmendResult<Quote>>
  /** Fetches the newest history and keeps it for the next `send`; false when that did not work. */
  refetch(): Promise<boolean>
  /** Debounces: resolves when no further change is expected. */
  debounce(): Promise<void>
  /** An answer arrived; something may have been changed since it was asked for. */
  onAmended(quote: Quote): void
  onBusy(busy: boolean): void
  /** The other ends an amend may have; nothing is sent after them until the next change. */
  onEnd(end: Exclude<AmendResult<Quote>, { outcome: 'amended' | 'stale' }>): void
}

export interface AmendQueue {
  /** Something that the price or the policy hangs on was changed. */
  enqueue(): void
  /** Amends at once, with the declaration; true when the answer holds and nothing was chosen since. */
  submitDeclaration(): Promise<boolean>
  /** Resolves when no amend is running; false when the last one gave no price. */
  idle(): Promise<boolean>
  /** The page was left: later responses are ignored. */
  stop(): void
}

export function createAmendQueue<Quote>(ports: AmendQueueDependencies<Quote>): AmendQueue {
  let change = 0
  let answered = 0
  /** The change that the declaration showed: what was chosen after it is sent without one. */
  let declared = 0
  let stopped = false
  let running: Promise<boolean> | null = null

  const send = () => ports.send(change === declared)

  async function sendOnce(): Promise<AmendResult<Quote>> {
    const answer = await send()
    if (answer.outcome !== 'stale' || stopped) return answer
    // Another tab or device amended in between: take its history, and try once more with our choices.
    const again = (await ports.refetch()) && !stopped ? await send() : answer
    return again.outcome === 'stale' ? { outcome: 'failed', path: errorPath } : again
  }

  /** Sends until no change is left unanswered; false when an end other than a price was reached. */
  async function sendAll(): Promise<boolean> {
    while (answered < change && !stopped) {
      if (change !== declared) await ports.debounce()
      if (stopped) return false
      const asked = change
      const answer = await sendOnce()
      if (stopped) return false
      answered = asked
      if (answer.outcome !== 'amended') {
        if (answer.outcome !== 'stale') ports.onEnd(answer)
        answered = change
        return false
      }
      ports.onAmended(answer.quote)
    }
    return !stopped
  }

  function run(): Promise<boolean> {
    running ??= (async () => {
      ports.onBusy(true)
      try {
        return await sendAll()
      } finally {
        running = null
        if (!stopped) ports.onBusy(false)
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
      const shown = change
      // What is out finishes first. What was chosen meanwhile stood in no declaration.
      await running
      if (change !== shown) return false
      const mine = ++change
      declared = mine
      return (await run()) && change === mine
    },
    idle: async () => (await running) ?? true,
    stop() {
      stopped = true
    },
  }
}
