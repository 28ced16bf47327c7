/** The fields of one incident: type, month and year. */

import { monthNames } from '#journey/dates.ts'
import { incidentTypeNames } from '#journey/incident-type-names.ts'
import { claimCodes, incidentYears } from '#journey/incidents.ts'
import { incidentField } from '#journey/questions/driver-fields.ts'
import { SelectField } from '#web/components/select-field.tsx'
import { driverText } from '#web/content/driver.ts'
import { useDraft } from '#web/features/draft/draft-store.ts'
import { today } from '#web/lib/server-clock.ts'
import css from './driver.module.css'

const typeOptions = claimCodes.map(code => ({ value: code, label: incidentTypeNames[code] }))
const monthOptions = monthNames.map((month, index) => ({ value: String(index + 1), label: month }))

export function IncidentFields({ driver, incident }: { driver: number; incident: number }) {
  const field = (part: string) => incidentField(driver, incident, part)
  // That of an incident that was taken is offered on (decision 0042).
  const taken = useDraft().state().acceptedIncidents?.[field('year')] ?? []
  const years = new Set(incidentYears(today()).map(String).concat(taken))
  return (
    <fieldset className={css.incident}>
      <legend>{driverText.incident(incident)}</legend>
      <SelectField field={field('claimCode')} label={driverText.claimCode} options={typeOptions} />
      <div className={css.when}>
        <SelectField field={field('month')} label={driverText.month} options={monthOptions} />
        <SelectField
          field={field('year')}
          label={driverText.year}
          options={[...years].map(year => ({ value: year, label: year }))}
        />
      </div>
    </fieldset>
  )
}
