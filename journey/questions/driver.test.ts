/** Tests of the validation of step 2 (driver). */
import { describe, expect, test } from 'vitest'
import { type FormTexts, formOf } from '#test/samples/form-answers.ts'
import { areIncidentsDeclined, driverErrors, incidentsOf } from './driver.ts'
import { emptyDrivers, type IncidentForm } from './form-answers.ts'

const today = '2026-11-20'
const aroha = {
  'driver.criminalRecord': 'NO',
  'driver.drivers.0.firstName': 'Aroha',
  'driver.drivers.0.lastName': 'Smith',
  'driver.drivers.0.dateOfBirth': '27/03/1990',
  'driver.drivers.0.incidentCount': '0',
}
const codes = (answers: FormTexts, day = today) =>
  driverErrors(formOf({ ...aroha, ...answers }).driver, day).map(({ field, code }) => `${field} ${code}`)

/** One driver's incidents by their types, all in January of last year. */
function incidents(driver: number, types: string): FormTexts {
  const list = types.split(' ').filter(Boolean)
  const at = `driver.drivers.${driver - 1}` as const
  const rows = list.map((type, row) => ({
    [`${at}.incidents.${row}.claimCode`]: type,
    [`${at}.incidents.${row}.month`]: '1',
    [`${at}.incidents.${row}.year`]: '2025',
  }))
  return Object.assign({ [`${at}.incidentCount`]: String(list.length) }, ...rows)
}
const hemi = {
  'driver.drivers.1.firstName': 'Hēmi',
  'driver.drivers.1.lastName': 'Ngata',
  'driver.drivers.1.dateOfBirth': '01/05/1988',
  'driver.drivers.1.incidentCount': '0',
}

test('[DRIVER-01] [DRIVER-03] [DRIVER-05] [SHELL-13] an empty page names every missing answer at once', () => {
  expect(driverErrors(emptyDrivers, today).map(({ field, code }) => `${field} ${code}`)).toEqual([
    'driver.criminalRecord YES_NO_REQUIRED',
    'driver.drivers.0.firstName DRIVER_FIRST_NAME_REQUIRED',
    'driver.drivers.0.lastName DRIVER_LAST_NAME_REQUIRED',
    'driver.drivers.0.dateOfBirth BIRTH_DATE_REQUIRED',
    'driver.drivers.0.incidentCount INCIDENT_COUNT_REQUIRED',
  ])
})

test('[DRIVER-01] Yes to the criminal record is no error', () => {
  expect(codes({ 'driver.criminalRecord': 'YES' })).toEqual([])
})

test.each([
  ['Māia', null],
  ['Tamati2', 'NAME_LETTERS'],
  ['-', 'DRIVER_LAST_NAME_REQUIRED'],
  ['\u2800 ’', 'DRIVER_LAST_NAME_REQUIRED'],
  ['Smith, Jr', 'NAME_LETTERS'],
  ['a'.repeat(50), null],
  ['e\u0301'.repeat(50), null],
  ['a'.repeat(51), 'PERSON_NAME_TOO_LONG'],
])('[DRIVER-03] the last name %j: %s', (name, code) => {
  expect(codes({ 'driver.drivers.0.lastName': name })).toEqual(
    code === null ? [] : [`driver.drivers.0.lastName ${code}`],
  )
})

test('[DRIVER-02] [DRIVER-03] every driver is checked', () => {
  expect(codes({ 'driver.drivers.1.firstName': 'Hēmi' })).toContain(
    'driver.drivers.1.lastName DRIVER_LAST_NAME_REQUIRED',
  )
})

