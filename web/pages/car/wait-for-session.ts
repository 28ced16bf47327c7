/** Waits for a session, asking for it each second (CAR-04). The look-up of models and the search for an address rely on it. */

const secondMs = 1000

/** A pause that ends early when it is no longer wanted. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    if (signal.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })

/** Resolves as well when it is no longer wanted. */
export async function waitForSession(
  hasSession: () => boolean,
  signal: AbortSignal,
  wait: typeof pause = pause,
): Promise<void> {
  while (!signal.aborted && !hasSession()) await wait(secondMs, signal)
}
