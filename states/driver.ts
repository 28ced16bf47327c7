/** States of step 2, the drivers: one to five drivers, with and without incidents. */
import { driverMessages, driverText } from '#web/content/driver.ts'
import { layoutText } from '#web/content/layout.ts'
import { car, carKnown, driver } from './customer.ts'
import type { State } from './state.ts'

const path = '/vehicle/step2'
const base = { path, answers: driver, draftState: carKnown }

const family = ['Aroha', 'Anne-Marie', 'Wiremu', 'Tūhoe'].flatMap((name, index) => [
  [`driver.drivers.${index + 1}.firstName`, name],
  [`driver.drivers.${index + 1}.lastName`, 'O’Brien'],
  [`driver.drivers.${index + 1}.dateOfBirth`, `0${index + 1}/06/200${index + 1}`],
  [`driver.drivers.${index + 1}.incidentCount`, '0'],
])

const incidents = {
  'driver.drivers.0.incidentCount': '2',
  'driver.drivers.0.incidents.0.claimCode': 'FAULT_EXCESS',
  'driver.drivers.0.incidents.0.month': '3',
  'driver.drivers.0.incidents.0.year': '2025',
  'driver.drivers.0.incidents.1.claimCode': 'CLAIM_NO_EXCESS',
  'driver.drivers.0.incidents.1.month': '11',
  'driver.drivers.0.incidents.1.year': '2024',
}

export const driverStates: readonly State[] = [
  {
    ...base,
    name: 'driver',
    title: 'Nothing answered',
    answers: car,
    shows: driverText.mainDriverHint,
  },
  {
    ...base,
    name: 'driver-errors',
    title: 'Next pressed with nothing answered',
    answers: car,
    actions: [{ press: layoutText.next }],
    shows: layoutText.thereIsAProblem,
  },
  {
    ...base,
    name: 'driver-done',
    title: 'One driver',
    shows: 'no incidents',
  },
  {
    ...base,
    name: 'driver-incidents',
    title: 'Two incidents',
    answers: { ...driver, ...incidents },
    shows: driverText.incident(2),
  },
  {
    ...base,
    name: 'driver-too-many',
    title: 'More incidents than can be insured',
    answers: { ...driver, 'driver.drivers.0.incidentCount': '5+' },
    actions: [{ press: layoutText.next }],
    shows: String(driverMessages.INCIDENTS_DECLINED),
  },
  {
    ...base,
    name: 'driver-five',
    title: 'Five drivers',
    answers: { ...driver, ...Object.fromEntries(family) },
    shows: driverText.fiveDrivers,
  },
  {
    ...base,
    name: 'driver-removed',
    title: 'A driver removed, with the way to undo it',
    answers: { ...driver, ...Object.fromEntries(family.slice(0, 4)) },
    actions: [{ press: driverText.removeDriver }],
    shows: driverText.removed(2),
  },
  {
    ...base,
    name: 'driver-sorry',
    title: 'Sorry: a criminal record',
    actions: [{ press: layoutText.yes }],
    shows: driverText.sorry,
  },
  {
    ...base,
    name: 'driver-stopped',
    title: 'Sorry closed: Next says why it waits',
    answers: { ...driver, 'driver.criminalRecord': 'YES' },
    shows: driverText.stops.criminalRecord,
  },
]
