/** Converts the form strings of step 2 (driver) to `Driver` values and back. */
import { formatDay, parseTypedDay } from '#journey/dates.ts'
import { type IncidentCount, type IncidentType, incidentRowCount } from '#journey/incidents.ts'
import { type Driver, driverPositions, normalizeName } from '#journey/people.ts'
import { type DriverForm, type DriversForm, emptyIncident, type IncidentForm } from './form-answers.ts'

/** The incidents that a driver's count shows, filled in or not; a count of '5+' shows none. */
export const incidentsOf = ({ incidentCount, incidents }: DriverForm): IncidentForm[] =>
  Array.from({ length: incidentRowCount(incidentCount) }, (_, index) => incidents[index] ?? emptyIncident)

/** The drivers of a valid form. The server rejects the values of an invalid one. */
export const driversOf = ({ drivers }: DriversForm): Driver[] =>
  drivers.map((form, index) => ({
    type: driverPositions[index] ?? 'Primary',
    firstName: normalizeName(form.firstName),
    lastName: normalizeName(form.lastName),
    dateOfBirth: parseTypedDay(form.dateOfBirth.trim()) ?? '',
    incidentCount: form.incidentCount as IncidentCount,
    incidents: incidentsOf(form).map(({ claimCode, month, year }) => ({
      claimCode: claimCode as IncidentType,
      month: Number(month),
      year: Number(year),
    })),
  }))

/** The form strings of drivers. */
export const toDriverForms = (drivers: readonly Driver[]): DriverForm[] =>
  drivers.map(({ type: _, dateOfBirth, incidents, ...same }) => ({
    ...same,
    dateOfBirth: formatDay(dateOfBirth),
    incidents: incidents.map(({ claimCode, month, year }) => ({
      claimCode,
      month: String(month),
      year: String(year),
    })),
  }))
