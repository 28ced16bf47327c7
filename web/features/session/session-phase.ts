/**
 * The session's phase for the pages of the wizard, and what happens when it expires: the draft is cleared
 * and the tab leaves, except on the error page.
 */

import { useEffect, useSyncExternalStore } from 'react'
import { type Draft, useDraft } from '#web/features/draft/draft-store.ts'
import { type Session, type SessionState, useSession } from './session.ts'

/** The token's cookie ends with the session, by a clock of the browser's own. */
const cookieIsGoneMs = 2_000

/** By the clock here, or because the server said so to a call. */
export function expireSession(draft: Draft, session: Session): void {
  draft.clear()
  session.end()
  // A full load: the server then clears what the browser stored for us.
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
    // With time left it was the server that ended it, and the page is being left already.
    if (phase !== 'expired' || session.state().secondsLeft) return
    if (!staysWhenOver) return expireSession(draft, session)
    // By what this page heard. It may have slept while the visitor went on beside it, who would lose their session here.
    const timer = setTimeout(() => {
      if (session.token() === null) draft.clear()
    }, cookieIsGoneMs)
    return () => clearTimeout(timer)
  }, [phase, draft, session, staysWhenOver])
  return phase
}
