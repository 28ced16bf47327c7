/** Names and counts the answers about drivers, for step 2, the requests, the summary and step 4. */
import { incidentRows } from '#journey/incidents.ts'
import { maximumDrivers } from '#journey/people.ts'
import { type Answers, answerOf } from './validation-error.ts'

/** 'driver2.firstName'; drivers and incidents count from 1. */
export const driverField = (driver: number, part: string): string => `driver${driver}.${part}`
export const incidentField = (driver: number, incident: number, part: string): string =>
  `driver${driver}.incident${incident}.${part}`

/** The number of drivers on the page: 1 to 5, and 1 before the customer chooses. */
export function driverCount(answers: Answers): number {
  const count = Number(answerOf(answers, 'driverCount'))
  return Number.isInteger(count) && count >= 1 && count <= maximumDrivers ? count : 1
}

export const driverNumbers = (answers: Answers): number[] =>
  Array.from({ length: driverCount(answers) }, (_, index) => index + 1)

/** The numbers of the incident rows one driver shows. */
export const incidentNumbers = (answers: Answers, driver: number): number[] =>
  Array.from(
    { length: incidentRows(answerOf(answers, driverField(driver, 'incidentCount'))) },
    (_, index) => index + 1,
  )
