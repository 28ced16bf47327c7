/** What nobody is insured with: use for income, modifications, a criminal record, too many incidents, too young a driver. The server asks here before it asks any insurer. */
import { isOldEnough } from './answers/birth-date.ts'
import type { NzDay } from './dates.ts'
import { declinesIncidents } from './incidents.ts'
import type { Driver } from './people.ts'

export interface Declinable {
  readonly businessUse: boolean
  readonly modified: boolean
  readonly criminalRecord: boolean
  readonly drivers: readonly Driver[]
}

/** @param today the calendar day in New Zealand */
export const isDeclined = (answers: Declinable, today: NzDay): boolean =>
  answers.businessUse ||
  answers.modified ||
  answers.criminalRecord ||
  answers.drivers.some(({ dateOfBirth }) => !isOldEnough(dateOfBirth, today, 'older-than-18')) ||
  declinesIncidents(answers.drivers)
