/** Tests of removing and restoring the incidents of a driver. */
import { expect, test } from 'vitest'
import { emptyDriver, emptyIncident } from '#journey/questions/form-answers.ts'
import { restoreIncidents, setIncidentCount } from './driver-incidents.tsx'

const aroha = {
  ...emptyDriver,
  firstName: 'Aroha',
  incidentCount: '2',
  incidents: [
    { ...emptyIncident, claimCode: 'CLAIM_EXCESS', month: '3' },
    { ...emptyIncident, year: '2025' },
  ],
}

test.each([
  ['1', 1, 1],
  ['0', 0, 2],
  ['5+', 0, 2],
  ['', 0, 2],
])('[DRIVER-05] a count of %j removes incidents until they are restored', (count, left, removed) => {
  const change = setIncidentCount(aroha, count)
  expect(change.removedCount).toBe(removed)
  expect(change.driver).toEqual({
    ...aroha,
    incidentCount: count,
    incidents: aroha.incidents.slice(0, left),
  })
  expect(restoreIncidents(change.driver, aroha)).toEqual(aroha)
})

test('[DRIVER-05] a higher count removes nothing', () => {
  expect(setIncidentCount(aroha, '3')).toEqual({
    driver: { ...aroha, incidentCount: '3', incidents: [...aroha.incidents, emptyIncident] },
    removedCount: 0,
  })
})
