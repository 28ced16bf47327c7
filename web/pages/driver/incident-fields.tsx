/** The fields of one incident: type, month and year. */

import { useId } from 'react'
import { monthNames } from '#journey/dates.ts'
import { incidentTypeNames } from '#journey/incident-type-names.ts'
import { claimCodes, incidentYears } from '#journey/incidents.ts'
import { SummaryLabelContext } from '#web/components/field.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { driverText } from '#web/content/driver.ts'
import { useDraft } from '#web/features/draft/draft-store.ts'
import { today } from '#web/lib/server-clock.ts'
import css from './driver.module.css'

const typeOptions = claimCodes.map(code => ({ value: code, label: incidentTypeNames[code] }))
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
      <div role="group" className={css.incident} aria-labelledby={titleId}>
        <div className={css.incidentTitle} id={titleId}>
          {driverText.incident(row + 1)}
        </div>
        <SelectField field={`${at}.claimCode`} label={driverText.claimCode} options={typeOptions} />
        <div className={css.when}>
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
