/**
 * What the calls are finding out just now, by the field it is about. A form waits for it: somebody who picks an address
 * and presses Next at once has made no mistake.
 */
export interface LookUps {
  /** Hands the work back as it is; until it ends, `field` is being looked up. */
  during<T>(field: string, work: Promise<T>): Promise<T>
  isUnderWay(field: string): boolean
  /** Resolves when the first of those under way ends; null while there is none. */
  nextEnd(): Promise<void> | null
}

export function createLookUps(): LookUps {
  const underWay = new Map<Promise<void>, string>()
  return {
    during(field, work) {
      const end: Promise<void> = work.then(
        () => void underWay.delete(end),
        () => void underWay.delete(end),
      )
      underWay.set(end, field)
      return work
    },
    isUnderWay: field => [...underWay.values()].includes(field),
    nextEnd: () => (underWay.size > 0 ? Promise.race(underWay.keys()) : null),
  }
}
