/** Pure functions that add, remove and restore drivers and incidents. Step 2 uses them. */

import { incidentRows } from '#journey/incidents.ts'
import { maximumDrivers } from '#journey/people.ts'
import {
  type DriverForm,
  emptyDriver,
  emptyIncident,
  type IncidentForm,
  incidentsOf,
} from '#journey/questions/driver.ts'

export const addDriver = (drivers: readonly DriverForm[]): readonly DriverForm[] =>
  drivers.length < maximumDrivers ? [...drivers, emptyDriver] : drivers

const isFilledIn = ({ claimCode, month, year }: IncidentForm) => `${claimCode}${month}${year}` !== ''

export interface CountChange {
  readonly driver: DriverForm
  /** The number of filled-in incidents that the new count removed. */
  readonly removedCount: number
}

/** Applies a new number of incidents: it removes the incidents that the count no longer shows. */
export function setIncidentCount(driver: DriverForm, incidentCount: string): CountChange {
  const removed = driver.incidents.slice(incidentRows(incidentCount))
  const counted = { ...driver, incidentCount }
  return {
    driver: { ...counted, incidents: incidentsOf(counted) },
    removedCount: removed.filter(isFilledIn).length,
  }
}

/** Puts removed incidents back; incidents that were changed since stay. */
export const returnIncidents = (driver: DriverForm, before: DriverForm): DriverForm => ({
  ...driver,
  incidentCount: before.incidentCount,
  incidents: incidentsOf(before).map((incident, row) => {
    const since = driver.incidents[row] ?? emptyIncident
    return isFilledIn(since) ? since : incident
  }),
})
