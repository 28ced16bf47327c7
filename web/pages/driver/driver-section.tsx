/**
 * The fields of one driver: name, date of birth and incidents. Only the main driver's fields allow
 * autofill.
 */

import { type ReactNode, useState } from 'react'
import { incidentCounts } from '#journey/incidents.ts'
import { driverField, incidentNumbers } from '#journey/questions/driver-fields.ts'
import { DateField } from '#web/components/date-field.tsx'
import { fieldId } from '#web/components/field-errors.ts'
import { SelectField } from '#web/components/select-field.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { driverText } from '#web/content/driver.ts'
import { useAnswer, useAnswersSelector, useDraft } from '#web/features/draft/draft-store.ts'
import { PrefilledNotice } from '#web/features/draft/prefilled-notice.tsx'
import { today } from '#web/lib/server-clock.ts'
import css from './driver.module.css'
import { driverSummary } from './driver-summary.ts'
import { IncidentFields } from './incident-fields.tsx'

const countOptions = incidentCounts.map(count => ({ value: count, label: count }))

/** The id of a driver's heading, which takes the focus when the driver was added. */
export const driverHeadingId = (driver: number): string => fieldId(driverField(driver, 'heading'))

export interface DriverSectionProps {
  readonly driver: number
  onRecount(driver: number, count: string, countBefore: string): void
  /** What a lower count took, with the way back. */
  readonly belowCount: ReactNode
  /** What stands at the end of this driver, however folded. */
  readonly children: ReactNode
}

export function DriverSection({ driver, onRecount, belowCount, children }: DriverSectionProps) {
  const draft = useDraft()
  const isMain = driver === 1
  const countField = driverField(driver, 'incidentCount')
  const count = useAnswer(countField)
  const incidents = useAnswersSelector(answers => incidentNumbers(answers, driver))
  const [folded, setFolded] = useState(false)
  const summary = useAnswersSelector(answers =>
    driverSummary(answers, driver, today(), draft.state().acceptedIncidents),
  )
  // A driver with missing answers must be visible.
  const isFolded = folded && summary !== null
  const detailsId = fieldId(driverField(driver, 'details'))
  return (
    <section className={css.driver} aria-labelledby={driverHeadingId(driver)}>
      <div className={css.head}>
        <h2 id={driverHeadingId(driver)} tabIndex={-1}>
          {driverText.driver(driver)}
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
            <span className="hear"> {driverText.driver(driver)}</span>
          </button>
        ) : null}
      </div>
      <p className={css.help}>
        {summary ?? (isMain ? driverText.mainDriverHint : driverText.otherDriverHint)}
      </p>
      <div className={css.details} id={detailsId} hidden={isFolded}>
        {isMain ? <PrefilledNotice person="driver1" /> : null}
        <div className={css.names}>
          <TextField
            field={driverField(driver, 'firstName')}
            label={driverText.firstName}
            autoComplete={isMain ? 'given-name' : 'off'}
            autoCapitalize="words"
            enterKeyHint="next"
          />
          <TextField
            field={driverField(driver, 'lastName')}
            label={driverText.lastName}
            autoComplete={isMain ? 'family-name' : 'off'}
            autoCapitalize="words"
            enterKeyHint="next"
          />
        </div>
        <DateField
          field={driverField(driver, 'dateOfBirth')}
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
          onChoose={chosen => onRecount(driver, chosen, count)}
        />
        {belowCount}
        {incidents.map(incident => (
          <IncidentFields key={incident} driver={driver} incident={incident} />
        ))}
      </div>
      {children}
    </section>
  )
}
