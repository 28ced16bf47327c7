/** The answers of step 2 (driver): conversion between form strings and values, and errors. */
import { formatDay, type NzDay, parseTypedDay } from '#journey/dates.ts'
import { hasTooManyIncidents } from '#journey/decline-rules.ts'
import {
  type IncidentCount,
  type IncidentType,
  incidentCounts,
  incidentRowCount,
  incidentTypes,
  incidentYears,
  isFutureMonth,
} from '#journey/incidents.ts'
import { type Driver, driverPositions, normalizeName } from '#journey/people.ts'
import { type DriverForm, type DriversForm, emptyIncident, type IncidentForm } from './form-answers.ts'
import {
  type DateOfBirthErrorCode,
  dateOfBirthError,
  type NameErrorCode,
  nameError,
} from './person-errors.ts'
import { type FieldPaths, toValidationErrors, type ValidationError } from './validation-error.ts'
import { indicatorNamesAbout, yesNoError } from './yes-no-questions.ts'

/** The incidents that a driver's count shows, filled in or not; a count of '5+' shows none. */
export const incidentsOf = ({ incidentCount, incidents }: DriverForm): IncidentForm[] =>
  Array.from({ length: incidentRowCount(incidentCount) }, (_, index) => incidents[index] ?? emptyIncident)

/** The drivers of a valid form. The server rejects the values of an invalid one. */
export const driversOf = ({ drivers }: DriversForm): Driver[] =>
  drivers.map((form, index) => ({
    type: driverPositions[index] ?? 'Primary',
    firstName: normalizeName(form.firstName),
    lastName: normalizeName(form.lastName),
    dateOfBirth: parseTypedDay(form.dateOfBirth) ?? '',
    incidentCount: form.incidentCount as IncidentCount,
    incidents: incidentsOf(form).map(({ claimCode, month, year }) => ({
      claimCode: claimCode as IncidentType,
      month: Number(month),
      year: Number(year),
    })),
  }))

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

export type DriverErrorCode =
  | 'YES_NO_REQUIRED'
  | 'DRIVER_FIRST_NAME_REQUIRED'
  | 'DRIVER_LAST_NAME_REQUIRED'
  | NameErrorCode
  | DateOfBirthErrorCode
  | 'INCIDENT_COUNT_REQUIRED'
  | 'INCIDENT_TYPE_REQUIRED'
  | 'INCIDENT_MONTH_REQUIRED'
  | 'INCIDENT_YEAR_REQUIRED'
  | 'INCIDENT_IN_FUTURE'
  | 'INCIDENTS_DECLINED'

type DriverField = `driver.${FieldPaths<DriversForm>}`
type Found = readonly [field: DriverField, code: DriverErrorCode | null]
/** The incidents that the existing quote was priced with, per driver. */
export type AcceptedIncidents = readonly (readonly IncidentForm[])[]

function monthError(incident: IncidentForm, today: NzDay): DriverErrorCode | null {
  const month = Number(incident.month)
  if (!Number.isInteger(month) || month < 1 || month > 12) return 'INCIDENT_MONTH_REQUIRED'
  return isFutureMonth({ year: Number(incident.year), month }, today) ? 'INCIDENT_IN_FUTURE' : null
}

function incidentErrors(
  incident: IncidentForm,
  at: `driver.drivers.${number}.incidents.${number}`,
  today: NzDay,
  accepted: IncidentForm | undefined,
): Found[] {
  const year = Number(incident.year)
  const isAccepted =
    accepted?.claimCode === incident.claimCode &&
    accepted.month === incident.month &&
    accepted.year === incident.year
  const hasYear = year > 0 && (isAccepted || incidentYears(today).includes(year))
  const hasType = incidentTypes.some(code => code === incident.claimCode)
  return [
    [`${at}.claimCode`, hasType ? null : 'INCIDENT_TYPE_REQUIRED'],
    [`${at}.month`, monthError(incident, today)],
    [`${at}.year`, hasYear ? null : 'INCIDENT_YEAR_REQUIRED'],
  ]
}

function errorsOfDriver(
  driver: DriverForm,
  index: number,
  today: NzDay,
  accepted: AcceptedIncidents,
): Found[] {
  const at = `driver.drivers.${index}` as const
  const hasCount = incidentCounts.some(count => count === driver.incidentCount)
  return [
    [`${at}.firstName`, nameError(driver.firstName, 'DRIVER_FIRST_NAME_REQUIRED')],
    [`${at}.lastName`, nameError(driver.lastName, 'DRIVER_LAST_NAME_REQUIRED')],
    [`${at}.dateOfBirth`, dateOfBirthError(driver.dateOfBirth, today, 'older-than-18')],
    [`${at}.incidentCount`, hasCount ? null : 'INCIDENT_COUNT_REQUIRED'],
    ...incidentsOf(driver).flatMap((incident, row) =>
      incidentErrors(incident, `${at}.incidents.${row}`, today, accepted[index]?.[row]),
    ),
  ]
}

/** True if all drivers together have too many incidents. Only their type counts, so incomplete rows count too. */
export const areIncidentsDeclined = ({ drivers }: DriversForm): boolean =>
  hasTooManyIncidents(drivers.map(driver => ({ ...driver, incidents: incidentsOf(driver) })))

/** The driver whose field shows a decline: the first with 5+, else the first with any incident. */
function declinedDriver({ drivers }: DriversForm): number {
  const atMost = drivers.findIndex(({ incidentCount }) => incidentCount === '5+')
  const atAll = drivers.findIndex(({ incidentCount }) => incidentRowCount(incidentCount) > 0)
  return atMost >= 0 ? atMost : Math.max(atAll, 0)
}

export const isDriverComplete = (
  driver: DriverForm,
  index: number,
  today: NzDay,
  accepted: AcceptedIncidents = [],
): boolean => errorsOfDriver(driver, index, today, accepted).every(([, code]) => code === null)

/** All errors of step 2, in page order. Accepted incidents stay valid when their year is no longer offered. */
export function driverErrors(
  form: DriversForm,
  today: NzDay,
  accepted: AcceptedIncidents = [],
): ValidationError<DriverErrorCode, DriverField>[] {
  const declinedAt = areIncidentsDeclined(form)
    ? (`driver.drivers.${declinedDriver(form)}.incidentCount` as const)
    : null
  const found: readonly Found[] = [
    ...indicatorNamesAbout('drivers').map((name): Found => [`driver.${name}`, yesNoError(form[name])]),
    ...form.drivers.flatMap((driver, index) => errorsOfDriver(driver, index, today, accepted)),
  ]
  return toValidationErrors(
    found.map(
      ([field, code]): Found => [field, code ?? (field === declinedAt ? 'INCIDENTS_DECLINED' : null)],
    ),
  )
}
