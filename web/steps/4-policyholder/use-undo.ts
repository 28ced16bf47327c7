/** The one status line of the step with its 'Undo': it stays until the next action. */
import { useState } from 'react'

export function useUndo() {
  const [line, setLine] = useState<{ text: string; undo: () => void } | null>(null)
  return {
    line,
    offer: (text: string, undo: () => void) => setLine({ text, undo }),
    take() {
      line?.undo()
      setLine(null)
    },
  }
}
