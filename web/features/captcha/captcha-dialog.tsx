/** The 'Security check' dialog: a checkbox or the captcha's widget, restarted until the check is passed. */
import { useEffect, useReducer, useRef } from 'react'
import { errorPath } from '#journey/page-paths.ts'
import { useApi } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import '#web/components/choice.css'
import { Dialog } from '#web/components/dialog.tsx'
import { captchaText } from '#web/content/captcha.ts'
import { useSession } from '#web/features/session/session.ts'
import { useNavigation } from '#web/lib/screens-and-navigation.ts'
import { useCaptchaChallenge } from './captcha-challenge-store.ts'
import { useCaptcha } from './captcha-context.ts'

const resetAfterMs = 110_000
/** After this many rounds the dialog offers a reload: the server may use another captcha than this page loaded. */
const refusedForGood = 2

interface ChallengeState {
  /** True for the captcha's own widget; false for a checkbox. */
  readonly hasWidget: boolean
  readonly round: number
  readonly says: 'nothing' | keyof typeof captchaText.said
}

/** `begun`: the box was ticked, or the widget is being shown. `refused`: the server did not take the token. */
export type ChallengeEvent = 'begun' | 'token' | 'no-token' | 'refused' | 'too-late' | 'again'

export const initialChallenge: Omit<ChallengeState, 'hasWidget'> = { round: 0, says: 'nothing' }

export function challengeReducer(check: ChallengeState, event: ChallengeEvent): ChallengeState {
  const { hasWidget } = check
  // The widget restarts by itself: keep the last message, so that it can be read.
  if (hasWidget && event === 'begun') return check
  // Restarting the widget at once would fail in an endless loop. A checkbox restarts only when it is ticked.
  if (hasWidget && event === 'no-token') return { ...check, says: 'no-widget' }
  if (event === 'begun' || event === 'token') return { ...check, says: 'checking' }
  const says = event === 'again' ? 'nothing' : event === 'too-late' ? event : 'failed'
  return { ...check, round: check.round + 1, says }
}

export function CaptchaDialog() {
  const check = useCaptchaChallenge()
  return (
    <Dialog
      title={captchaText.title}
      onClose={() => check.resolve(false)}
      actions={
        <Button kind="secondary" onPress={() => check.resolve(false)}>
          {captchaText.cancel}
        </Button>
      }
    >
      <PersonCheck />
    </Dialog>
  )
}

function PersonCheck() {
  const check = useCaptchaChallenge()
  const api = useApi()
  const session = useSession()
  const captcha = useCaptcha()
  const { navigateTo } = useNavigation()
  const container = useRef<HTMLDivElement>(null)
  const [{ round, says }, dispatch] = useReducer(challengeReducer, {
    ...initialChallenge,
    hasWidget: captcha.hasWidget,
  })
  const currentRound = useRef(round)

  useEffect(() => {
    currentRound.current = round
    // The focused element (the previous checkbox, or the 'again' button) was removed: move the focus.
    if (round > 0) (container.current?.querySelector('input') ?? container.current)?.focus()
    const timer = setTimeout(() => dispatch('too-late'), resetAfterMs)
    return () => {
      currentRound.current = -1
      clearTimeout(timer)
    }
  }, [round])

  const validate = async (token: string) => {
    const result = await api.call('validateRecaptcha', { query: { captchaRequest: token } })
    if (result.outcome === 'ok') {
      session.setVerified(true)
      return check.resolve(true)
    }
    if (currentRound.current !== round) return
    if (result.outcome !== 'network-error') return dispatch('refused')
    check.resolve(false)
    navigateTo(errorPath)
  }
  const verify = async () => {
    if (!container.current) return
    dispatch('begun')
    const token = await captcha.visibleToken(container.current)
    if (currentRound.current !== round) return
    if (token === null) return dispatch('no-token')
    dispatch('token')
    await validate(token)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the widget is shown once a round, whatever else changes
  useEffect(() => {
    if (captcha.hasWidget) void verify()
  }, [round])

  return (
    <>
      <p>{captchaText.text}</p>
      <div ref={container} key={round} tabIndex={-1}>
        {captcha.hasWidget ? null : (
          <label className="choice-card">
            <input
              className="choice-check"
              type="checkbox"
              name="person"
              // `disabled` would lose the focus. The box cannot be unticked while checking.
              aria-disabled={says === 'checking' || undefined}
              onChange={event => {
                if (says === 'checking') event.currentTarget.checked = true
                else if (event.currentTarget.checked) void verify()
              }}
            />
            <span className="stack choice-texts">
              <span className="choice-name">{captchaText.tick}</span>
            </span>
          </label>
        )}
      </div>
      <p role="status">{says === 'nothing' ? null : captchaText.said[says]}</p>
      {says === 'failed' && round >= refusedForGood && (
        <>
          <p>{captchaText.stuck}</p>
          <Button kind="secondary" onPress={() => location.reload()}>
            {captchaText.reload}
          </Button>
        </>
      )}
      {says === 'no-widget' && (
        <Button kind="secondary" onPress={() => dispatch('again')}>
          {captchaText.again}
        </Button>
      )}
    </>
  )
}
