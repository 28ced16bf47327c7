/**
 * The decline rules of every insurer: answers to the yes/no questions, a driver who is too young, too many incidents.
 * The server checks them before it calls any insurer; the built-in insurer checks them again.
 */
import type { NzDay } from './dates.ts'
import { declinesIncidents } from './incidents.ts'
import type { Driver } from './people.ts'
import { type IndicatorDecline, type Indicators, indicatorNames, indicators } from './questions/indicators.ts'
import { isOldEnough } from './questions/person.ts'

export interface DeclineFacts extends Indicators {
  /** Empty while no drivers are known. */
  readonly drivers: readonly Pick<Driver, 'dateOfBirth' | 'incidentCount' | 'incidents'>[]
}

export type DeclineReason = IndicatorDecline | 'DRIVER_TOO_YOUNG' | 'TOO_MANY_INCIDENTS'

/** The first decline reason, or null when none applies. @param today the calendar day in New Zealand */
export function declineReason(answers: DeclineFacts, today: NzDay): DeclineReason | null {
  for (const name of indicatorNames)
    if (answers[name] && indicators[name].declines) return indicators[name].declines
  if (answers.drivers.some(({ dateOfBirth }) => !isOldEnough(dateOfBirth, today, 'older-than-18')))
    return 'DRIVER_TOO_YOUNG'
  return declinesIncidents(answers.drivers) ? 'TOO_MANY_INCIDENTS' : null
}
