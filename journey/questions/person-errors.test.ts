/** Tests of typed dates of birth. */
import { expect, test } from 'vitest'
import { pairs } from '#test/samples/texts.ts'
import { dateOfBirthError } from './person-errors.ts'

const today = '2026-11-20'

test.each(
  pairs(`
    → BIRTH_DATE_REQUIRED | 1/2/1990 → BIRTH_DATE_FORMAT | 27-03-1990 → BIRTH_DATE_FORMAT
    27/03/90 → BIRTH_DATE_FORMAT | 27/03/19905 → BIRTH_DATE_FORMAT | 29/02/1999 → BIRTH_DATE_FORMAT
    29/02/1900 → BIRTH_DATE_FORMAT | 00/01/1990 → BIRTH_DATE_FORMAT | 01/13/1990 → BIRTH_DATE_FORMAT
    31/12/1899 → BIRTH_DATE_YEAR | 01/01/2027 → BIRTH_DATE_YEAR | 01/01/1900 → null
    29/02/2000 → null
  `),
)('[DRIVER-04] a date of birth typed %j: %s', (typed, error) => {
  expect(`${dateOfBirthError(` ${typed} `, today, 'older-than-18')}`).toBe(error)
})

test.each([
  ['the day after the birthday', '19/11/2008', today, null, null],
  ['the birthday itself', '20/11/2008', today, 'TOO_YOUNG', null],
  ['the day before', '21/11/2008', today, 'TOO_YOUNG', 'TOO_YOUNG'],
  ['later this year', '31/12/2026', today, 'TOO_YOUNG', 'TOO_YOUNG'],
  ['born on 29 February, the day before', '29/02/2008', '2026-02-28', 'TOO_YOUNG', 'TOO_YOUNG'],
  ['born on 29 February, 1 March', '29/02/2008', '2026-03-01', 'TOO_YOUNG', null],
  ['born on 29 February, 2 March', '29/02/2008', '2026-03-02', null, null],
] as const)('[DRIVER-04] [HOLDER-04] 18 years, %s', (_when, typed, day, driver, policyholder) => {
  expect(dateOfBirthError(typed, day, 'older-than-18')).toBe(driver)
  expect(dateOfBirthError(typed, day, 'at-least-18')).toBe(policyholder)
  expect(dateOfBirthError(typed, day, 'any')).toBeNull()
})
