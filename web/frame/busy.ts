/** Why a call is held up just now: told by the client of /edge, shown by the frame over whatever is being filled in. */
import { createContext } from 'react'

/**
 * `trying`: sent again after the pause a busy server asked for. `offline`: sent again once the connection is back.
 * `gave-up` and `not-ready` (no captcha token, SHELL-09): pressing again is up to the visitor.
 */
export type BusyState = 'no' | 'trying' | 'gave-up' | 'offline' | 'not-ready'

export interface Busy {
  state(): BusyState
  subscribe(listener: () => void): () => void
  tell(state: BusyState): void
}

export function createBusy(): Busy {
  let now: BusyState = 'no'
  const listeners = new Set<() => void>()
  return {
    state: () => now,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tell(state) {
      if (state === now) return
      now = state
      for (const listener of [...listeners]) listener()
    },
  }
}

export const BusyContext = createContext<Busy | null>(null)
