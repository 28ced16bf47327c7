/** Tests of the summary line on a driver's card. */

import { expect, it } from 'vitest'
import { driverSummary } from './driver-summary.ts'

const today = '2026-11-21'
const aroha = {
  criminalRecord: 'NO',
  driverCount: '2',
  'driver1.firstName': 'Aroha',
  'driver1.lastName': 'Smith',
  'driver1.dateOfBirth': '27/03/1990',
  'driver1.incidentCount': '1',
  'driver1.incident1.claimCode': 'CLAIM_EXCESS',
  'driver1.incident1.month': '3',
  'driver1.incident1.year': '2025',
}

it('[DRIVER-02] summarises a driver once all of their answers are valid, even if other drivers are incomplete', () => {
  expect(driverSummary(aroha, 1, today)).toBe('Aroha Smith, 1 incident')
  expect(driverSummary(aroha, 2, today)).toBeNull()
  for (const field of Object.keys(aroha).filter(name => name.startsWith('driver1.')))
    expect(driverSummary({ ...aroha, [field]: '' }, 1, today), field).toBeNull()
  expect(driverSummary({ ...aroha, 'driver1.dateOfBirth': '27/03/2020' }, 1, today)).toBeNull()
})

it('[DRIVER-05] an incident that was taken is right also when its year is asked for no more', () => {
  expect(driverSummary(aroha, 1, '2029-01-01')).toBeNull()
  expect(driverSummary(aroha, 1, '2029-01-01', aroha)).toBe('Aroha Smith, 1 incident')
})
