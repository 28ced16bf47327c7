/** Tests of the incidents of a driver: removed, restored, and accepted in an earlier year. */
import { expect, test } from 'vitest'
import { emptyDriver, emptyIncident } from '#journey/questions/form-answers.ts'
import { markupOf } from '#test/samples/page.tsx'
import { createDraft } from '#web/features/draft/draft-store.ts'
import { IncidentFields, restoreIncidents, setIncidentCount } from './driver-incidents.tsx'

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

test('[DRIVER-05] the year of an accepted incident stays on offer', () => {
  const draft = createDraft(null)
  draft.setState({ acceptedIncidents: [[{ ...emptyIncident, year: '2001' }]] })
  const years = (row: number) => markupOf(<IncidentFields driver={0} row={row} />, undefined, draft)
  expect(years(0)).toContain('<option value="2001">')
  expect(years(1)).not.toContain('2001')
})
