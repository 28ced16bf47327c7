/** Tests of the captcha dialog's reducer, as a checkbox and as a widget. */
import { expect, it } from 'vitest'
import { type ChallengeEvent, challengeReducer, initialChallenge } from './captcha-dialog.tsx'

it.each<[what: string, hasWidget: boolean, events: ChallengeEvent[], round: number, says: string]>([
  // A widget restarts by itself, and keeps its message so that it can be read.
  ['a refused widget', true, ['begun', 'refused', 'begun'], 1, 'failed'],
  ['a late widget', true, ['begun', 'too-late', 'begun'], 1, 'too-late'],
  // At once it would fail in an endless loop.
  ['a widget that could not load', true, ['begun', 'no-token'], 0, 'no-widget'],
  ['a widget that could not load, later', true, ['begun', 'no-token', 'too-late'], 1, 'too-late'],
  ['a widget that could not load, again', true, ['begun', 'no-token', 'again', 'begun'], 1, 'nothing'],
  ['a widget with a token', true, ['begun', 'token'], 0, 'checking'],
  ['a ticked box', false, ['begun'], 0, 'checking'],
  ['a box without a token', false, ['begun', 'no-token'], 1, 'failed'],
  ['a refused box', false, ['begun', 'refused'], 1, 'failed'],
  ['a late box', false, ['begun', 'too-late'], 1, 'too-late'],
])('[SHELL-09] %s', (_what, hasWidget, events, round, says) => {
  const start = { ...initialChallenge, hasWidget }
  expect(events.reduce(challengeReducer, start)).toEqual({ hasWidget, round, says })
})
