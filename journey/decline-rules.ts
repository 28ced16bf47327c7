/** The decline rules of every insurer: the server checks them before each call, and the embedded insurer again. */
import type { NzDay } from './dates.ts'
import type { IncidentType } from './incidents.ts'
import type { Driver } from './people.ts'
import { isOldEnough } from './questions/person-errors.ts'
import {
  type IndicatorDeclineReason,
  type Indicators,
  indicatorNames,
  indicators,
} from './questions/yes-no-questions.ts'

export interface DeclineInputs extends Indicators {
  readonly drivers: readonly Pick<Driver, 'dateOfBirth' | 'incidentCount' | 'incidents'>[]
}

export type DeclineReason = IndicatorDeclineReason | 'DRIVER_TOO_YOUNG' | 'TOO_MANY_INCIDENTS'

interface DriverIncidents {
  readonly incidentCount: string
  readonly incidents: readonly { readonly claimCode: string }[]
}

export function hasTooManyIncidents(drivers: readonly DriverIncidents[]): boolean {
  if (drivers.some(driver => driver.incidentCount === '5+')) return true
  const all = drivers.flatMap(driver => driver.incidents)
  const count = (code: IncidentType) => all.filter(incident => incident.claimCode === code).length
  const fault = count('FAULT_EXCESS')
  const withExcess = count('CLAIM_EXCESS')
  const withoutExcess = count('CLAIM_NO_EXCESS')
  return (
    fault > 3 ||
    withExcess > 3 ||
    withoutExcess > 3 ||
    count('LICENCE_SUS') > 1 ||
    fault + withExcess + withoutExcess > 4
  )
}

/** The first decline reason, or null when none applies. @param today the calendar day in New Zealand */
export function declineReason(answers: DeclineInputs, today: NzDay): DeclineReason | null {
  for (const name of indicatorNames)
    if (answers[name] && indicators[name].declines) return indicators[name].declines
  if (answers.drivers.some(({ dateOfBirth }) => !isOldEnough(dateOfBirth, today, 'older-than-18')))
    return 'DRIVER_TOO_YOUNG'
  return hasTooManyIncidents(answers.drivers) ? 'TOO_MANY_INCIDENTS' : null
}
