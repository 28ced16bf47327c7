/** Validates the answers of step 2 and decides when there are too many incidents. */
import type { NzDay } from '#journey/dates.ts'
import {
  type ClaimCode,
  claimCodes,
  declinesIncidents,
  incidentCounts,
  incidentRows,
  incidentYears,
  isFutureMonth,
} from '#journey/incidents.ts'
import { type DateOfBirthCode, dateOfBirthError } from './date-of-birth.ts'
import { driverField, driverNumbers, incidentField, incidentNumbers } from './driver-fields.ts'
import { type NameCode, nameError } from './person-name.ts'
import { type Answers, answerOf, type ValidationError } from './validation-error.ts'

export type DriverCode =
  | 'CRIMINAL_RECORD_REQUIRED'
  | 'DRIVER_FIRST_NAME_REQUIRED'
  | 'DRIVER_LAST_NAME_REQUIRED'
  | NameCode
  | DateOfBirthCode
  | 'INCIDENT_COUNT_REQUIRED'
  | 'INCIDENT_TYPE_REQUIRED'
  | 'INCIDENT_MONTH_REQUIRED'
  | 'INCIDENT_YEAR_REQUIRED'
  | 'INCIDENT_IN_FUTURE'
  | 'INCIDENTS_DECLINED'

type Found = readonly [field: string, code: DriverCode | null]

function incidentProblems(
  answers: Answers,
  driver: number,
  incident: number,
  today: NzDay,
  taken: Answers,
): Found[] {
  const named = (part: string) => incidentField(driver, incident, part)
  const month = Number(answerOf(answers, named('month')))
  const year = Number(answerOf(answers, named('year')))
  const hasMonth = Number.isInteger(month) && month >= 1 && month <= 12
  const isTaken = ['claimCode', 'month', 'year'].every(part => taken[named(part)] === answers[named(part)])
  const hasYear = year > 0 && (isTaken || incidentYears(today).includes(year))
  const hasType = claimCodes.some(code => code === answerOf(answers, named('claimCode')))
  return [
    [named('claimCode'), hasType ? null : 'INCIDENT_TYPE_REQUIRED'],
    [
      named('month'),
      !hasMonth
        ? 'INCIDENT_MONTH_REQUIRED'
        : isFutureMonth({ year, month }, today)
          ? 'INCIDENT_IN_FUTURE'
          : null,
    ],
    [named('year'), hasYear ? null : 'INCIDENT_YEAR_REQUIRED'],
  ]
}

function problemsOfDriver(answers: Answers, driver: number, today: NzDay, taken: Answers): Found[] {
  const answer = (part: string) => answerOf(answers, driverField(driver, part))
  const hasCount = incidentCounts.some(count => count === answer('incidentCount'))
  return [
    [driverField(driver, 'firstName'), nameError(answer('firstName'), 'DRIVER_FIRST_NAME_REQUIRED')],
    [driverField(driver, 'lastName'), nameError(answer('lastName'), 'DRIVER_LAST_NAME_REQUIRED')],
    [driverField(driver, 'dateOfBirth'), dateOfBirthError(answer('dateOfBirth'), today, 'older-than-18')],
    [driverField(driver, 'incidentCount'), hasCount ? null : 'INCIDENT_COUNT_REQUIRED'],
    ...incidentNumbers(answers, driver).flatMap(incident =>
      incidentProblems(answers, driver, incident, today, taken),
    ),
  ]
}

const typesOfIncidents = (answers: Answers, driver: number): ClaimCode[] =>
  incidentNumbers(answers, driver).flatMap(incident => {
    const chosen = answerOf(answers, incidentField(driver, incident, 'claimCode'))
    return claimCodes.filter(code => code === chosen)
  })

/** Are the incidents of all drivers together too many (DRIVER-06)? Only their kind counts, so half-filled rows do too. */
export const driversDeclined = (answers: Answers): boolean =>
  declinesIncidents(
    driverNumbers(answers).map(driver => ({
      incidentCount: answerOf(answers, driverField(driver, 'incidentCount')),
      incidents: typesOfIncidents(answers, driver).map(claimCode => ({ claimCode, month: 1, year: 2000 })),
    })),
  )

/** The field a decline is shown at: the first driver with 5+, else the first with any incident. */
function declinedField(answers: Answers): string {
  const numbers = driverNumbers(answers)
  const countOf = (driver: number) => answerOf(answers, driverField(driver, 'incidentCount'))
  const driver =
    numbers.find(n => countOf(n) === '5+') ?? numbers.find(n => incidentRows(countOf(n)) > 0) ?? 1
  return driverField(driver, 'incidentCount')
}

/**
 * Everything wrong with step 2, in the order of the page.
 * @param today the calendar day in New Zealand
 * @param taken what the quote was made of: an incident in it stays right, also when its year is asked for no more (decision 0042)
 */
export function driverErrors(
  answers: Answers,
  today: NzDay,
  taken: Answers = {},
): ValidationError<DriverCode>[] {
  const criminalRecord = answerOf(answers, 'criminalRecord')
  const declinedAt = driversDeclined(answers) ? declinedField(answers) : null
  const found: readonly Found[] = [
    [
      'criminalRecord',
      criminalRecord === 'YES' || criminalRecord === 'NO' ? null : 'CRIMINAL_RECORD_REQUIRED',
    ],
    ...driverNumbers(answers).flatMap(driver => problemsOfDriver(answers, driver, today, taken)),
  ]
  return found.flatMap(([field, code]) => {
    const shown = code ?? (field === declinedAt ? 'INCIDENTS_DECLINED' : null)
    return shown === null ? [] : [{ field, code: shown }]
  })
}
