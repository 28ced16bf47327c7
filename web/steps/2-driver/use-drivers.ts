/** The drivers of the page: adding, removing and recounting with focus, spoken result and a way back (DRIVER-02, DRIVER-05). */
import { useRef, useState } from 'react'
import { driverCount } from '#journey/answers/driver-fields.ts'
import { useDraft } from '#web/draft.ts'
import { useAnnounce } from '#web/frame/live-region.tsx'
import { driverWords } from '#web/words/driver.ts'
import { headingId } from './driver-block.tsx'
import { addDriver, type Change, incidentsTaken, recount, removeDriver } from './driver-changes.ts'

export interface Undoable {
  readonly text: string
  undo(): void
}

export interface Drivers {
  add(): void
  remove(): void
  recount(driver: number, count: string, countBefore: string): void
  /** The last removal, until it is undone or something else is done. */
  readonly undoable: Undoable | null
}

export const addButtonId = 'add-driver'

export function useDrivers(): Drivers {
  const draft = useDraft()
  const announce = useAnnounce()
  const [undoable, setUndoable] = useState<Undoable | null>(null)
  const focusing = useRef<ReturnType<typeof setTimeout>>(undefined)

  /** Once the page shows what was changed. */
  const focus = (id: string) => {
    clearTimeout(focusing.current)
    focusing.current = setTimeout(() => document.getElementById(id)?.focus())
  }

  const take = (change: Change, text: string) => {
    draft.setAnswers(change.patch)
    announce(text)
    setUndoable({
      text,
      undo() {
        draft.setAnswers(change.undo)
        setUndoable(null)
        announce(driverWords.undone)
      },
    })
  }

  return {
    undoable,
    add() {
      const patch = addDriver(draft.answers())
      if (!patch) return
      draft.setAnswers(patch)
      setUndoable(null)
      const added = driverCount(draft.answers())
      announce(driverWords.added(added))
      focus(headingId(added))
    },
    remove() {
      const change = removeDriver(draft.answers())
      if (!change) return
      take(change, driverWords.removed(driverCount(draft.answers())))
      focus(addButtonId)
    },
    recount(driver, count, countBefore) {
      const change = recount(draft.answers(), driver, count, countBefore)
      if (change) take(change, driverWords.incidentsDropped(incidentsTaken(change)))
    },
  }
}
