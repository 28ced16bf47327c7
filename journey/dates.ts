/** New Zealand calendar days: parsing, formatting, and arithmetic with UTC midnights, which daylight saving cannot change. */

/** A calendar day in New Zealand, 'yyyy-mm-dd'. */
export type NzDay = string

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/
const typedPattern = /^(\d{2})\/(\d{2})\/(\d{4})$/
const msPerDay = 86_400_000

const msPerHour = 3_600_000

/** 13 from the last Sunday of September to the first of April, else 12 (New Zealand Daylight Time Order 2007). */
function hoursAhead(instant: number): number {
  // The clocks change at 14:00 UTC on Saturday; ten hours later the date is Sunday's.
  const then = new Date(instant + 10 * msPerHour)
  const month = then.getUTCMonth() + 1
  const lastSunday = then.getUTCDate() - then.getUTCDay()
  const isSummer =
    month < 4 || month > 9 || (month === 4 && lastSunday < 1) || (month === 9 && lastSunday > 23)
  return isSummer ? 13 : 12
}

/** The date and time in Auckland at this instant, from 2008: 'yyyy-mm-ddThh:mm' and more. */
const nzClock = (now: Date): string => {
  const instant = now.getTime()
  return new Date(instant + hoursAhead(instant) * msPerHour).toISOString()
}

/**
 * The calendar day in Auckland, from 2008. Without Intl: its first call is slow on a phone (decision 0010).
 * @throws RangeError for an invalid date
 */
export const nzToday = (now: Date): NzDay => nzClock(now).slice(0, 10)

/** The instant at which a day begins. Clocks change at 2 or 3 a.m., so the offset at midnight is still the old one. */
export function nzMidnight(day: NzDay): Date {
  const standard = utc(day) - 12 * msPerHour
  return new Date(utc(day) - hoursAhead(standard) * msPerHour)
}

/** The time of day in Auckland at this instant: '2:05pm' */
export function nzTime(now: Date): string {
  const clock = nzClock(now)
  const hour = Number(clock.slice(11, 13))
  return `${hour % 12 || 12}${clock.slice(13, 16)}${hour < 12 ? 'am' : 'pm'}`
}

const utc = (day: NzDay): number => Date.parse(`${day}T00:00:00Z`)

/** True for an existing day written yyyy-mm-dd. 2026-02-30 does not exist. */
export function isNzDay(text: string): text is NzDay {
  if (!dayPattern.test(text)) return false
  const instant = utc(text)
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text)
}

/** '27/03/1990' → '1990-03-27'; null when it is not strictly dd/mm/yyyy or no such day exists. */
export function parseTypedDay(text: string): NzDay | null {
  const match = typedPattern.exec(text.trim())
  if (!match) return null
  const day = `${match[3]}-${match[2]}-${match[1]}`
  return isNzDay(day) ? day : null
}

/** '1990-03-27' → '27/03/1990' */
export function formatDay(day: NzDay): string {
  const [year, month, date] = day.split('-')
  return `${date}/${month}/${year}`
}

export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** '2026-11-27' → '27 November 2026' */
export function formatLongDate(day: NzDay): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return `${date} ${monthNames[month - 1]} ${year}`
}

export const addDays = (day: NzDay, days: number): NzDay =>
  new Date(utc(day) + days * msPerDay).toISOString().slice(0, 10)

/** The same date that many months later. In a shorter month it becomes the last day (31 January → 28 February). */
export function addMonths(day: NzDay, months: number): NzDay {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const lastOfTarget = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastOfTarget))).toISOString().slice(0, 10)
}

export const addYears = (day: NzDay, years: number): NzDay => addMonths(day, 12 * years)

/** Completed years of life on a day. A birthday on 29 February is on 1 March in common years. */
export function ageOn(day: NzDay, dateOfBirth: NzDay): number {
  const years = Number(day.slice(0, 4)) - Number(dateOfBirth.slice(0, 4))
  return day.slice(5) < dateOfBirth.slice(5) ? years - 1 : years
}

/** Whole calendar months from a past month to the month of a day. */
export const monthsSince = (day: NzDay, year: number, month: number): number =>
  (Number(day.slice(0, 4)) - year) * 12 + (Number(day.slice(5, 7)) - month)
