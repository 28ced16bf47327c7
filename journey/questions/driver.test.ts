import { describe, expect, test } from 'vitest'
import { driverErrors, driversDeclined } from './driver.ts'
import { driverCount } from './driver-fields.ts'

const today = '2026-11-20'
const aroha = {
  criminalRecord: 'NO',
  'driver1.firstName': 'Aroha',
  'driver1.lastName': 'Smith',
  'driver1.dateOfBirth': '27/03/1990',
  'driver1.incidentCount': '0',
}
const codes = (answers: Record<string, string>, day = today) =>
  driverErrors({ ...aroha, ...answers }, day).map(({ field, code }) => `${field} ${code}`)

/** One driver's incidents by their types, all in January of last year. */
function incidents(driver: number, types: string): Record<string, string> {
  const list = types.split(' ').filter(Boolean)
  const answers: Record<string, string> = { [`driver${driver}.incidentCount`]: String(list.length) }
  for (const [index, type] of list.entries()) {
    answers[`driver${driver}.incident${index + 1}.claimCode`] = type
    answers[`driver${driver}.incident${index + 1}.month`] = '1'
    answers[`driver${driver}.incident${index + 1}.year`] = '2025'
  }
  return answers
}
const hemi = {
  driverCount: '2',
  'driver2.firstName': 'Hēmi',
  'driver2.lastName': 'Ngata',
  'driver2.dateOfBirth': '01/05/1988',
  'driver2.incidentCount': '0',
}

test('[DRIVER-01] [DRIVER-03] [DRIVER-05] [SHELL-13] an empty page names every missing answer at once', () => {
  expect(driverErrors({}, today).map(({ field, code }) => `${field} ${code}`)).toEqual([
    'criminalRecord CRIMINAL_RECORD_REQUIRED',
    'driver1.firstName DRIVER_FIRST_NAME_REQUIRED',
    'driver1.lastName DRIVER_LAST_NAME_REQUIRED',
    'driver1.dateOfBirth BIRTH_DATE_REQUIRED',
    'driver1.incidentCount INCIDENT_COUNT_REQUIRED',
  ])
})

test('[DRIVER-01] yes to the criminal record is an answer, not a mistake', () => {
  expect(codes({ criminalRecord: 'YES' })).toEqual([])
})

test.each([
  ['Māia', null],
  ['Anne-Marie', null],
  ["O'Brien", null],
  ['O’Brien', null],
  ['Nguyễn Thị', null],
  ['Tamati2', 'NAME_LETTERS'],
  ['-', 'DRIVER_LAST_NAME_REQUIRED'],
  ['\u200D', 'DRIVER_LAST_NAME_REQUIRED'],
  ['\u3164', 'DRIVER_LAST_NAME_REQUIRED'],
  ['\u2800 ’', 'DRIVER_LAST_NAME_REQUIRED'],
  ['O`Brien', null],
  ['Smith, Jr', 'NAME_LETTERS'],
  ['a'.repeat(50), null],
  ['e\u0301'.repeat(50), null],
  ['a'.repeat(51), 'PERSON_NAME_TOO_LONG'],
])('[DRIVER-03] the last name %j: %s', (name, code) => {
  expect(codes({ 'driver1.lastName': name })).toEqual(code === null ? [] : [`driver1.lastName ${code}`])
})

test('[DRIVER-02] [DRIVER-03] every driver shown is checked, one taken away is not', () => {
  expect(codes({ driverCount: '2' })).toContain('driver2.lastName DRIVER_LAST_NAME_REQUIRED')
  expect(codes({ ...hemi, driverCount: '1', 'driver2.firstName': '!' })).toEqual([])
})

test.each([
  [undefined, 1],
  ['0', 1],
  ['1', 1],
  ['5', 5],
  ['6', 1],
  ['2.5', 1],
])('[DRIVER-02] a stored count of %s shows %i drivers', (stored, shown) => {
  expect(driverCount(stored === undefined ? {} : { driverCount: stored })).toBe(shown)
})

