/** The incident fields of one driver in step 2 (driver), with Undo for those that a lower number removes. */
import { useId, useRef } from 'react'
import { monthNames } from '#journey/dates.ts'
import { incidentRowCount, incidentTypeNames, incidentTypes, incidentYears } from '#journey/incidents.ts'
import { incidentsOf } from '#journey/questions/driver.ts'
import { type DriverForm, emptyIncident, type IncidentForm } from '#journey/questions/form-answers.ts'
import { fieldId, SummaryLabelContext } from '#web/components/field.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { driverText } from '#web/content/driver.ts'
import { layoutText } from '#web/content/layout.ts'
import { useDraft } from '#web/features/draft/draft-store.ts'
import type { UndoHandle } from '#web/features/people-list/use-undo.tsx'
import { useAnnounce } from '#web/layout/live-announcer.tsx'
import { today } from '#web/lib/server-clock.ts'
import './driver-page.css'

const typeOptions = incidentTypes.map(code => ({ value: code, label: incidentTypeNames[code] }))
const monthOptions = monthNames.map((month, index) => ({ value: String(index + 1), label: month }))

/** 'Driver 2', 'Incident 1', 'Year' → 'Driver 2, incident 1, year'. */
export const joinLabels = (first: string, ...others: string[]): string =>
  [first, ...others.map(label => label.charAt(0).toLowerCase() + label.slice(1))].join(', ')

export function IncidentFields({ driver, row }: { driver: number; row: number }) {
  const titleId = useId()
  const at = `driver.drivers.${driver}.incidents.${row}` as const
  // The year of an accepted incident stays on offer.
  const accepted = useDraft().state().acceptedIncidents?.[driver]?.[row]?.year || []
  const years = new Set(incidentYears(today()).map(String).concat(accepted))
  const summaryLabel = (label: string) =>
    joinLabels(driverText.driver(driver + 1), driverText.incident(row + 1), label)
  return (
    <SummaryLabelContext value={summaryLabel}>
      {/* Not a fieldset: WebKit draws its legend on the edge of the frame. */}
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <div role="group" className="stack gap-3 driver-page-incident" aria-labelledby={titleId}>
        <div className="driver-page-incident-title" id={titleId}>
          {driverText.incident(row + 1)}
        </div>
        <SelectField field={`${at}.claimCode`} label={driverText.claimCode} options={typeOptions} />
        <div className="driver-page-when">
          <SelectField field={`${at}.month`} label={driverText.month} options={monthOptions} />
          <SelectField
            field={`${at}.year`}
            label={driverText.year}
            options={[...years].map(year => ({ value: year, label: year }))}
          />
        </div>
      </div>
    </SummaryLabelContext>
  )
}

const isFilledIn = ({ claimCode, month, year }: IncidentForm) => `${claimCode}${month}${year}` !== ''

/** Applies a new number of incidents: it removes the incidents that the count no longer shows. */
export function setIncidentCount(driver: DriverForm, incidentCount: string) {
  const removed = driver.incidents.slice(incidentRowCount(incidentCount))
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
export function useIncidentCountChange(index: number, undo: UndoHandle) {
  const draft = useDraft()
  const announce = useAnnounce()
  /** The driver after the last removal, to notice later edits. */
  const reduced = useRef<DriverForm>(undefined)
  const anchorId = fieldId(`driver.drivers.${index}.incidentCount`)
  const drivers = () => draft.answers().driver.drivers
  const changeDriver = (change: (driver: DriverForm) => DriverForm) =>
    draft.setAnswers({
      driver: { drivers: drivers().map((driver, at) => (at === index ? change(driver) : driver)) },
    })

  return (count: string, countBefore: string) => {
    const isUnedited =
      JSON.stringify({ ...drivers()[index], incidentCount: countBefore }) === JSON.stringify(reduced.current)
    const earlier = isUnedited && undo.change?.anchorId === anchorId ? undo.change : null
    // Restore the last removal before the new count applies, so that arrow keys that pass counts lose nothing.
    earlier?.undo()
    const driver = drivers()[index]
    if (!driver) return
    const before = earlier ? driver : { ...driver, incidentCount: countBefore }
    const { driver: counted, removedCount } = setIncidentCount(before, count)
    changeDriver(() => counted)
    reduced.current = counted
    if (removedCount > 0) {
      const text = driverText.incidentsDropped(removedCount)
      announce(text)
      return undo.offer({ text, anchorId, undo: () => changeDriver(now => restoreIncidents(now, before)) })
    }
    undo.clear()
    if (earlier) announce(layoutText.undone)
  }
}
