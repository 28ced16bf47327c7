/** Tests of the summary line on a driver's card. */
import { expect, it } from 'vitest'
import type { FieldPath } from '#journey/questions/form-answers.ts'
import { type FormTexts, formOf } from '#test/samples/form-answers.ts'
import { driverSummary } from './driver-list.tsx'

const today = '2026-11-21'
const aroha: FormTexts = {
  'driver.criminalRecord': 'NO',
  'driver.drivers.0.firstName': 'Aroha',
  'driver.drivers.0.lastName': 'Smith',
  'driver.drivers.0.dateOfBirth': '27/03/1990',
  'driver.drivers.0.incidentCount': '1',
  'driver.drivers.0.incidents.0.claimCode': 'CLAIM_EXCESS',
  'driver.drivers.0.incidents.0.month': '3',
  'driver.drivers.0.incidents.0.year': '2025',
  'driver.drivers.1.firstName': '',
}
const summary = (index: number, changed: FormTexts = {}) =>
  driverSummary(formOf({ ...aroha, ...changed }).driver, index, today)

it('[DRIVER-02] summarises a driver once all of their answers are valid, even if other drivers are incomplete', () => {
  expect(summary(0)).toBe('Aroha Smith, 1 incident')
  expect(summary(1)).toBeNull()
  const fields = Object.keys(aroha) as FieldPath[]
  for (const field of fields.filter(name => name.startsWith('driver.drivers.0.')))
    expect(summary(0, { [field]: '' }), field).toBeNull()
  expect(summary(0, { 'driver.drivers.0.dateOfBirth': '27/03/2020' })).toBeNull()
})

it('[DRIVER-05] an accepted incident stays valid when its year is no longer on offer', () => {
  const { driver } = formOf(aroha)
  const accepted = driver.drivers.map(({ incidents }) => incidents)
  expect(driverSummary(driver, 0, '2029-01-01', accepted)).toBe('Aroha Smith, 1 incident')
})
