/**
 * The decline rules that hold for every insurer: use for income, modifications, a criminal record, a
 * driver who is too young, too many incidents. The server checks them before it calls any insurer; the
 * built-in insurer checks them again.
 */

import type { NzDay } from './dates.ts'
import { declinesIncidents } from './incidents.ts'
import type { Driver } from './people.ts'
import { isOldEnough } from './questions/date-of-birth.ts'

export interface DeclineFacts {
  readonly businessUse: boolean
  readonly modified: boolean
  readonly criminalRecord: boolean
  /** Empty while no drivers are known. */
  readonly drivers: readonly Pick<Driver, 'dateOfBirth' | 'incidentCount' | 'incidents'>[]
}

export type DeclineReason =
  | 'BUSINESS_USE'
  | 'MODIFIED'
  | 'CRIMINAL_RECORD'
  | 'DRIVER_TOO_YOUNG'
  | 'TOO_MANY_INCIDENTS'

/** The first decline reason, or null when none applies. @param today the calendar day in New Zealand */
export function declineReason(answers: DeclineFacts, today: NzDay): DeclineReason | null {
  if (answers.businessUse) return 'BUSINESS_USE'
  if (answers.modified) return 'MODIFIED'
  if (answers.criminalRecord) return 'CRIMINAL_RECORD'
  if (answers.drivers.some(({ dateOfBirth }) => !isOldEnough(dateOfBirth, today, 'older-than-18')))
    return 'DRIVER_TOO_YOUNG'
  return declinesIncidents(answers.drivers) ? 'TOO_MANY_INCIDENTS' : null
}
