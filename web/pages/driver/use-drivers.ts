/**
 * The hook of step 2 that adds, removes and recounts drivers, moves the focus, announces the result and
 * offers 'Undo'.
 */

import { useState } from 'react'
import { driverCount, driverField } from '#journey/questions/driver-fields.ts'
import { fieldId } from '#web/components/field-errors.ts'
import { driverText } from '#web/content/driver.ts'
import { type AnswersPatch, useDraft } from '#web/features/draft/draft-store.ts'
import { useAnnounce } from '#web/layout/live-announcer.tsx'
import { driverHeadingId } from './driver-section.tsx'
import {
  acceptedIncidentsOf,
  addDriver,
  type DriversEdit,
  removeDriver,
  setIncidentCount,
} from './edit-drivers.ts'

export interface UndoableDriverEdit {
  readonly text: string
  /** Whose incidents were taken; none where it was a whole driver. */
  readonly driver: number | undefined
  /** The patch that restores the removed answers. */
  readonly fields: AnswersPatch
  undo(): void
}

export interface Drivers {
  add(): void
  remove(): void
  recount(driver: number, count: string, countBefore: string): void
  /** The last removal, until it is undone or something else is done. */
  readonly undoable: UndoableDriverEdit | null
}

/** The id of the buttons below the drivers, which take the focus together: which of them there are changes. */
export const buttonsId = 'driver-buttons'

export function useDrivers(): Drivers {
  const draft = useDraft()
  const announce = useAnnounce()
  const [undoable, setUndoable] = useState<UndoableDriverEdit | null>(null)

  /** Once the page shows what was changed. */
  const focus = (id: string) => setTimeout(() => document.getElementById(id)?.focus())

  /**
   * @param backTo the id of what 'Undo' brings back, which then takes the focus: the button is gone
   * @param driver whose incidents it takes
   */
  const take = (change: DriversEdit, text: string, backTo: string, driver?: number) => {
    draft.setAnswers(change.patch)
    announce(text)
    setUndoable({
      text,
      driver,
      fields: change.undo,
      undo() {
        draft.setAnswers(change.undo)
        setUndoable(null)
        announce(driverText.undone)
        focus(backTo)
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
      announce(driverText.added(added))
      focus(driverHeadingId(added))
    },
    remove() {
      const change = removeDriver(draft.answers())
      if (!change) return
      const last = driverCount(draft.answers())
      take(change, driverText.removed(last), driverHeadingId(last))
      focus(buttonsId)
    },
    recount(driver, count, countBefore) {
      const countField = driverField(driver, 'incidentCount')
      const waiting = undoable?.driver === driver ? undoable.fields : null
      // Restore the last removal before applying the new count, so that arrowing through the select loses
      // nothing.
      if (waiting) draft.setAnswers({ ...waiting, [countField]: count })
      const change = setIncidentCount(draft.answers(), driver, count, waiting?.[countField] ?? countBefore)
      if (change) {
        const text = driverText.incidentsDropped(acceptedIncidentsOf(change))
        return take(change, text, fieldId(countField), driver)
      }
      setUndoable(null)
      if (waiting) announce(driverText.undone)
    },
  }
}
