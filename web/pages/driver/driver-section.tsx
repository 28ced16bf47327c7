/**
 * The fields of one driver: name, date of birth and incidents. Only the main driver's fields allow
 * autofill.
 */

import { type ReactNode, useState } from 'react'
import { incidentCounts } from '#journey/incidents.ts'
import { incidentsOf } from '#journey/questions/driver.ts'
import { DateField } from '#web/components/date-field.tsx'
import { SummaryLabelContext } from '#web/components/field-errors.ts'
import { SelectField } from '#web/components/select-field.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { driverText } from '#web/content/driver.ts'
import { useAnswer, useAnswersSelector, useDraft } from '#web/features/draft/draft-store.ts'
import { PrefilledNotice } from '#web/features/draft/prefilled-notice.tsx'
import { today } from '#web/lib/server-clock.ts'
import css from './driver.module.css'
import { driverSummary } from './driver-summary.ts'
import { IncidentFields, lowerFirstBut } from './incident-fields.tsx'

const countOptions = incidentCounts.map(count => ({ value: count, label: count }))

/** The id of a driver's heading, which takes the focus when the driver was added. */
export const driverHeadingId = (index: number): string => `driver-${index + 1}-heading`

export interface DriverSectionProps {
  /** The main driver has index 0. */
  readonly index: number
  onRecount(index: number, count: string, countBefore: string): void
  /** What a lower count took, with the way back. */
  readonly belowCount: ReactNode
  /** What stands at the end of this driver, however folded. */
  readonly children: ReactNode
}

export function DriverSection({ index, onRecount, belowCount, children }: DriverSectionProps) {
  const draft = useDraft()
  const isMain = index === 0
  const at = `driver.drivers.${index}` as const
  const countField = `${at}.incidentCount` as const
  const count = useAnswer(countField)
  const rows = useAnswersSelector(({ driver }) => {
    const form = driver.drivers[index]
    return form ? incidentsOf(form).length : 0
  })
  const [folded, setFolded] = useState(false)
  const summary = useAnswersSelector(answers =>
    driverSummary(answers.driver, index, today(), draft.state().acceptedIncidents),
  )
  // A driver with missing answers must be visible.
  const isFolded = folded && summary !== null
  const detailsId = `driver-${index + 1}-details`
  const summaryLabel = (label: string) => [driverText.driver(index + 1), label].map(lowerFirstBut).join(', ')
  return (
    <SummaryLabelContext value={summaryLabel}>
      <section className={css.driver} aria-labelledby={driverHeadingId(index)}>
        <div className={css.head}>
          <h2 id={driverHeadingId(index)} tabIndex={-1}>
            {driverText.driver(index + 1)}
          </h2>
          {summary ? (
            <button
              type="button"
              className={css.fold}
              aria-expanded={!isFolded}
              aria-controls={detailsId}
              onClick={() => setFolded(!isFolded)}
            >
              <span>{isFolded ? driverText.edit : driverText.fold}</span>
              <span className="hear"> {driverText.driver(index + 1)}</span>
            </button>
          ) : null}
        </div>
        <p className={css.help}>
          {summary ?? (isMain ? driverText.mainDriverHint : driverText.otherDriverHint)}
        </p>
        <div className={css.details} id={detailsId} hidden={isFolded}>
          {isMain ? <PrefilledNotice person="driver" /> : null}
          <div className={css.names}>
            <TextField
              field={`${at}.firstName`}
              label={driverText.firstName}
              autoComplete={isMain ? 'given-name' : 'off'}
              autoCapitalize="words"
              enterKeyHint="next"
            />
            <TextField
              field={`${at}.lastName`}
              label={driverText.lastName}
              autoComplete={isMain ? 'family-name' : 'off'}
              autoCapitalize="words"
              enterKeyHint="next"
            />
          </div>
          <DateField
            field={`${at}.dateOfBirth`}
            label={driverText.dateOfBirth}
            hint={driverText.dateOfBirthHint}
            autoComplete={isMain ? 'bday' : 'off'}
          />
          <SelectField
            field={countField}
            label={driverText.incidentCount}
            hint={driverText.incidentCountHint}
            options={countOptions}
            // `count` is still the value before this choice.
            onChoose={chosen => onRecount(index, chosen, count)}
          />
          {belowCount}
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
