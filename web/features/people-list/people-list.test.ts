/** Tests of the error messages that move along with people who are removed and restored. */
import { expect, test } from 'vitest'
import type { FieldPath } from '#journey/questions/form-answers.ts'
import { shiftFieldsDown, shiftFieldsUp } from './people-list.tsx'

const path = 'policyholders.policyholders'

test('[HOLDER-02] error messages move with their policyholder, and come back with a restored one', () => {
  const at = (index: number, part: 'email' | 'title') => `${path}.${index}.${part}` as const
  const fields: FieldPath[] = [at(0, 'email'), at(1, 'email'), at(2, 'title'), 'policyholders.postalAddress']
  const [first, , , other] = fields
  expect(fields.map(shiftFieldsUp(path, 1))).toEqual([first, null, at(1, 'title'), other])
  expect(fields.map(shiftFieldsDown(path, 1))).toEqual([first, at(2, 'email'), at(3, 'title'), other])
})

test('[DRIVER-05] an error message of an incident moves with its driver', () => {
  const moved = shiftFieldsUp('driver.drivers', 1)
  expect(moved('driver.drivers.2.incidents.0.year')).toBe('driver.drivers.1.incidents.0.year')
  expect(moved('driver.criminalRecord')).toBe('driver.criminalRecord')
})
