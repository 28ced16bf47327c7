/**
 * Bounded set of connections that wait for the client (a body that arrives, a response that is not read)
 * and hold memory. Each may wait a limited time; when there are too many, the oldest one is closed. Other
 * connections finish soon, so the oldest is rarely a normal client.
 */

/** What is waited for, by its connection or by the answer that has one. */
export interface BoundedConnections<T> {
  /** Sends away the first ones, if they are too many with it or wait too long. */
  add(one: T): void
  remove(one: T): void
  readonly size: number
}

/**
 * `now` is in milliseconds. Expired connections are closed when the next one is added; no timer is needed,
 * because without new connections memory does not grow.
 */
export function boundConnections<T extends { destroy(): unknown }>(
  most: number,
  longestMs: number,
  now: () => number,
): BoundedConnections<T> {
  /** Start time per connection, oldest first: a Map keeps insertion order. */
  const since = new Map<T, number>()
  return {
    add(one) {
      const at = now()
      since.set(one, at)
      for (const [first, from] of since) {
        if (since.size <= most && at - from <= longestMs) return
        since.delete(first)
        first.destroy()
      }
    },
    remove(one) {
      since.delete(one)
    },
    get size() {
      return since.size
    },
  }
}
