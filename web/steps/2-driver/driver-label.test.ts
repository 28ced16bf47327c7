import { expect, test } from 'vitest'
import { driverProblems } from '#journey/answers/driver.ts'
import { driverLabel } from './driver-label.ts'

test.each([
  ['criminalRecord', 'Criminal record'],
  ['driver1.firstName', 'Main driver, first name'],
  ['driver2.firstName', 'Driver 2, first name'],
  ['driver5.incidentCount', 'Driver 5, number of incidents'],
  ['driver1.incident1.claimCode', 'Main driver, incident 1, type of issue'],
  ['driver3.incident4.month', 'Driver 3, incident 4, month'],
])('[SHELL-13] the summary calls %s “%s”', (field, label) => {
  expect(driverLabel(field)).toBe(label)
})

test('[SHELL-13] every field that can be wrong has a name of its own', () => {
  const fields = driverProblems({ 'driver1.incidentCount': '1' }, '2026-11-20').map(({ field }) => field)
  const labels = fields.map(driverLabel)
  expect(labels.filter(label => fields.includes(label))).toEqual([])
  expect(new Set(labels).size).toBe(fields.length)
})
