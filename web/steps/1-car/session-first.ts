/**
 * A client that holds its calls back until there is a session. Somebody who fills in the address before the plate has
 * none yet, and a call without one would be taken for a session that is over.
 */
import type { Api } from '#web/api.ts'
import type { Session } from '#web/session.ts'
import { pause, secondMs } from './find-models.ts'

const never = new AbortController().signal

export function sessionFirst(api: Api, session: Pick<Session, 'token'>, wait: typeof pause = pause): Api {
  return {
    ...api,
    async call(name, request, options) {
      const signal = options?.signal ?? never
      while (session.token() === null) {
        if (signal.aborted) return { outcome: 'unreachable' }
        await wait(secondMs, signal)
      }
      return api.call(name, request, options)
    },
  }
}
