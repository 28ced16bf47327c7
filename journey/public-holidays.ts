/** National public holidays and business days. Banks process debits on regional anniversary days, which are not included. */
import { addDays, type NzDay } from './dates.ts'

/** Te Kāhui o Matariki Public Holiday Act 2022, schedule 1. The date depends on the moon, so the Act lists it. */
const matariki: Readonly<Record<string, string>> = {
  2026: '07-10',
  2027: '06-25',
  2028: '07-14',
  2029: '07-06',
  2030: '06-21',
  2031: '07-11',
  2032: '07-02',
  2033: '06-24',
  2034: '07-07',
  2035: '06-29',
  2036: '07-18',
  2037: '07-10',
  2038: '06-25',
  2039: '07-15',
  2040: '07-06',
  2041: '07-19',
  2042: '07-11',
  2043: '07-03',
  2044: '06-24',
  2045: '07-07',
  2046: '06-29',
  2047: '07-19',
  2048: '07-03',
  2049: '06-25',
  2050: '07-15',
  2051: '06-30',
  2052: '06-21',
}

/** 0 Sunday to 6 Saturday. */
const weekday = (day: NzDay): number => new Date(`${day}T00:00:00Z`).getUTCDay()
const isWeekend = (day: NzDay): boolean => weekday(day) % 6 === 0

/** Gregorian computus (Meeus, Astronomical Algorithms, chapter 8), simplified for 1900 to 2099. */
function easterSunday(year: number): NzDay {
  const epact = (19 * (year % 19) + 24) % 30
  const moon = epact < 28 ? epact : epact - 1
  const dominical = (year + Math.floor(year / 4) + moon + 1) % 7
  return addDays(`${year}-03-28`, moon - dominical)
}

function monday(year: number, month: string, nth: number): NzDay {
  const first = `${year}-${month}-01`
  return addDays(first, ((8 - weekday(first)) % 7) + (nth - 1) * 7)
}

/** Holidays Act 2003 s 45: the pairs in January and December. A day on a weekend is observed two days later. */
const ofPair = (day: NzDay): NzDay => (isWeekend(day) ? addDays(day, 2) : day)
/** Holidays Act 2003 s 45A: Waitangi and ANZAC Day move to the Monday. */
const mondayised = (day: NzDay): NzDay => (isWeekend(day) ? addDays(day, weekday(day) === 6 ? 2 : 1) : day)

/** The observed holidays of a year in the order of the calendar. The Act names Matariki up to 2052. */
export function publicHolidays(year: number): NzDay[] {
  const easter = easterSunday(year)
  const stars = matariki[year]
  return [
    ofPair(`${year}-01-01`),
    ofPair(`${year}-01-02`),
    mondayised(`${year}-02-06`),
    addDays(easter, -2),
    addDays(easter, 1),
    mondayised(`${year}-04-25`),
    monday(year, '06', 1),
    ...(stars ? [`${year}-${stars}`] : []),
    monday(year, '10', 4),
    ofPair(`${year}-12-25`),
    ofPair(`${year}-12-26`),
  ].sort()
}

/** Cached per year, because a fortnightly schedule needs the same year 26 times. */
const known = new Map<number, readonly NzDay[]>()
function holidaysOf(year: number): readonly NzDay[] {
  const holidays = known.get(year) ?? publicHolidays(year)
  known.set(year, holidays)
  return holidays
}

export const isBusinessDay = (day: NzDay): boolean =>
  !isWeekend(day) && !holidaysOf(Number(day.slice(0, 4))).includes(day)

/** The day itself if it is a business day, otherwise the next one; with step -1 the previous one. */
export function adjustToBusinessDay(day: NzDay, step: 1 | -1 = 1): NzDay {
  let next = day
  while (!isBusinessDay(next)) next = addDays(next, step)
  return next
}
