/** Today's date in New Zealand by the server's clock. All pages use it. */
import { type NzDay, nzToday } from '#journey/dates.ts'
import { attempt } from './attempt.ts'

const key = 'openroad.ahead'
type TabStorage = Pick<Storage, 'getItem' | 'setItem'>
let storage: TabStorage | null = null
/** Milliseconds by which the server's clock is ahead of this device's. */
let aheadMs = 0

/** Restores the offset stored by the tab: a step may need the date before the first response. */
export function restoreServerClock(kept: TabStorage | null): void {
  storage = kept
  aheadMs = Number(kept?.getItem(key)) || 0
}

/** Sets the offset from a response's Date header, because a device's clock may be hours wrong. */
export function syncClock(date: string | null): void {
  const heardMs = Date.parse(date ?? '')
  if (!heardMs) return
  // The Date header has whole seconds: add one, so that at midnight we are never behind the server (cover
  // cannot start yesterday).
  aheadMs = heardMs + 1000 - Date.now()
  // If it cannot be stored, the next response sets it again.
  attempt(() => storage?.setItem(key, `${aheadMs}`))
}

export const today = (): NzDay => nzToday(new Date(Date.now() + aheadMs))