describe('incidents', () => {
  const named = (parts: Record<string, string>) =>
    Object.fromEntries(Object.entries(parts).map(([part, answer]) => [`driver1.incident1.${part}`, answer]))

  test('[DRIVER-05] so many rows as the count says, each with type, month and year', () => {
    expect(codes({ 'driver1.incidentCount': '2' })).toEqual(
      [1, 2].flatMap(row => [
        `driver1.incident${row}.claimCode INCIDENT_TYPE_REQUIRED`,
        `driver1.incident${row}.month INCIDENT_MONTH_REQUIRED`,
        `driver1.incident${row}.year INCIDENT_YEAR_REQUIRED`,
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
    const answers = {
      ...incidents(1, 'CLAIM_EXCESS'),
      'driver1.incident1.month': month,
      'driver1.incident1.year': year,
    }
    expect(codes(answers, day)).toEqual(expected.map(problem => `driver1.incident1.${problem}`))
  })

  test.each([
    ['as it was taken', {}, []],
    ['of another kind', { claimCode: 'FAULT_EXCESS' }, ['year INCIDENT_YEAR_REQUIRED']],
    ['of another month', { month: '11' }, ['year INCIDENT_YEAR_REQUIRED']],
    ['of another year too old', { year: '2022' }, ['year INCIDENT_YEAR_REQUIRED']],
    ['of a year asked for', { year: '2024' }, []],
  ])('[DRIVER-05] an incident of December, in January: %s', (_what, changed, expected) => {
    const taken = { ...incidents(1, 'CLAIM_EXCESS'), ...named({ month: '12', year: '2023' }) }
    expect(driverErrors({ ...aroha, ...taken }, '2026-12-31')).toEqual([])
    const problems = driverErrors({ ...aroha, ...taken, ...named(changed) }, '2027-01-01', taken)
    expect(problems.map(({ field, code }) => `${field.slice('driver1.incident1.'.length)} ${code}`)).toEqual(
      expected,
    )
  })

  test.each(['7', '14', '4x'])('[DRIVER-05] treats the unlisted count %s as none', incidentCount => {
    expect(codes({ 'driver1.incidentCount': incidentCount })).toEqual([
      'driver1.incidentCount INCIDENT_COUNT_REQUIRED',
    ])
  })

  test('[DRIVER-05] treats an unlisted type as none', () => {
    expect(codes(incidents(1, 'SPEEDING'))).toEqual(['driver1.incident1.claimCode INCIDENT_TYPE_REQUIRED'])
  })
})

describe('decline', () => {
  const repeat = (type: string, times: number) => Array.from({ length: times }, () => type).join(' ')

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
    ['four claims of mixed kinds', 'FAULT_EXCESS FAULT_EXCESS CLAIM_EXCESS CLAIM_NO_EXCESS', '', false],
    [
      'five claims of mixed kinds',
      'FAULT_EXCESS FAULT_EXCESS CLAIM_EXCESS CLAIM_NO_EXCESS',
      'CLAIM_EXCESS',
      true,
    ],
    [
      'four claims and one licence lost',
      'FAULT_EXCESS FAULT_EXCESS CLAIM_EXCESS CLAIM_NO_EXCESS',
      'LICENCE_SUS',
      false,
    ],
  ])('[DRIVER-06] %s', (_what, first, second, declined) => {
    const answers = { ...aroha, ...hemi, ...incidents(1, first), ...incidents(2, second) }
    expect(driversDeclined(answers)).toBe(declined)
    expect(driverErrors(answers, today)).toEqual(
      declined ? [{ field: 'driver1.incidentCount', code: 'INCIDENTS_DECLINED' }] : [],
    )
  })

  test('[DRIVER-06] too many are shown at the first driver who had any', () => {
    const four = incidents(2, repeat('FAULT_EXCESS', 4))
    expect(codes({ ...hemi, ...four })).toEqual(['driver2.incidentCount INCIDENTS_DECLINED'])
  })

  test('[DRIVER-06] five or more is shown at the driver who said so, and asks for no rows', () => {
    expect(codes({ ...hemi, 'driver2.incidentCount': '5+' })).toEqual([
      'driver2.incidentCount INCIDENTS_DECLINED',
    ])
  })

  test('[DRIVER-06] incidents of a driver taken away no longer count', () => {
    expect(driversDeclined({ ...aroha, ...hemi, driverCount: '1', 'driver2.incidentCount': '5+' })).toBe(
      false,
    )
  })
})
