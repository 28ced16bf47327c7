/** Tests of the validation of step 2 (driver). */
import { describe, expect, test } from 'vitest'
import { pairs } from '#test/samples/texts.ts'
import { type AcceptedIncidents, areIncidentsDeclined, driverErrors } from './driver.ts'
import {
  type DriverForm,
  type DriversForm,
  emptyDrivers,
  emptyIncident,
  type IncidentForm,
} from './form-answers.ts'

const today = '2026-11-20'
const incident = { claimCode: 'CLAIM_EXCESS', month: '1', year: '2025' }
const driver = (changes: Partial<DriverForm> = {}): DriverForm => ({
  firstName: 'Aroha',
  lastName: 'Smith',
  dateOfBirth: '27/03/1990',
  incidentCount: '0',
  incidents: [],
  ...changes,
})
const having = (...incidents: IncidentForm[]) =>
  driver({ incidentCount: String(incidents.length), incidents })
/** A driver with one incident of each of these types. */
const withTypes = (types: string[]) => having(...types.map(claimCode => ({ ...incident, claimCode })))
const formOf = (...drivers: DriverForm[]) => ({ ...emptyDrivers, criminalRecord: 'NO', drivers })

const errors = (form: DriversForm, day = today, accepted: AcceptedIncidents = []) =>
  driverErrors(form, day, accepted).map(({ field, code }) => `${field.replace('driver.', '')} ${code}`)

test('[DRIVER-01] [DRIVER-03] [DRIVER-05] [SHELL-13] an empty page names every missing answer at once', () => {
  expect(errors(emptyDrivers)).toEqual([
    'criminalRecord YES_NO_REQUIRED',
    'drivers.0.firstName DRIVER_FIRST_NAME_REQUIRED',
    'drivers.0.lastName DRIVER_LAST_NAME_REQUIRED',
    'drivers.0.dateOfBirth BIRTH_DATE_REQUIRED',
    'drivers.0.incidentCount INCIDENT_COUNT_REQUIRED',
  ])
})

test('[DRIVER-01] Yes to the criminal record is no error', () => {
  expect(errors({ ...formOf(driver()), criminalRecord: 'YES' })).toEqual([])
})

test.each([
  ['Māia', null],
  ['Tamati2', 'NAME_LETTERS'],
  ['-', 'DRIVER_LAST_NAME_REQUIRED'],
  ['e\u0301'.repeat(50), null],
  ['a'.repeat(51), 'PERSON_NAME_TOO_LONG'],
])('[DRIVER-02] [DRIVER-03] the last name %j of any driver: %s', (lastName, code) => {
  const expected = code === null ? [] : [`drivers.1.lastName ${code}`]
  expect(errors(formOf(driver(), driver({ lastName })))).toEqual(expected)
})

describe('incidents', () => {
  const errorsOf = (changes: Partial<IncidentForm>, day = today, accepted: AcceptedIncidents = []) =>
    errors(formOf(having({ ...incident, ...changes })), day, accepted).map(error =>
      error.replace('drivers.0.incidents.0.', ''),
    )

  test('[DRIVER-05] requires type, month and year in as many rows as the count', () => {
    expect(errors(formOf(driver({ incidentCount: '2', incidents: [emptyIncident] })))).toEqual(
      [0, 1].flatMap(row => [
        `drivers.0.incidents.${row}.claimCode INCIDENT_TYPE_REQUIRED`,
        `drivers.0.incidents.${row}.month INCIDENT_MONTH_REQUIRED`,
        `drivers.0.incidents.${row}.year INCIDENT_YEAR_REQUIRED`,
      ]),
    )
  })

  test.each([
    ['this month', today, '11', '2026', []],
    ['next month of this year', today, '12', '2026', ['month INCIDENT_IN_FUTURE']],
    ['next month of last year', today, '12', '2025', []],
    ['in December nothing of this year lies ahead', '2026-12-31', '12', '2026', []],
    ['the oldest year', today, '1', '2023', []],
    ['a year too old', today, '1', '2022', ['year INCIDENT_YEAR_REQUIRED']],
    ['a year ahead', today, '1', '2027', ['year INCIDENT_YEAR_REQUIRED']],
    ['a thirteenth month', today, '13', '2025', ['month INCIDENT_MONTH_REQUIRED']],
  ])('[DRIVER-05] %s', (_what, day, month, year, expected) => {
    expect(errorsOf({ month, year }, day)).toEqual(expected)
  })

  test.each([
    ['as it was taken', {}, []],
    ['of another kind', { claimCode: 'FAULT_EXCESS' }, ['year INCIDENT_YEAR_REQUIRED']],
    ['of another month', { month: '11' }, ['year INCIDENT_YEAR_REQUIRED']],
    ['of another year too old', { year: '2022' }, ['year INCIDENT_YEAR_REQUIRED']],
    ['of a year asked for', { year: '2024' }, []],
  ])('[DRIVER-05] in January, an incident of December: %s', (_what, changed, expected) => {
    const taken = { ...incident, month: '12', year: '2023' }
    expect(errorsOf(taken, '2026-12-31')).toEqual([])
    expect(errorsOf({ ...taken, ...changed }, '2027-01-01', [[taken]])).toEqual(expected)
  })

  test('[DRIVER-05] treats an unlisted count or type as none', () => {
    for (const incidentCount of ['7', '14', '4x'])
      expect(errors(formOf(driver({ incidentCount })))).toEqual([
        'drivers.0.incidentCount INCIDENT_COUNT_REQUIRED',
      ])
    expect(errorsOf({ claimCode: 'SPEEDING' })).toEqual(['claimCode INCIDENT_TYPE_REQUIRED'])
  })
})

describe('decline', () => {
  // The incidents of two drivers: F at fault, E and N claims with and without excess, L a licence lost.
  const types = { F: 'FAULT_EXCESS', E: 'CLAIM_EXCESS', N: 'CLAIM_NO_EXCESS', L: 'LICENCE_SUS' }
  const driverOf = (letters = '') =>
    withTypes(Array.from(letters, letter => types[letter as keyof typeof types]))

  test.each(
    pairs(`
      FFF → valid | FFFF → declined | FF FF → declined | NNN → valid | NNNN → declined | EEE → valid
      EEEE → declined | L → valid | L L → declined | FFEN → valid | FFEN E → declined | FFEN L → valid
    `),
  )('[DRIVER-06] the incidents %s: %s', (incidents, result) => {
    const [first, second] = incidents.split(' ')
    const form = formOf(driverOf(first), driverOf(second))
    expect(areIncidentsDeclined(form)).toBe(result === 'declined')
    expect(errors(form)).toEqual(result === 'declined' ? ['drivers.0.incidentCount INCIDENTS_DECLINED'] : [])
  })

  test.each([
    ['too many incidents are shown at the first driver with any', driverOf('FFFF')],
    ['five or more is shown at that driver, without rows', driver({ incidentCount: '5+' })],
  ])('[DRIVER-06] %s', (_what, second) => {
    expect(errors(formOf(driver(), second))).toEqual(['drivers.1.incidentCount INCIDENTS_DECLINED'])
  })
})
