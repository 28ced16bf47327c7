/**
 * Computes the day on which a year of cover ends, for policy records, the last debit and requests to
 * insurers.
 */
import { addDays, addYears, type NzDay } from './dates.ts'

/**
 * The day at whose beginning a year of cover from `start` is over. Of 29 February that is 1 March, as of a birthday: the
 * last of February would end it a day sooner than is due.
 */
export function coverEndDate(start: NzDay): NzDay {
  const end = addYears(start, 1)
  return end.endsWith(start.slice(4)) ? end : addDays(end, 1)
}
