/** The list of drivers in step 2 (driver), with the buttons to add and remove a driver. */
import { type ReactNode, useState } from 'react'
import type { NzDay } from '#journey/dates.ts'
import { incidentCounts } from '#journey/incidents.ts'
import { maximumDrivers } from '#journey/people.ts'
import { type AcceptedIncidents, incidentsOf, isDriverComplete } from '#journey/questions/driver.ts'
import { type DriversForm, emptyDriver } from '#journey/questions/form-answers.ts'
import { Button } from '#web/components/button.tsx'
import { fieldId, SummaryLabelContext, useFieldError } from '#web/components/field.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import type { FormHandle } from '#web/components/use-form.ts'
import { driverText } from '#web/content/driver.ts'
import { useAnswer, useDraft, useDraftSelector } from '#web/features/draft/draft-store.ts'
import { PersonFields, PrefilledNotice, usePeopleList } from '#web/features/people-list/people-list.tsx'
import { UndoBox, type UndoHandle, useUndo } from '#web/features/people-list/use-undo.tsx'
import { useAnnounce } from '#web/layout/live-announcer.tsx'
import { today } from '#web/lib/server-clock.ts'
import { IncidentFields, joinLabels, useIncidentCountChange } from './driver-incidents.tsx'
import './driver-page.css'

/** The id of the group of buttons, which takes the focus when one of them is removed. */
const buttonsId = 'driver-buttons'

export function DriverList({ moveErrors }: Pick<FormHandle, 'moveErrors'>) {
  const draft = useDraft()
  const announce = useAnnounce()
  const count = useDraftSelector(({ driver }) => driver.drivers.length)
  const undo = useUndo()
  const { add, remove } = usePeopleList({
    path: 'driver.drivers',
    newPerson: emptyDriver,
    people: () => draft.answers().driver.drivers,
    setPeople: drivers => draft.setAnswers({ driver: { drivers } }),
    headingId: driverHeadingId,
    focusAfterRemoval: () => buttonsId,
    removalNotice: index => ({ text: driverText.removed(index + 1), anchorId: buttonsId }),
    undo,
    moveErrors,
  })
  const last = count - 1
  const buttons = (
    <div className="stack gap-6 driver-page-end">
      <UndoBox undo={undo} anchorId={buttonsId} />
      <div className="cluster gap-3 driver-page-buttons" id={buttonsId} tabIndex={-1}>
        {count === maximumDrivers ? (
          <p>{driverText.fiveDrivers}</p>
        ) : (
          <Button
            kind="secondary"
            onPress={() => {
              add()
              announce(driverText.added(count + 1))
            }}
          >
            {driverText.addDriver}
          </Button>
        )}
        {last > 0 && (
          <Button
            kind="secondary"
            onPress={() => {
              remove(last)
              announce(driverText.removed(count))
            }}
          >
            {driverText.removeDriver}
          </Button>
        )}
      </div>
    </div>
  )
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: drivers are added and removed at the end only
    <DriverSection key={index} index={index} undo={undo}>
      {index === last && buttons}
    </DriverSection>
  ))
}

const countOptions = incidentCounts.map(count => ({ value: count, label: count }))

const driverHeadingId = (index: number): string => `driver-${index + 1}-heading`

/** 'Aroha Smith, 1 incident'; null while an answer of this driver is missing or invalid. */
export function driverSummary(
  { drivers }: DriversForm,
  index: number,
  today: NzDay,
  accepted?: AcceptedIncidents,
): string | null {
  const driver = drivers[index]
  if (!driver || !isDriverComplete(driver, index, today, accepted)) return null
  return driverText.summary(`${driver.firstName.trim()} ${driver.lastName.trim()}`, driver.incidentCount)
}

interface DriverSectionProps {
  readonly index: number
  /** The last change that can be undone; a removal of incidents is shown below their count. */
  readonly undo: UndoHandle
  /** Shown at the end of this driver, folded or not. */
  readonly children: ReactNode
}

function DriverSection({ index, undo, children }: DriverSectionProps) {
  const draft = useDraft()
  const isMain = index === 0
  const at = `driver.drivers.${index}` as const
  const countField = `${at}.incidentCount` as const
  const count = useAnswer(countField)
  const rows = useDraftSelector(({ driver }) => {
    const form = driver.drivers[index]
    return form ? incidentsOf(form).length : 0
  })
  const changeIncidentCount = useIncidentCountChange(index, undo)
  const [folded, setFolded] = useState(false)
  const summary = useDraftSelector(answers =>
    driverSummary(answers.driver, index, today(), draft.state().acceptedIncidents),
  )
  // A driver with missing answers, or with the error of too many incidents, must be visible.
  const canFold = useFieldError(countField) === null && summary !== null
  if (folded && !canFold) setFolded(false)
  const detailsId = `driver-${index + 1}-details`
  const summaryLabel = (label: string) => joinLabels(driverText.driver(index + 1), label)
  return (
    <SummaryLabelContext value={summaryLabel}>
      <section className="stack gap-5 driver-page-driver" aria-labelledby={driverHeadingId(index)}>
        <div className="cluster gap-2 driver-page-head">
          <h2 id={driverHeadingId(index)} tabIndex={-1}>
            {driverText.driver(index + 1)}
          </h2>
          {canFold && (
            <button
              type="button"
              className="link driver-page-fold"
              aria-expanded={!folded}
              aria-controls={detailsId}
              onClick={() => setFolded(!folded)}
            >
              <span>{folded ? driverText.edit : driverText.fold}</span>
              <span className="visually-hidden"> {driverText.driver(index + 1)}</span>
            </button>
          )}
        </div>
        <p className="muted driver-page-help">
          {summary ?? (isMain ? driverText.mainDriverHint : driverText.otherDriverHint)}
        </p>
        <div className="stack gap-5" id={detailsId} hidden={folded}>
          {isMain ? <PrefilledNotice person="driver" /> : null}
          <PersonFields path={at} isFirst={isMain} texts={driverText} />
          <SelectField
            field={countField}
            label={driverText.incidentCount}
            hint={driverText.incidentCountHint}
            options={countOptions}
            // `count` is still the value before this choice.
            onChoose={chosen => changeIncidentCount(chosen, count)}
          />
          <UndoBox undo={undo} anchorId={fieldId(countField)} />
          {Array.from({ length: rows }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are added and removed at the end only
            <IncidentFields key={row} driver={index} row={row} />
          ))}
        </div>
        {children}
      </section>
    </SummaryLabelContext>
  )
}
