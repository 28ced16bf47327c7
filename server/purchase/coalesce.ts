/**
 * What this node has just heard for a visit of a success page: of a payment from the card partner, and of a quote from the
 * insurer. A visit asks about none that another visit asks about already, or did a moment ago. Notices, the poller and jobs
 * ask all the same: they come because something happened.
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
