/** A timer as a promise, for pauses between calls and for time limits. */

/** @param signal ends the pause early */
export const delay = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
