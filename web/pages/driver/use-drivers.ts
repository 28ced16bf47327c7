/**
 * The hook of step 2 that adds, removes and recounts drivers, moves the focus, announces the result and
 * offers 'Undo'.
 */

import { useState } from 'react'
import type { DriverForm } from '#journey/questions/driver.ts'
import { fieldId } from '#web/components/field-errors.ts'
import { driverText } from '#web/content/driver.ts'
import { useDraft } from '#web/features/draft/draft-store.ts'
import { useAnnounce } from '#web/layout/live-announcer.tsx'
import { driverHeadingId } from './driver-section.tsx'
import { addDriver, returnIncidents, setIncidentCount } from './edit-drivers.ts'

interface UndoableEdit {
  readonly text: string
  /** The driver whose incidents were removed, as they were before; undefined when a driver was removed. */
  readonly counted?: { readonly index: number; readonly before: DriverForm }
  undo(): void
}

export interface Drivers {
  add(): void
  remove(): void
  recount(index: number, count: string, countBefore: string): void
  /** The last removal, until it is undone or something else is done. */
  readonly undoable: UndoableEdit | null
}

/** The id of the buttons below the drivers. They take the focus together, because the buttons change. */
export const buttonsId = 'driver-buttons'

export function useDrivers(): Drivers {
  const draft = useDraft()
  const announce = useAnnounce()
  const [undoable, setUndoable] = useState<UndoableEdit | null>(null)
  const drivers = () => draft.answers().driver.drivers
  const setDrivers = (next: readonly DriverForm[]) => draft.setAnswers({ driver: { drivers: next } })
  const setDriver = (index: number, driver: DriverForm) =>
    setDrivers(drivers().map((other, place) => (place === index ? driver : other)))

  /** Moves the focus after the page shows the change. */
  const focus = (id: string) => setTimeout(() => document.getElementById(id)?.focus())

  /** @param backTo the id of what 'Undo' restores; it takes the focus, because the button is removed */
  const offerUndo = (edit: UndoableEdit, backTo: string) => {
    announce(edit.text)
    setUndoable({
      ...edit,
      undo() {
        edit.undo()
        setUndoable(null)
        announce(driverText.undone)
        focus(backTo)
      },
    })
  }

  return {
    undoable,
    add() {
      const next = addDriver(drivers())
      if (next === drivers()) return
      setDrivers(next)
      setUndoable(null)
      announce(driverText.added(next.length))
      focus(driverHeadingId(next.length - 1))
    },
    remove() {
      const removed = drivers().at(-1)
      const index = drivers().length - 1
      if (!removed || index === 0) return
      setDrivers(drivers().slice(0, -1))
      offerUndo(
        { text: driverText.removed(index + 1), undo: () => setDrivers([...drivers(), removed]) },
        driverHeadingId(index),
      )
      focus(buttonsId)
    },
    recount(index, count, countBefore) {
      const driver = drivers()[index]
      if (!driver) return
      const pending = undoable?.counted?.index === index ? undoable.counted : null
      // Restore the last removal before applying the new count, so that arrowing through the select loses
      // nothing.
      const before = pending
        ? returnIncidents(driver, pending.before)
        : { ...driver, incidentCount: countBefore }
      const { driver: counted, removedCount } = setIncidentCount(before, count)
      setDriver(index, counted)
      if (removedCount > 0)
        return offerUndo(
          {
            text: driverText.incidentsDropped(removedCount),
            counted: { index, before },
            undo() {
              const now = drivers()[index]
              if (now) setDriver(index, returnIncidents(now, before))
            },
          },
          fieldId(`driver.drivers.${index}.incidentCount`),
        )
      setUndoable(null)
      if (pending) announce(driverText.undone)
    },
  }
}
