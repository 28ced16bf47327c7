/**
 * The registry of running look-ups per field. A form waits for them: a customer who picks an address and
 * clicks Next at once has made no mistake.
 */

export interface PendingLookups {
  /** Hands the work back as it is; until it ends, `field` is being looked up. */
  track<T>(field: string, work: Promise<T>): Promise<T>
  isPending(field: string): boolean
  /** Resolves when the first of those under way ends; null while there is none. */
  nextSettled(): Promise<void> | null
}

export function createPendingLookups(): PendingLookups {
  const underWay = new Map<Promise<void>, string>()
  return {
    track(field, work) {
      const end: Promise<void> = work.then(
        () => void underWay.delete(end),
        () => void underWay.delete(end),
      )
      underWay.set(end, field)
      return work
    },
    isPending: field => [...underWay.values()].includes(field),
    nextSettled: () => (underWay.size > 0 ? Promise.race(underWay.keys()) : null),
  }
}
