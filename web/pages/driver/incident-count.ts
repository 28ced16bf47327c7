/** Changes of a driver's number of incidents in step 2: a lower count removes incidents, and 'Undo' restores them. */

import { incidentRows } from '#journey/incidents.ts'
import { type DriverForm, emptyIncident, type IncidentForm, incidentsOf } from '#journey/questions/driver.ts'
import { fieldId } from '#web/components/field.tsx'
import { driverText } from '#web/content/driver.ts'
import { layoutText } from '#web/content/layout.ts'
import { useDraft } from '#web/features/draft/draft-store.ts'
import type { UndoHandle } from '#web/features/people-list/use-undo.tsx'
import { useAnnounce } from '#web/layout/live-announcer.tsx'

const isFilledIn = ({ claimCode, month, year }: IncidentForm) => `${claimCode}${month}${year}` !== ''

export interface CountChange {
  readonly driver: DriverForm
  /** The number of filled-in incidents that the new count removed. */
  readonly removedCount: number
}

/** Applies a new number of incidents: it removes the incidents that the count no longer shows. */
export function setIncidentCount(driver: DriverForm, incidentCount: string): CountChange {
  const removed = driver.incidents.slice(incidentRows(incidentCount))
  const counted = { ...driver, incidentCount }
  return {
    driver: { ...counted, incidents: incidentsOf(counted) },
    removedCount: removed.filter(isFilledIn).length,
  }
}

/** Puts removed incidents back; incidents that were changed since stay. */
export const restoreIncidents = (driver: DriverForm, before: DriverForm): DriverForm => ({
  ...driver,
  incidentCount: before.incidentCount,
  incidents: incidentsOf(before).map((incident, row) => {
    const since = driver.incidents[row] ?? emptyIncident
    return isFilledIn(since) ? since : incident
  }),
})

/** Applies a count that was just chosen; offers 'Undo' below it when filled-in incidents were removed. */
export function useIncidentCount(undo: UndoHandle) {
  const draft = useDraft()
  const announce = useAnnounce()
  const driverAt = (index: number) => draft.answers().driver.drivers[index]
  const setDriver = (index: number, driver: DriverForm) =>
    draft.setAnswers({
      driver: {
        drivers: draft.answers().driver.drivers.map((other, place) => (place === index ? driver : other)),
      },
    })

  return (index: number, count: string, countBefore: string): void => {
    const place = fieldId(`driver.drivers.${index}.incidentCount`)
    const earlier = undo.change?.place === place ? undo.change : null
    // Restore the last removal before the new count applies: arrow keys that pass counts lose nothing.
    earlier?.undo()
    const driver = driverAt(index)
    if (!driver) return
    const before = earlier ? driver : { ...driver, incidentCount: countBefore }
    const { driver: counted, removedCount } = setIncidentCount(before, count)
    setDriver(index, counted)
    if (removedCount === 0) {
      undo.clear()
      if (earlier) announce(layoutText.undone)
      return
    }
    const text = driverText.incidentsDropped(removedCount)
    announce(text)
    undo.offer({
      text,
      place,
      undo() {
        const now = driverAt(index)
        if (now) setDriver(index, restoreIncidents(now, before))
      },
    })
  }
}
