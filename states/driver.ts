/** States of step 2, the drivers: one to five drivers, with and without incidents. */
import { driverText } from '#web/content/driver.ts'
import { layoutText } from '#web/content/layout.ts'
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
    draftState: carKnown,
    shows: driverText.mainDriverHint,
  },
  {
    name: 'driver-errors',
    title: 'Next pressed with nothing answered',
    path,
    answers: car,
    draftState: carKnown,
    actions: [{ press: layoutText.next }],
    shows: layoutText.thereIsAProblem,
  },
  {
    name: 'driver-done',
    title: 'One driver',
    path,
    answers: driver,
    draftState: carKnown,
    shows: 'no incidents',
  },
  {
    name: 'driver-incidents',
    title: 'Two incidents',
    path,
    answers: { ...driver, ...incidents },
    draftState: carKnown,
    shows: driverText.incident(2),
  },
  {
    name: 'driver-too-many',
    title: 'More incidents than can be insured',
    path,
    answers: { ...driver, 'driver1.incidentCount': '5+' },
    draftState: carKnown,
    actions: [{ press: layoutText.next }],
    shows: String(driverMessages.INCIDENTS_DECLINED),
  },
  {
    name: 'driver-five',
    title: 'Five drivers',
    path,
    answers: { ...driver, driverCount: '5', ...Object.fromEntries(family) },
    draftState: carKnown,
    shows: driverText.fiveDrivers,
  },
  {
    name: 'driver-removed',
    title: 'A driver removed, with the way to undo it',
    path,
    answers: { ...driver, driverCount: '2', ...Object.fromEntries(family.slice(0, 4)) },
    draftState: carKnown,
    actions: [{ press: driverText.removeDriver }],
    shows: driverText.removed(2),
  },
  {
    name: 'driver-sorry',
    title: 'Sorry: a criminal record',
    path,
    answers: driver,
    draftState: carKnown,
    actions: [{ press: layoutText.yes }],
    shows: driverText.sorry,
  },
  {
    name: 'driver-stopped',
    title: 'Sorry closed: Next says why it waits',
    path,
    answers: { ...driver, criminalRecord: 'YES' },
    draftState: carKnown,
    shows: driverText.stopCriminalRecord,
  },
]
