/** 'Session Expiry': warns two minutes before the end, extends by one press, and leaves when the time is up (SHELL-07). */
import { useEffect, useSyncExternalStore } from 'react'
import { useApi, useSession } from '#web/api.ts'
import { useDraft } from '#web/draft.ts'
import { Button } from '#web/form/button.tsx'
import { Dialog } from '#web/form/dialog.tsx'
import type { Session, SessionState } from '#web/session.ts'
import { sessionWords } from '#web/words/frame.ts'
import { useAnnounce } from './live-region.tsx'
import css from './session-dialog.module.css'

const running: SessionState = { phase: 'running', secondsLeft: 0 }

/** @param onOver the session is over: everything of the tab is forgotten by then */
export function SessionDialog({ onOver }: { onOver: () => void }) {
  const session: Session = useSession()
  const draft = useDraft()
  const api = useApi()
  const announce = useAnnounce()
  const { phase, secondsLeft } = useSyncExternalStore(session.subscribe, session.state, () => running)

  useEffect(() => {
    if (phase !== 'expired') return
    draft.clear()
    session.end()
    onOver()
  }, [phase, draft, session, onOver])

  const extend = async () => {
    session.extend()
    announce(sessionWords.extended)
    if (!session.token()) return
    const answer = await api.call('session')
    if (answer.outcome === 'ok') session.setToken(answer.data.JWT)
  }

  return (
    <Dialog
      title={sessionWords.title}
      open={phase === 'expiring'}
      alert
      dismissable={false}
      actions={<Button onPress={() => void extend()}>{sessionWords.extend}</Button>}
    >
      <p>{sessionWords.text}</p>
      <p>{sessionWords.kept}</p>
      <p className={css.left} aria-hidden="true">
        {sessionWords.timeLeft(secondsLeft)}
      </p>
      <p className="hear" role="timer" aria-live="assertive">
        {spoken(secondsLeft)}
      </p>
    </Dialog>
  )
}

/** Said once a minute, in the last minute every 20 seconds: a voice that counts seconds helps nobody. */
export function spoken(secondsLeft: number): string {
  const step = secondsLeft > 60 ? 60 : 20
  return sessionWords.timeLeft(Math.ceil(secondsLeft / step) * step)
}
