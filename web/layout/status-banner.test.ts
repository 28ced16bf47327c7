/** Tests which of several messages the status banner shows. */
import { expect, it } from 'vitest'
import { mostImportantStatus } from './status-banner.tsx'

it.each([
  [{ 'not-ready': true, offline: true, busy: true }, 'offline'],
  [{ 'not-ready': true, offline: false, 'still-busy': true, busy: true }, 'busy'],
  [{ 'not-ready': true, 'still-busy': true }, 'still-busy'],
  [{ 'not-ready': true, busy: false }, 'not-ready'],
  [{ 'not-ready': false }, null],
])('[SHELL-09] [SHELL-14] of %j shows %s', (state, shown) => expect(mostImportantStatus(state)).toBe(shown))
