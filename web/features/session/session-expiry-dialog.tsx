/** The 'Session Expiry' dialog, shown two minutes before the session expires; one click extends the session. */
import { useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { type Api, useApi } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import '#web/components/dialog.css'
import { Dialog } from '#web/components/dialog.tsx'
import { sessionExpiryText } from '#web/content/session-expiry.ts'
import { useAnnounce } from '#web/layout/live-announcer.tsx'
import { type Session, useSession } from './session.ts'

const textId = 'session-ends'
const leftId = 'session-left'

export function SessionExpiryDialog() {
  const session = useSession()
  const api = useApi()
  const announce = useAnnounce()
  const { secondsLeft } = useSyncExternalStore(session.subscribe, session.state)

  // A customer who closes the dialog was warned: the session expires, or another tab extends it.
  const [isClosed, setClosed] = useState(false)
  // The button's description. It is frozen while focused: some screen readers re-read a changed description,
  // and the timer is announced anyway.
  const [buttonDescription, setButtonDescription] = useState(() => announcedTimeLeft(secondsLeft))
  // Focus the button after the dialog has opened and focused its text: one key press must be enough.
  useLayoutEffect(() => {
    const extend = document.getElementById(textId)?.closest('dialog')?.querySelector('button')
    extend?.focus()
    extend?.addEventListener('blur', () =>
      setButtonDescription(announcedTimeLeft(session.state().secondsLeft)),
    )
  }, [session])
  const [asking, setAsking] = useState<'not-yet' | 'now' | 'in-vain'>('not-yet')

  const extend = async () => {
    setAsking('now')
    if (await extendSession(session, api)) announce(sessionExpiryText.extended)
    else setAsking('in-vain')
  }

  if (isClosed) return null
  return (
    <Dialog
      title={sessionExpiryText.title}
      onClose={() => setClosed(true)}
      closeButton={false}
      alert
      actions={
        <Button busy={asking === 'now'} describedBy={`${textId} ${leftId}`} onPress={() => void extend()}>
          {sessionExpiryText.extend}
        </Button>
      }
    >
      <div className="stack gap-3" id={textId}>
        <p>{sessionExpiryText.text}</p>
        <p>{sessionExpiryText.kept}</p>
      </div>
      {asking === 'in-vain' && <p role="alert">{sessionExpiryText.notExtended}</p>}
      <p className="dialog-countdown" aria-hidden="true">
        {sessionExpiryText.timeLeft(secondsLeft)}
      </p>
      <p hidden id={leftId}>
        {buttonDescription}
      </p>
      <p className="visually-hidden" role="timer" aria-live="assertive">
        {announcedTimeLeft(secondsLeft)}
      </p>
    </Dialog>
  )
}

/** The announced time: once a minute, and every 20 seconds in the last minute. */
function announcedTimeLeft(secondsLeft: number): string {
  const step = secondsLeft > 60 ? 60 : 20
  return sessionExpiryText.timeLeft(Math.ceil(secondsLeft / step) * step)
}

/** Asks the server first, because its idle limit decides. False when unknown: the customer can click again. */
export async function extendSession(session: Session, api: Pick<Api, 'call'>): Promise<boolean> {
  // Without a token only this browser counts the time.
  const result = session.token() === null ? null : await api.call('session')
  // The session expired during the request: the response must not restore its cookies.
  if (session.state().phase === 'expired' || (result && result.outcome !== 'ok')) return false
  session.extend()
  if (result) session.setToken(result.data.JWT)
  return true
}
