/**
 * Extends the session for the 'Session Expiry' dialog. The server is asked first, because its idle limit
 * decides.
 */

import type { Api } from '#web/api/client.ts'
import type { Session } from './session.ts'

/** True once the session goes on, here and there; false where nobody knows, and it can be pressed again. */
export async function extendSession(session: Session, api: Pick<Api, 'call'>): Promise<boolean> {
  // Before there is a token only this browser counts the time.
  const answer = session.token() === null ? null : await api.call('session')
  // Over while it was asked for: no answer brings its cookies back.
  if (session.state().phase === 'expired' || (answer && answer.outcome !== 'ok')) return false
  session.extend()
  if (answer) session.setToken(answer.data.JWT)
  return true
}
