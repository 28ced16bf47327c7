/** Tests which of several messages the status banner shows. */
import { expect, it } from 'vitest'
import { mostImportantStatus } from './status-banner.tsx'

it.each([
  [{ 'captcha-failed': true, offline: true, busy: true }, 'offline'],
  [{ 'captcha-failed': true, offline: false, 'still-busy': true, busy: true }, 'busy'],
  [{ 'captcha-failed': true, 'still-busy': true }, 'still-busy'],
  [{ 'captcha-failed': true, busy: false }, 'captcha-failed'],
  [{ 'captcha-failed': false }, null],
])('[SHELL-09] [SHELL-14] of %j shows %s', (state, shown) => expect(mostImportantStatus(state)).toBe(shown))
