/** The session's phase on a screen of the wizard; when it is over, the tab forgets everything and leaves (SHELL-07, SHELL-14). */
import { useEffect, useSyncExternalStore } from 'react'
import { useDraft } from '#web/draft.ts'
import { type SessionState, useSession } from '#web/session.ts'

export function useSessionPhase(): SessionState['phase'] {
  const session = useSession()
  const draft = useDraft()
  const phase = useSyncExternalStore(
    session.subscribe,
    () => session.state().phase,
    () => 'running' as const,
  )
  useEffect(() => {
    if (phase !== 'expired') return
    draft.clear()
    session.end()
    // A full load: the server then clears what the browser stored for us.
    location.assign('/session-expired')
  }, [phase, draft, session])
  return phase
}
