/** Tests of the captcha dialog's reducer, as a checkbox and as a widget. */

import { describe, expect, it } from 'vitest'
import { type ChallengeEvent, challengeReducer, initialChallenge } from './captcha-dialog.tsx'

const came = (hasWidget: boolean, ...events: ChallengeEvent[]) => {
  const { round, says } = events.reduce(challengeReducer, initialChallenge(hasWidget))
  return { round, says }
}

describe('a widget', () => {
  it.each([
    ['failed', 'refused'],
    ['too-late', 'too-late'],
  ] as const)('[SHELL-09] that restarts by itself keeps the message %s', (says, event) => {
    expect(came(true, 'begun', event, 'begun')).toEqual({ round: 1, says })
  })

  it('[SHELL-09] that could not load restarts only by the timer or a click, not at once', () => {
    expect(came(true, 'begun', 'no-token')).toEqual({ round: 0, says: 'no-widget' })
    expect(came(true, 'begun', 'no-token', 'too-late')).toEqual({ round: 1, says: 'too-late' })
    expect(came(true, 'begun', 'no-token', 'again', 'begun')).toEqual({ round: 1, says: 'nothing' })
  })

  it('[SHELL-09] that returned a token shows that it is being checked', () => {
    expect(came(true, 'begun', 'token')).toEqual({ round: 0, says: 'checking' })
  })
})

describe('a box', () => {
  it('[SHELL-09] that is ticked shows that it is being checked', () => {
    expect(came(false, 'begun')).toEqual({ round: 0, says: 'checking' })
  })

  it.each([
    ['no-token', 'failed'],
    ['refused', 'failed'],
    ['too-late', 'too-late'],
  ] as const)('[SHELL-09] can be ticked again after %s', (event, says) => {
    expect(came(false, 'begun', event)).toEqual({ round: 1, says })
  })
})
