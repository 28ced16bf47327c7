/** Tests which of several status messages the banner shows. */
import { expect, it } from 'vitest'
import { createStatusBannerStore } from './status-banner-store.ts'

it('[SHELL-09] [SHELL-14] shows the most important message, and the next one when it ends', () => {
  const notices = createStatusBannerStore()
  const seen: unknown[] = []
  const stop = notices.subscribe(() => seen.push(notices.current()))
  notices.set('not-ready', true)
  notices.set('offline', true)
  notices.set('offline', true)
  notices.set('busy', true)
  notices.set('offline', false)
  notices.set('busy', false)
  notices.set('not-ready', false)
  stop()
  notices.set('busy', true)
  expect(seen).toEqual(['not-ready', 'offline', 'offline', 'busy', 'not-ready', null])
})
