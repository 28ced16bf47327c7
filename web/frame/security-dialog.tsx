/** 'Security check': a box to tick (or the captcha's own widget), started over every 110 seconds until it is passed (SHELL-09). */
import { useEffect, useRef, useState } from 'react'
import { useApi } from '#web/api.ts'
import { useCaptcha } from '#web/captcha.ts'
import { Button } from '#web/form/button.tsx'
import css from '#web/form/choice.module.css'
import { Dialog } from '#web/form/dialog.tsx'
import { useSession } from '#web/session.ts'
import { useWizard } from '#web/wizard.tsx'
import { securityWords } from '#web/words/security.ts'
import { useSecurityCheck } from './security-check.ts'

const resetAfterMs = 110_000

export function SecurityDialog() {
  const check = useSecurityCheck()
  return (
    <Dialog
      title={securityWords.title}
      open
      onClose={() => check.settle(false)}
      actions={
        <Button kind="secondary" onPress={() => check.settle(false)}>
          {securityWords.cancel}
        </Button>
      }
    >
      <PersonCheck />
    </Dialog>
  )
}

type State = 'waiting' | 'checking' | 'failed' | 'too-late'

function PersonCheck() {
  const check = useSecurityCheck()
  const api = useApi()
  const session = useSession()
  const captcha = useCaptcha()
  const { leave } = useWizard()
  const place = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<State>('waiting')
  /** Counts the starts; an answer of an earlier one no longer counts. */
  const [round, setRound] = useState(0)
  const currentRound = useRef(round)

  useEffect(() => {
    currentRound.current = round
    // The box of the round before had the focus and is gone.
    if (round > 0) place.current?.querySelector('input')?.focus()
    const timer = setTimeout(() => {
      setState('too-late')
      setRound(round + 1)
    }, resetAfterMs)
    return () => {
      currentRound.current = -1
      clearTimeout(timer)
    }
  }, [round])

  const verify = async () => {
    if (!place.current) return
    setState('checking')
    const token = await captcha.visibleToken(place.current)
    if (currentRound.current !== round) return
    const answer =
      token === null ? null : await api.call('validateRecaptcha', { query: { captchaRequest: token } })
    if (answer?.outcome === 'ok') {
      session.setVerified(true)
      check.settle(true)
    } else if (answer?.outcome === 'unreachable') {
      check.settle(false)
      leave('/error-occurred')
    } else if (currentRound.current === round) {
      setState('failed')
      setRound(round + 1)
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the widget is shown once a round, whatever else changes
  useEffect(() => {
    if (captcha.hasWidget) void verify()
  }, [round])

  return (
    <>
      <p>{securityWords.text}</p>
      <div ref={place} key={round}>
        {captcha.hasWidget ? null : (
          <label className={css.card}>
            <input
              className={css.check}
              type="checkbox"
              name="person"
              // Not disabled, which would take the focus away; there is no taking it back either.
              aria-disabled={state === 'checking' || undefined}
              onChange={event => {
                if (state === 'checking') event.currentTarget.checked = true
                else if (event.currentTarget.checked) void verify()
              }}
            />
            <span className={css.name}>{securityWords.tick}</span>
          </label>
        )}
      </div>
      <p role="status">
        {(state === 'checking' && !captcha.hasWidget && securityWords.checking) ||
          (state === 'failed' && securityWords.failed) ||
          (state === 'too-late' && securityWords.tooLate)}
      </p>
    </>
  )
}
