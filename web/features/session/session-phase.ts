/**
 * The session's phase for the pages of the wizard, and what happens when it expires: the draft is cleared
 * and the tab leaves, except on the error page.
 */

import { useEffect, useSyncExternalStore } from 'react'
import { type Draft, useDraft } from '#web/features/draft/draft-store.ts'
import { type Session, type SessionState, useSession } from './session.ts'

/** The token's cookie expires with the session, but by the browser's own clock. */
const cookieIsGoneMs = 2_000

/** Called when the local clock ran out, or when the server reported an expired session. */
export function expireSession(draft: Draft, session: Session): void {
  draft.clear()
  session.end()
  // A full page load: the server then clears the browser's storage for this site.
  location.assign('/session-expired')
}

export function useSessionPhase(staysWhenOver: boolean): SessionState['phase'] {
  const session = useSession()
  const draft = useDraft()
  const phase = useSyncExternalStore(
    session.subscribe,
    () => session.state().phase,
    () => 'running' as const,
  )
  useEffect(() => {
    // `secondsLeft > 0` means that the server ended the session: the tab is already leaving.
    if (phase !== 'expired' || session.state().secondsLeft) return
    if (!staysWhenOver) return expireSession(draft, session)
    // This tab may have been suspended while another tab extended the session: check the cookie before
    // clearing.
    const timer = setTimeout(() => {
      if (session.token() === null) draft.clear()
    }, cookieIsGoneMs)
    return () => clearTimeout(timer)
  }, [phase, draft, session, staysWhenOver])
  return phase
}
