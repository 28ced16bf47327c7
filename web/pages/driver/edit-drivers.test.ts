/** Tests of adding, removing and restoring drivers in the answers. */

import { expect, test } from 'vitest'
import type { AnswersPatch } from '#web/features/draft/draft-store.ts'
import { acceptedIncidentsOf, addDriver, removeDriver, setIncidentCount } from './edit-drivers.ts'

const answers = {
  driverCount: '2',
  'driver1.firstName': 'Aroha',
  'driver1.incidentCount': '2',
  'driver1.incident1.claimCode': 'CLAIM_EXCESS',
  'driver1.incident1.month': '3',
  'driver1.incident2.year': '2025',
  'driver2.firstName': 'Tama',
  'driver2.incident1.month': '4',
}
const applied = (before: Record<string, string>, patch: AnswersPatch) =>
  Object.fromEntries(Object.entries({ ...before, ...patch }).filter(([, value]) => value !== undefined))

test('[DRIVER-02] drivers are added up to five', () => {
  expect(addDriver({})).toEqual({ driverCount: '2' })
  expect(addDriver({ driverCount: '4' })).toEqual({ driverCount: '5' })
  expect(addDriver({ driverCount: '5' })).toBeNull()
})

test('[DRIVER-02] removes the last driver with all their answers, and can undo it', () => {
  const change = removeDriver(answers)
  const after = applied(answers, change?.patch ?? {})
  expect(after).toMatchObject({ driverCount: '1', 'driver1.firstName': 'Aroha' })
  expect(Object.keys(after).filter(field => field.startsWith('driver2'))).toEqual([])
  expect(applied(after as Record<string, string>, change?.undo ?? {})).toEqual(answers)
})

test('[DRIVER-02] the only driver stays', () => {
  expect(removeDriver({ ...answers, driverCount: '1' })).toBeNull()
  expect(removeDriver({})).toBeNull()
})

test.each([
  ['1', ['driver1.incident2.year'], 1],
  ['0', ['driver1.incident1.claimCode', 'driver1.incident1.month', 'driver1.incident2.year'], 2],
  ['5+', ['driver1.incident1.claimCode', 'driver1.incident1.month', 'driver1.incident2.year'], 2],
  ['', ['driver1.incident1.claimCode', 'driver1.incident1.month', 'driver1.incident2.year'], 2],
])(
  '[DRIVER-05] a count of %j clears the slots no longer used, and can be undone',
  (count, cleared, taken) => {
    const counted = { ...answers, 'driver1.incidentCount': count }
    const change = setIncidentCount(counted, 1, count, '2')
    const after = applied(counted, change?.patch ?? {})
    expect(Object.keys(counted).filter(field => !(field in after))).toEqual(cleared)
    expect(change && acceptedIncidentsOf(change)).toBe(taken)
    expect(applied(after as Record<string, string>, change?.undo ?? {})).toEqual(answers)
  },
)

test('[DRIVER-05] a count that asks for more clears nothing', () => {
  expect(setIncidentCount({ ...answers, 'driver1.incidentCount': '3' }, 1, '3', '2')).toBeNull()
})
