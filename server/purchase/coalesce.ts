/**
 * Coalesces partner requests of success pages on one node: of a payment to the card partner, and of a quote
 * to the insurer. A page view starts no request that another view has under way or just finished. Webhooks,
 * the poller and jobs do not use it, because an event triggers them.
 */
export interface Coalescer {
  /**
   * Returns the result of `look`, or that of a call for the same id which is running or just finished. A call
   * that throws is not cached.
   * @param id of a payment or a quote
   */
  run(id: string, look: () => Promise<boolean>): Promise<boolean>
}

/** Shorter than the page's polling interval of two seconds, so that each poll sees new results. */
const keptMs = 1_500
const mostKept = 1_000

export function createCoalescer(now: () => Date): Coalescer {
  const looks = new Map<string, { readonly found: Promise<boolean>; until: number }>()
  return {
    run(id, look) {
      const before = looks.get(id)
      if (before && now().getTime() < before.until) return before.found
      looks.delete(id)
      const [oldest] = looks.keys()
      if (looks.size >= mostKept && oldest !== undefined) looks.delete(oldest)
      const mine = { found: look(), until: Number.POSITIVE_INFINITY }
      looks.set(id, mine)
      mine.found.then(
        () => {
          mine.until = now().getTime() + keptMs
        },
        () => {
          if (looks.get(id) === mine) looks.delete(id)
        },
      )
      return mine.found
    },
  }
}
