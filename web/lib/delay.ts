/** A timer as a promise for pauses between calls, and a time limit for a promise. */

/** @param signal ends the pause early */
export const delay = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** The promise's value, or null when it fails or takes too long. */
export const withTimeout = <T>(work: Promise<T>, milliseconds: number): Promise<T | null> =>
  Promise.race([work.catch(() => null), delay(milliseconds).then(() => null)])
