/** Step 2: one driver to five, with and without incidents. */
import { driverWords } from '#web/content/driver.ts'
import { frameWords } from '#web/content/layout.ts'
import { driverMessages } from '#web/content/messages/driver.ts'
import { car, carKnown, driver } from './customer.ts'
import type { State } from './state.ts'

const path = '/vehicle/step2'

const family = ['Aroha', 'Anne-Marie', 'Wiremu', 'Tūhoe'].flatMap((name, index) => [
  [`driver${index + 2}.firstName`, name],
  [`driver${index + 2}.lastName`, 'O’Brien'],
  [`driver${index + 2}.dateOfBirth`, `0${index + 1}/06/200${index + 1}`],
  [`driver${index + 2}.incidentCount`, '0'],
])

const incidents = {
  'driver1.incidentCount': '2',
  'driver1.incident1.claimCode': 'FAULT_EXCESS',
  'driver1.incident1.month': '3',
  'driver1.incident1.year': '2025',
  'driver1.incident2.claimCode': 'CLAIM_NO_EXCESS',
  'driver1.incident2.month': '11',
  'driver1.incident2.year': '2024',
}

export const driverStates: readonly State[] = [
  {
    name: 'driver',
    title: 'Nothing answered',
    path,
    answers: car,
    facts: carKnown,
    shows: driverWords.mainDriverHint,
  },
  {
    name: 'driver-errors',
    title: 'Next pressed with nothing answered',
    path,
    answers: car,
    facts: carKnown,
    hands: [{ press: frameWords.next }],
    shows: frameWords.thereIsAProblem,
  },
  { name: 'driver-done', title: 'One driver', path, answers: driver, facts: carKnown, shows: 'no incidents' },
  {
    name: 'driver-incidents',
    title: 'Two incidents',
    path,
    answers: { ...driver, ...incidents },
    facts: carKnown,
    shows: driverWords.incident(2),
  },
  {
    name: 'driver-too-many',
    title: 'More incidents than can be insured',
    path,
    answers: { ...driver, 'driver1.incidentCount': '5+' },
    facts: carKnown,
    hands: [{ press: frameWords.next }],
    shows: String(driverMessages.INCIDENTS_DECLINED),
  },
  {
    name: 'driver-five',
    title: 'Five drivers',
    path,
    answers: { ...driver, driverCount: '5', ...Object.fromEntries(family) },
    facts: carKnown,
    shows: driverWords.fiveDrivers,
  },
  {
    name: 'driver-removed',
    title: 'A driver removed, with the way to undo it',
    path,
    answers: { ...driver, driverCount: '2', ...Object.fromEntries(family.slice(0, 4)) },
    facts: carKnown,
    hands: [{ press: driverWords.removeDriver }],
    shows: driverWords.removed(2),
  },
  {
    name: 'driver-sorry',
    title: 'Sorry: a criminal record',
    path,
    answers: driver,
    facts: carKnown,
    hands: [{ press: frameWords.yes }],
    shows: driverWords.sorry,
  },
  {
    name: 'driver-stopped',
    title: 'Sorry closed: Next says why it waits',
    path,
    answers: { ...driver, criminalRecord: 'YES' },
    facts: carKnown,
    shows: driverWords.stopCriminalRecord,
  },
]
