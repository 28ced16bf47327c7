/**
 * The hook that holds the last undoable action of step 4. 'Undo' is offered until the next action, which
 * it would also undo.
 */

import { useState } from 'react'
import { policyholderText as words } from '#web/content/policyholder.ts'
import { useAnnounce } from '#web/layout/live-announcer.tsx'

export interface Undoable {
  readonly text: string
  undo(): void
  /** The id of what it brings back, which takes the focus: the button is gone then. */
  readonly backTo: string
}

export interface Undo {
  readonly line: Undoable | null
  offer(line: Undoable): void
  clear(): void
  take(): void
}

/** Once the page shows what was changed. */
export const focusOn = (id: string) => requestAnimationFrame(() => document.getElementById(id)?.focus())

export function useUndo(): Undo {
  const announce = useAnnounce()
  const [line, offer] = useState<Undoable | null>(null)
  const clear = () => offer(null)
  return {
    line,
    offer,
    clear,
    take() {
      if (!line) return
      line.undo()
      clear()
      announce(words.undone)
      focusOn(line.backTo)
    },
  }
}
