/**
 * Extends the session for the 'Session Expiry' dialog. The server is asked first, because its idle limit
 * decides.
 */

import type { Api } from '#web/api/client.ts'
import type { Session } from './session.ts'

/**
 * True when the session is extended here and on the server; false when unknown: the customer can click
 * again.
 */
export async function extendSession(session: Session, api: Pick<Api, 'call'>): Promise<boolean> {
  // Without a token only this browser counts the time.
  const answer = session.token() === null ? null : await api.call('session')
  // The session expired during the request: the response must not restore its cookies.
  if (session.state().phase === 'expired' || (answer && answer.outcome !== 'ok')) return false
  session.extend()
  if (answer) session.setToken(answer.data.JWT)
  return true
}
