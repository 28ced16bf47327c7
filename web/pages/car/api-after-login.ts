/**
 * A client that holds its calls back until there is a session. Somebody who fills in the address before the plate has
 * none yet, and a call without one would be taken for a session that is over.
 */
import type { Api } from '#web/api/client.ts'
import type { Session } from '#web/features/session/session.ts'
import { waitForSession } from './wait-for-session.ts'

const never = new AbortController().signal

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
