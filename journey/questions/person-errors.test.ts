/** Tests of typed dates of birth. */
import { expect, test } from 'vitest'
import { dateOfBirthError } from './person-errors.ts'

const today = '2026-11-20'

test.each([
  ['', 'BIRTH_DATE_REQUIRED'],
  ['   ', 'BIRTH_DATE_REQUIRED'],
  ['1/2/1990', 'BIRTH_DATE_FORMAT'],
  ['27-03-1990', 'BIRTH_DATE_FORMAT'],
  ['27/03/90', 'BIRTH_DATE_FORMAT'],
  ['27/03/19905', 'BIRTH_DATE_FORMAT'],
  ['31/04/1990', 'BIRTH_DATE_FORMAT'],
  ['29/02/1999', 'BIRTH_DATE_FORMAT'],
  ['29/02/1900', 'BIRTH_DATE_FORMAT'],
  ['00/01/1990', 'BIRTH_DATE_FORMAT'],
  ['01/13/1990', 'BIRTH_DATE_FORMAT'],
  ['31/12/1899', 'BIRTH_DATE_YEAR'],
  ['01/01/2027', 'BIRTH_DATE_YEAR'],
  ['01/01/1900', null],
  ['29/02/2000', null],
  ['27/03/1990', null],
] as const)('[DRIVER-04] a date of birth typed %j: %s', (typed, problem) => {
  expect(dateOfBirthError(typed, today, 'older-than-18')).toBe(problem)
})

test.each([
  ['the day after the birthday', '19/11/2008', null, null],
  ['the birthday itself', '20/11/2008', 'TOO_YOUNG', null],
  ['the day before', '21/11/2008', 'TOO_YOUNG', 'TOO_YOUNG'],
  ['born today', '20/11/2026', 'TOO_YOUNG', 'TOO_YOUNG'],
  ['later this year', '31/12/2026', 'TOO_YOUNG', 'TOO_YOUNG'],
] as const)(
  '[DRIVER-04] [HOLDER-04] 18 years, %s: drivers %s %s, policyholders %s',
  (_when, typed, driver, policyholder) => {
    expect(dateOfBirthError(typed, today, 'older-than-18')).toBe(driver)
    expect(dateOfBirthError(typed, today, 'at-least-18')).toBe(policyholder)
    expect(dateOfBirthError(typed, today, 'any')).toBeNull()
  },
)

test.each([
  ['2026-02-28', 'TOO_YOUNG', 'TOO_YOUNG'],
  ['2026-03-01', 'TOO_YOUNG', null],
  ['2026-03-02', null, null],
] as const)('[DRIVER-04] born on 29 February 2008, asked on %s', (day, driver, policyholder) => {
  expect(dateOfBirthError('29/02/2008', day, 'older-than-18')).toBe(driver)
  expect(dateOfBirthError('29/02/2008', day, 'at-least-18')).toBe(policyholder)
})
