/**
 * Pure functions that add, remove, recount and restore drivers and incidents in the answers. Step 2 uses
 * them.
 */

import { incidentRows } from '#journey/incidents.ts'
import { maximumDrivers } from '#journey/people.ts'
import { driverCount, driverField, incidentField } from '#journey/questions/driver-fields.ts'
import type { Answers } from '#journey/questions/validation-error.ts'
import type { AnswersPatch } from '#web/features/draft/draft-store.ts'

export interface DriversEdit {
  readonly patch: AnswersPatch
  /** Applied after `patch`, it restores what the change removed. */
  readonly undo: AnswersPatch
}

export const addDriver = (answers: Answers): AnswersPatch | null => {
  const count = driverCount(answers)
  return count < maximumDrivers ? { driverCount: String(count + 1) } : null
}

const taking = (
  answers: Answers,
  fields: readonly string[],
  rest: AnswersPatch,
  restBefore: AnswersPatch,
): DriversEdit => ({
  patch: { ...Object.fromEntries(fields.map(field => [field, undefined])), ...rest },
  undo: { ...Object.fromEntries(fields.map(field => [field, answers[field]])), ...restBefore },
})

/** Removes the last driver with all of their answers; null when there is only one. */
export function removeDriver(answers: Answers): DriversEdit | null {
  const count = driverCount(answers)
  if (count === 1) return null
  const fields = Object.keys(answers).filter(field => field.startsWith(driverField(count, '')))
  return taking(answers, fields, { driverCount: String(count - 1) }, { driverCount: String(count) })
}

/**
 * Clears the incident slots a new count no longer uses; null when nothing in them was filled in.
 * @param countBefore what the count was, for bringing it back
 */
export function setIncidentCount(
  answers: Answers,
  driver: number,
  count: string,
  countBefore: string,
): DriversEdit | null {
  const rows = incidentRows(count)
  const beyond = [1, 2, 3, 4]
    .filter(incident => incident > rows)
    .map(incident => incidentField(driver, incident, ''))
  const fields = Object.keys(answers).filter(field => beyond.some(start => field.startsWith(start)))
  if (fields.length === 0) return null
  const field = driverField(driver, 'incidentCount')
  return taking(answers, fields, {}, { [field]: countBefore })
}

/** The number of incidents that a change removed. */
export const acceptedIncidentsOf = ({ undo }: DriversEdit): number =>
  new Set(Object.keys(undo).flatMap(field => field.match(/\.incident\d/)?.[0] ?? [])).size
