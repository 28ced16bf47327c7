/**
 * What this node has just heard of a payment: a visit of a success page asks the card partner about none that another visit
 * asks about already, or did a moment ago. Notices and the poller ask all the same: they come because something happened.
 */

export interface RecentLooks {
  /** What `look` finds, or the look at the same payment that is under way or just over. One that throws is not kept. */
  at(paymentId: string, look: () => Promise<boolean>): Promise<boolean>
}

/** Less than the two seconds after which a page that waits asks again: it is to hear what came of it meanwhile. */
const keptMs = 1_500
const mostKept = 1_000

export function keepLooks(now: () => Date): RecentLooks {
  const looks = new Map<string, { readonly found: Promise<boolean>; until: number }>()
  return {
    at(paymentId, look) {
      const before = looks.get(paymentId)
      if (before && now().getTime() < before.until) return before.found
      looks.delete(paymentId)
      const [oldest] = looks.keys()
      if (looks.size >= mostKept && oldest !== undefined) looks.delete(oldest)
      const mine = { found: look(), until: Number.POSITIVE_INFINITY }
      looks.set(paymentId, mine)
      mine.found.then(
        () => {
          mine.until = now().getTime() + keptMs
        },
        () => {
          if (looks.get(paymentId) === mine) looks.delete(paymentId)
        },
      )
      return mine.found
    },
  }
}
