/**
 * Coalesces partner requests of success pages on one node: of a payment to the card partner, and of a quote
 * to the insurer. A page view starts no request that another view has under way or just finished. Webhooks,
 * the poller and jobs do not use it, because an event triggers them.
 */
export interface Coalescer {
  /**
   * What `look` finds, or the look at the same one that is under way or just over. One that throws is not kept.
   * @param id of a payment or a quote
   */
  run(id: string, look: () => Promise<boolean>): Promise<boolean>
}

/** Less than the two seconds after which a page that waits asks again: it is to hear what came of it meanwhile. */
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
