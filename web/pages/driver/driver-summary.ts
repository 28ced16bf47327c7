/** The summary line of a complete driver: 'Aroha Smith, 1 incident'. */

import type { NzDay } from '#journey/dates.ts'
import { driverErrors } from '#journey/questions/driver.ts'
import { driverField } from '#journey/questions/driver-fields.ts'
import { type Answers, answerOf } from '#journey/questions/validation-error.ts'
import { driverText } from '#web/content/driver.ts'

/** Null while an answer of this driver is missing or invalid. */
export function driverSummary(
  answers: Answers,
  driver: number,
  today: NzDay,
  taken?: Answers,
): string | null {
  const own = driverField(driver, '')
  if (driverErrors(answers, today, taken).some(({ field }) => field.startsWith(own))) return null
  const answer = (part: string) => answerOf(answers, driverField(driver, part))
  return driverText.summary(`${answer('firstName')} ${answer('lastName')}`, answer('incidentCount'))
}
