/**
 * The registry of running look-ups per field. A form waits for them: a customer who picks an address and
 * clicks Next at once has made no mistake.
 */

export interface PendingLookups {
  /** Returns the same promise; `field` counts as pending until it settles. */
  track<T>(field: string, work: Promise<T>): Promise<T>
  isPending(field: string): boolean
  /** Resolves when the first running look-up settles; null when none is running. */
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
