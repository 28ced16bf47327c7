/** One driver: name, date of birth and incidents. Only the main driver's own data may be filled in by the browser. */
import { type ReactNode, useState } from 'react'
import { incidentCounts } from '#journey/incidents.ts'
import { driverField, incidentNumbers } from '#journey/questions/driver-fields.ts'
import { DateField } from '#web/components/date-field.tsx'
import { fieldId } from '#web/components/field-errors.ts'
import { SelectField } from '#web/components/select-field.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { driverWords } from '#web/content/driver.ts'
import { useAnswer, useDraft, useFromAnswers } from '#web/features/draft/draft-store.ts'
import { Offered } from '#web/features/draft/prefilled-notice.tsx'
import { today } from '#web/lib/server-clock.ts'
import css from './driver.module.css'
import { driverSummary } from './driver-summary.ts'
import { IncidentGroup } from './incident-fields.tsx'

const countOptions = incidentCounts.map(count => ({ value: count, label: count }))

/** The id of a driver's heading, which takes the focus when the driver was added. */
export const headingId = (driver: number): string => fieldId(driverField(driver, 'heading'))

export interface DriverBlockProps {
  readonly driver: number
  onRecount(driver: number, count: string, countBefore: string): void
  /** What a lower count took, with the way back. */
  readonly belowCount: ReactNode
  /** What stands at the end of this driver, however folded. */
  readonly children: ReactNode
}

export function DriverBlock({ driver, onRecount, belowCount, children }: DriverBlockProps) {
  const draft = useDraft()
  const isMain = driver === 1
  const countField = driverField(driver, 'incidentCount')
  const count = useAnswer(countField)
  const incidents = useFromAnswers(answers => incidentNumbers(answers, driver))
  const [folded, setFolded] = useState(false)
  const summary = useFromAnswers(answers =>
    driverSummary(answers, driver, today(), draft.facts().takenIncidents),
  )
  // What is missing must be in sight.
  const isFolded = folded && summary !== null
  const detailsId = fieldId(driverField(driver, 'details'))
  return (
    <section className={css.driver} aria-labelledby={headingId(driver)}>
      <div className={css.head}>
        <h2 id={headingId(driver)} tabIndex={-1}>
          {driverWords.driver(driver)}
        </h2>
        {summary ? (
          <button
            type="button"
            className={css.fold}
            aria-expanded={!isFolded}
            aria-controls={detailsId}
            onClick={() => setFolded(!isFolded)}
          >
            <span>{isFolded ? driverWords.edit : driverWords.fold}</span>
            <span className="hear"> {driverWords.driver(driver)}</span>
          </button>
        ) : null}
      </div>
      <p className={css.help}>
        {summary ?? (isMain ? driverWords.mainDriverHint : driverWords.otherDriverHint)}
      </p>
      <div className={css.details} id={detailsId} hidden={isFolded}>
        {isMain ? <Offered person="driver1" /> : null}
        <div className={css.names}>
          <TextField
            field={driverField(driver, 'firstName')}
            label={driverWords.firstName}
            autoComplete={isMain ? 'given-name' : 'off'}
            autoCapitalize="words"
            enterKeyHint="next"
          />
          <TextField
            field={driverField(driver, 'lastName')}
            label={driverWords.lastName}
            autoComplete={isMain ? 'family-name' : 'off'}
            autoCapitalize="words"
            enterKeyHint="next"
          />
        </div>
        <DateField
          field={driverField(driver, 'dateOfBirth')}
          label={driverWords.dateOfBirth}
          hint={driverWords.dateOfBirthHint}
          autoComplete={isMain ? 'bday' : 'off'}
        />
        <SelectField
          field={countField}
          label={driverWords.incidentCount}
          hint={driverWords.incidentCountHint}
          options={countOptions}
          // `count` is still what stood there before this choice.
          onChoose={chosen => onRecount(driver, chosen, count)}
        />
        {belowCount}
        {incidents.map(incident => (
          <IncidentGroup key={incident} driver={driver} incident={incident} />
        ))}
      </div>
      {children}
    </section>
  )
}
