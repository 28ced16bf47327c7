/** The hook that undoes the last change, and the notice that offers it; for steps 2 (driver) and 4 (policyholder). */
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '#web/components/button.tsx'
import { layoutText } from '#web/content/layout.ts'
import { useAnnounce } from '#web/layout/live-announcer.tsx'
import './people-list.css'

export interface UndoableChange {
  readonly text: string
  /** The id of the control or heading that the notice stands below. */
  readonly anchorId: string
  /** The id of what takes the focus after 'Undo', because its button is removed; `anchorId` unless given. */
  readonly focusId?: string
  undo(): void
}

export type UndoHandle = ReturnType<typeof useUndo>

/** Applies a change to the page, then moves the focus to an element that the change may have added. */
export function applyAndFocus(id: string, change: () => void): void {
  flushSync(change)
  document.getElementById(id)?.focus()
}

export function useUndo() {
  const announce = useAnnounce()
  const [change, setChange] = useState<UndoableChange | null>(null)
  return {
    change,
    offer: setChange,
    clear: () => setChange(null),
    undo() {
      if (!change) return
      applyAndFocus(change.focusId ?? change.anchorId, () => {
        change.undo()
        setChange(null)
      })
      announce(layoutText.undone)
    },
  }
}

interface NoticeProps {
  readonly undo: UndoHandle
  readonly anchorId: string
}

function NoticeContent({ undo }: { undo: UndoHandle }) {
  return (
    <>
      <span>{undo.change?.text}</span>{' '}
      <Button kind="quiet" onPress={undo.undo}>
        {layoutText.undo}
      </Button>
    </>
  )
}

export function UndoBox({ undo, anchorId }: NoticeProps) {
  if (undo.change?.anchorId !== anchorId) return null
  return (
    <p className="cluster gap-2 people-list-box">
      <NoticeContent undo={undo} />
    </p>
  )
}

export const undoStatusId = (anchorId: string): string => `${anchorId}-undo`

/** The notice as a live region. Once shown it keeps its height, so that nothing moves under a finger. */
export function UndoStatus({ undo, anchorId }: NoticeProps) {
  const isShown = undo.change?.anchorId === anchorId
  const [keepsHeight, setKeepsHeight] = useState(false)
  if (isShown && !keepsHeight) setKeepsHeight(true)
  return (
    <p
      role="status"
      id={undoStatusId(anchorId)}
      className={`focus-target ${keepsHeight ? 'people-list-status' : 'visually-hidden'}`}
      tabIndex={-1}
    >
      {isShown && <NoticeContent undo={undo} />}
    </p>
  )
}
