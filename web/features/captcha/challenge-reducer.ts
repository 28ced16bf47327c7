/** The reducer of the visible captcha check: its round and its message. The captcha dialog uses it. */

export interface ChallengeState {
  /** A widget of the captcha's own; else a box to tick. */
  readonly hasWidget: boolean
  /** Counts the starts; an answer of an earlier one no longer counts. */
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
  // Of a widget that is there again by itself nobody has read yet what was said of the one before.
  if (hasWidget && event === 'begun') return check
  // Begun anew without a pause, it would fail as fast and for ever. A box is there to be ticked anew.
  if (hasWidget && event === 'no-token') return { ...check, says: 'no-widget' }
  if (event === 'begun' || event === 'token') return { ...check, says: 'checking' }
  const says = event === 'again' ? 'nothing' : event === 'too-late' ? event : 'failed'
  return { ...check, round: check.round + 1, says }
}
