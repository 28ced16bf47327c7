/** Tests of adding drivers, and of removing and restoring incidents. */

import { expect, test } from 'vitest'
import { emptyDriver, emptyIncident } from '#journey/questions/driver.ts'
import { addDriver, returnIncidents, setIncidentCount } from './edit-drivers.ts'

const aroha = {
  ...emptyDriver,
  firstName: 'Aroha',
  incidentCount: '2',
  incidents: [
    { ...emptyIncident, claimCode: 'CLAIM_EXCESS', month: '3' },
    { ...emptyIncident, year: '2025' },
  ],
}

test('[DRIVER-02] drivers are added up to five', () => {
  expect(addDriver([aroha])).toEqual([aroha, emptyDriver])
  const five = Array.from({ length: 5 }, () => aroha)
  expect(addDriver(five.slice(1))).toHaveLength(5)
  expect(addDriver(five)).toBe(five)
})

test.each([
  ['1', 1, 1],
  ['0', 0, 2],
  ['5+', 0, 2],
  ['', 0, 2],
])('[DRIVER-05] a count of %j clears the slots no longer used, and can be undone', (count, left, removed) => {
  const change = setIncidentCount(aroha, count)
  expect(change.removedCount).toBe(removed)
  expect(change.driver).toEqual({ ...aroha, incidentCount: count, incidents: aroha.incidents.slice(0, left) })
  expect(returnIncidents(change.driver, aroha)).toEqual(aroha)
})

test('[DRIVER-05] a count that asks for more clears nothing', () => {
  expect(setIncidentCount(aroha, '3')).toEqual({
    driver: { ...aroha, incidentCount: '3', incidents: [...aroha.incidents, emptyIncident] },
    removedCount: 0,
  })
})
