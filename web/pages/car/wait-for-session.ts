/** Waits for a session, polling once a second. The model look-up and the address search of step 1 use it. */

import type { Api } from '#web/api/client.ts'
import type { Session } from '#web/features/session/session.ts'

const secondMs = 1000

/** A pause that ends early when it is aborted. */
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

const never = new AbortController().signal

/**
 * An API client that delays calls until there is a session. A customer may fill in the address before the plate;
 * a call without a session would count as expired.
 */
export function apiAfterLogin(api: Api, session: Pick<Session, 'token'>): Api {
  return {
    ...api,
    async call(name, request, options) {
      const signal = options?.signal ?? never
      await waitForSession(() => session.token() !== null, signal)
      return signal.aborted ? { outcome: 'unreachable' } : api.call(name, request, options)
    },
  }
}
