/** The labels of step 2's fields in the error summary, with the driver and incident as a prefix. */

import { driverText } from '#web/content/driver.ts'

const parts: Readonly<Record<string, string>> = {
  firstName: driverText.firstName,
  lastName: driverText.lastName,
  dateOfBirth: driverText.dateOfBirth,
  incidentCount: driverText.incidentCount,
  claimCode: driverText.claimCode,
  month: driverText.month,
  year: driverText.year,
}

/** Asked once for all drivers together. */
const single: Readonly<Record<string, string>> = { criminalRecord: driverText.criminalRecord }

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** 'driver2.incident1.month' → 'Driver 2, incident 1, month' */
export function driverLabel(field: string): string {
  const [, driver, incident, part = ''] = /^driver(\d)\.(?:incident(\d)\.)?(\w+)$/.exec(field) ?? []
  if (!driver) return single[field] ?? field
  const names = [driverText.driver(Number(driver))]
  if (incident) names.push(lowerFirst(driverText.incident(Number(incident))))
  return [...names, lowerFirst(parts[part] ?? part)].join(', ')
}
