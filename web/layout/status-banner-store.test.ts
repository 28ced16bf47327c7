/** Tells of several things at once and looks which one is shown. */
import { expect, it } from 'vitest'
import { createNotices } from './status-banner-store.ts'

it('[SHELL-09] [SHELL-14] shows the weightiest notice, and the next when it is over', () => {
  const notices = createNotices()
  const seen: unknown[] = []
  const stop = notices.subscribe(() => seen.push(notices.shown()))
  notices.tell('not-ready', true)
  notices.tell('offline', true)
  notices.tell('offline', true)
  notices.tell('busy', true)
  notices.tell('offline', false)
  notices.tell('busy', false)
  notices.tell('not-ready', false)
  stop()
  notices.tell('busy', true)
  expect(seen).toEqual(['not-ready', 'offline', 'offline', 'busy', 'not-ready', null])
})
