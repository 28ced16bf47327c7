/** Tests of the labels of step 2's fields. */

import { expect, test } from 'vitest'
import { driverLabel } from './field-labels.ts'

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
