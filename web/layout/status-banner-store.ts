/**
 * What the visitor has to know while going on with whatever is being filled in: no network, a busy server, a security
 * check that was not ready. Told by the browser's parts; the frame shows the weightiest in one line.
 */
import { createContext } from 'react'

/** Weightiest first. `still-busy`: pressing again is up to the visitor. */
const kinds = ['offline', 'busy', 'still-busy', 'not-ready'] as const
export type NoticeKind = (typeof kinds)[number]

export interface Notices {
  /** The one to show; null when there is nothing to say. */
  shown(): NoticeKind | null
  subscribe(listener: () => void): () => void
  tell(kind: NoticeKind, holds: boolean): void
}

export function createNotices(): Notices {
  const holding = new Set<NoticeKind>()
  const listeners = new Set<() => void>()
  return {
    shown: () => kinds.find(kind => holding.has(kind)) ?? null,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tell(kind, holds) {
      if (holding.has(kind) === holds) return
      if (holds) holding.add(kind)
      else holding.delete(kind)
      for (const listener of [...listeners]) listener()
    },
  }
}

export const NoticesContext = createContext<Notices | null>(null)
