/** Waits for a session, polling once a second. The model look-up and the address search use it. */

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

/** Also resolves when the wait is cancelled. */
export async function waitForSession(
  hasSession: () => boolean,
  signal: AbortSignal,
  wait: typeof pause = pause,
): Promise<void> {
  while (!signal.aborted && !hasSession()) await wait(secondMs, signal)
}
