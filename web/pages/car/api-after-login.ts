/**
 * An API client for step 1 that delays calls until there is a session. A customer may fill in the address
 * before the plate; a call without a session would count as expired.
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
