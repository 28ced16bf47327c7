/** The reducer of the visible captcha check: its round and its message. The captcha dialog uses it. */

export interface ChallengeState {
  /** True for the captcha's own widget; false for a checkbox. */
  readonly hasWidget: boolean
  /** Counts the restarts; the result of an earlier round is ignored. */
  readonly round: number
  readonly says: 'nothing' | 'checking' | 'failed' | 'no-widget' | 'too-late'
}

/** `begun`: the box was ticked, or the widget is being shown. `refused`: the server did not take the token. */
export type ChallengeEvent = 'begun' | 'token' | 'no-token' | 'refused' | 'too-late' | 'again'

export const initialChallenge = (hasWidget: boolean): ChallengeState => ({
  hasWidget,
  round: 0,
  says: 'nothing',
})

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