describe('incidents', () => {
  const named = (parts: Partial<IncidentForm>): FormTexts =>
    Object.fromEntries(
      Object.entries(parts).map(([part, text]) => [`driver.drivers.0.incidents.0.${part}`, text]),
    )

  test('[DRIVER-05] requires type, month and year in as many rows as the count', () => {
    expect(codes({ 'driver.drivers.0.incidentCount': '2' })).toEqual(
      [0, 1].flatMap(row => [
        `driver.drivers.0.incidents.${row}.claimCode INCIDENT_TYPE_REQUIRED`,
        `driver.drivers.0.incidents.${row}.month INCIDENT_MONTH_REQUIRED`,
        `driver.drivers.0.incidents.${row}.year INCIDENT_YEAR_REQUIRED`,
      ]),
    )
  })

  test.each([
    ['this month', '2026-11-20', '11', '2026', []],
    ['next month of this year', '2026-11-20', '12', '2026', ['month INCIDENT_IN_FUTURE']],
    ['next month of last year', '2026-11-20', '12', '2025', []],
    ['in December nothing of this year lies ahead', '2026-12-31', '12', '2026', []],
    ['two years ago', '2026-11-20', '1', '2024', []],
    ['the oldest year', '2026-11-20', '1', '2023', []],
    ['a year too old', '2026-11-20', '1', '2022', ['year INCIDENT_YEAR_REQUIRED']],
    ['a year ahead', '2026-11-20', '1', '2027', ['year INCIDENT_YEAR_REQUIRED']],
    ['a thirteenth month', '2026-11-20', '13', '2025', ['month INCIDENT_MONTH_REQUIRED']],
  ])('[DRIVER-05] %s', (_what, day, month, year, expected) => {
    const answers = { ...incidents(1, 'CLAIM_EXCESS'), ...named({ month, year }) }
    expect(codes(answers, day)).toEqual(expected.map(problem => `driver.drivers.0.incidents.0.${problem}`))
  })

  test.each([
    ['as it was taken', {}, []],
    ['of another kind', { claimCode: 'FAULT_EXCESS' }, ['year INCIDENT_YEAR_REQUIRED']],
    ['of another month', { month: '11' }, ['year INCIDENT_YEAR_REQUIRED']],
    ['of another year too old', { year: '2022' }, ['year INCIDENT_YEAR_REQUIRED']],
    ['of a year asked for', { year: '2024' }, []],
  ])('[DRIVER-05] in January, an incident of December: %s', (_what, changed, expected) => {
    const taken = { ...incidents(1, 'CLAIM_EXCESS'), ...named({ month: '12', year: '2023' }) }
    expect(driverErrors(formOf({ ...aroha, ...taken }).driver, '2026-12-31')).toEqual([])
    const { driver } = formOf({ ...aroha, ...taken, ...named(changed) })
    const accepted = formOf({ ...aroha, ...taken }).driver.drivers.map(incidentsOf)
    const problems = driverErrors(driver, '2027-01-01', accepted)
    expect(
      problems.map(({ field, code }) => `${field.slice('driver.drivers.0.incidents.0.'.length)} ${code}`),
    ).toEqual(expected)
  })

  test.each(['7', '14', '4x'])('[DRIVER-05] treats the unlisted count %s as none', incidentCount => {
    const problem = 'driver.drivers.0.incidentCount INCIDENT_COUNT_REQUIRED'
    expect(codes({ 'driver.drivers.0.incidentCount': incidentCount })).toEqual([problem])
  })

  test('[DRIVER-05] treats an unlisted type as none', () => {
    const problem = 'driver.drivers.0.incidents.0.claimCode INCIDENT_TYPE_REQUIRED'
    expect(codes(incidents(1, 'SPEEDING'))).toEqual([problem])
  })
})

describe('decline', () => {
  const repeat = (type: string, times: number) => Array(times).fill(type).join(' ')
  const mixed = 'FAULT_EXCESS FAULT_EXCESS CLAIM_EXCESS CLAIM_NO_EXCESS'

  test.each([
    ['three at fault', repeat('FAULT_EXCESS', 3), '', false],
    ['four at fault', repeat('FAULT_EXCESS', 4), '', true],
    ['four at fault over two drivers', repeat('FAULT_EXCESS', 2), repeat('FAULT_EXCESS', 2), true],
    ['three without excess', repeat('CLAIM_NO_EXCESS', 3), '', false],
    ['four without excess', repeat('CLAIM_NO_EXCESS', 4), '', true],
    ['three with excess', repeat('CLAIM_EXCESS', 3), '', false],
    ['four with excess', repeat('CLAIM_EXCESS', 4), '', true],
    ['one licence lost', 'LICENCE_SUS', '', false],
    ['two licences lost, one each', 'LICENCE_SUS', 'LICENCE_SUS', true],
    ['four claims of mixed kinds', mixed, '', false],
    ['five claims of mixed kinds', mixed, 'CLAIM_EXCESS', true],
    ['four claims and one licence lost', mixed, 'LICENCE_SUS', false],
  ])('[DRIVER-06] %s', (_what, first, second, declined) => {
    const { driver } = formOf({ ...aroha, ...hemi, ...incidents(1, first), ...incidents(2, second) })
    expect(areIncidentsDeclined(driver)).toBe(declined)
    expect(driverErrors(driver, today)).toEqual(
      declined ? [{ field: 'driver.drivers.0.incidentCount', code: 'INCIDENTS_DECLINED' }] : [],
    )
  })

  const atHemi = ['driver.drivers.1.incidentCount INCIDENTS_DECLINED']
  test('[DRIVER-06] too many incidents are shown at the first driver with any', () => {
    expect(codes({ ...hemi, ...incidents(2, repeat('FAULT_EXCESS', 4)) })).toEqual(atHemi)
  })

  test('[DRIVER-06] five or more is shown at that driver, without rows', () => {
    expect(codes({ ...hemi, 'driver.drivers.1.incidentCount': '5+' })).toEqual(atHemi)
  })
})
