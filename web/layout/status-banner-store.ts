/**
 * Store of the status banner's messages: no network, busy server, security check not ready. Browser services
 * set them; the banner shows the most important one.
 */
import { createContext } from 'react'

/** Most important first. `still-busy`: the customer has to click again. */
const kinds = ['offline', 'busy', 'still-busy', 'not-ready'] as const
export type StatusBannerKind = (typeof kinds)[number]

export interface StatusBannerStore {
  /** The message to show; null if there is none. */
  current(): StatusBannerKind | null
  subscribe(listener: () => void): () => void
  set(kind: StatusBannerKind, holds: boolean): void
}

export function createStatusBannerStore(): StatusBannerStore {
  const holding = new Set<StatusBannerKind>()
  const listeners = new Set<() => void>()
  return {
    current: () => kinds.find(kind => holding.has(kind)) ?? null,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set(kind, holds) {
      if (holding.has(kind) === holds) return
      if (holds) holding.add(kind)
      else holding.delete(kind)
      for (const listener of [...listeners]) listener()
    },
  }
}

export const StatusBannerContext = createContext<StatusBannerStore | null>(null)
