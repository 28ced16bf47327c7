/** Today in New Zealand as the screens count it: pages that stay open over midnight ask anew whenever they render. */
import { type NzDay, nzToday } from '#journey/dates.ts'

const key = 'openroad.ahead'
type TabStorage = Pick<Storage, 'getItem' | 'setItem'>
let storage: TabStorage | null = null
/** How far the server's clock is ahead of this device's. */
let aheadMs = 0

/** What a tab has heard counts from the start of each of its pages: a step may ask for the day before any answer comes. */
export function restoreClock(kept: TabStorage | null): void {
  storage = kept
  aheadMs = Number(kept?.getItem(key)) || 0
}

/** Covers begin and end by the server's clock, and a device's may be hours off: each answer tells what time it is there. */
export function syncClock(date: string | null): void {
  const heardMs = Date.parse(date ?? '')
  if (!heardMs) return
  // To the second, cut off: a moment early is yesterday, which no cover may start.
  aheadMs = heardMs + 1000 - Date.now()
  try {
    storage?.setItem(key, `${aheadMs}`)
  } catch {
    // Full or forbidden: then it is heard anew with the next answer.
  }
}

export const today = (): NzDay => nzToday(new Date(Date.now() + aheadMs))
