/** The summary line of a complete driver: 'Aroha Smith, 1 incident'. */

import type { NzDay } from '#journey/dates.ts'
import { type AcceptedIncidents, type DriversForm, isDriverComplete } from '#journey/questions/driver.ts'
import { driverText } from '#web/content/driver.ts'

/** Null while an answer of this driver is missing or invalid. */
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
