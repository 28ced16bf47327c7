/**
 * What the visitor has to know while going on with whatever is being filled in: no network, a busy server, a security
 * check that was not ready. Told by the browser's parts; the frame shows the weightiest in one line.
 */
import { createContext } from 'react'

/** Weightiest first. `still-busy`: pressing again is up to the visitor. */
const kinds = ['offline', 'busy', 'still-busy', 'not-ready'] as const
export type StatusBannerKind = (typeof kinds)[number]

export interface StatusBannerStore {
  /** The one to show; null when there is nothing to say. */
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
