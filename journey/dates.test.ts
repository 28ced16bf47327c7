/** Tests of New Zealand days: midnight in summer and winter time, changes of the clocks, ends of months. */
import { describe, expect, it } from 'vitest'
import { coverEndDate } from './cover.ts'
import {
  addDays,
  addMonths,
  addYears,
  ageOn,
  formatDay,
  formatLongDate,
  isNzDay,
  monthsSince,
  nzMidnight,
  nzTime,
  nzToday,
  parseTypedDay,
} from './dates.ts'

it.each([
  // Winter, twelve hours ahead; the property below tries every midnight.
  ['2026-09-26T11:59:59Z', '2026-09-26'],
  ['2026-09-26T12:00:01Z', '2026-09-27'],
  // 27 September 2026: at two o'clock it is three, and the day has 23 hours.
  ['2026-09-26T14:00:01Z', '2026-09-27'],
  // Summer, thirteen hours ahead.
  ['2026-12-31T11:00:01Z', '2027-01-01'],
  // 4 April 2027: at three o'clock it is two again, and the day has 25 hours.
  ['2027-04-03T14:30:00Z', '2027-04-04'],
])('[T46] [QUOTE-08] at %s it is %s in New Zealand', (instant, day) => {
  expect(nzToday(new Date(instant))).toBe(day)
})

it.each([
  ['2026-09-26', 1, '2026-09-27'],
  ['2026-09-27', 1, '2026-09-28'],
  ['2027-04-03', 30, '2027-05-03'],
  ['2027-04-05', -1, '2027-04-04'],
])('[T46] [QUOTE-08] %s and %i days are %s, whatever the clocks do meanwhile', (day, days, then) => {
  expect(addDays(day, days)).toBe(then)
})

it('[QUOTE-08] [T46] agrees with the time zone database at every midnight of forty years', () => {
  const table = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Auckland' })
  const differing: string[] = []
  // A day begins at 11:00 UTC in summer and at 12:00 in winter: right before and at each is all that can differ.
  for (let noon = Date.UTC(2008, 0, 1, 12); noon < Date.UTC(2048, 0, 1); noon += 86_400_000)
    for (const instant of [noon - 3_600_001, noon - 3_600_000, noon - 1, noon].map(ms => new Date(ms)))
      if (nzToday(instant) !== table.format(instant)) differing.push(instant.toISOString())
  expect(differing).toEqual([])
})

describe('the time of day', () => {
  it.each([
    ['2026-11-27T01:05:59Z', '2:05pm'],
    ['2026-11-26T11:00:00Z', '12:00am'],
    ['2026-11-26T23:30:00Z', '12:30pm'],
    ['2026-07-01T21:09:00Z', '9:09am'],
  ])('[PAY-06] [T46] at %s it is %s in New Zealand', (instant, time) => {
    expect(nzTime(new Date(instant))).toBe(time)
  })

  it('[PAY-06] [T46] agrees with the time zone database, also when daylight saving time changes', () => {
    const table = new Intl.DateTimeFormat('en-GB', { timeZone: 'Pacific/Auckland', timeStyle: 'short' })
    const onTwentyFour = (time: string) => {
      const [, hour, minute, half] = /^(\d+):(\d\d)(am|pm)$/.exec(time) ?? []
      return `${String((Number(hour) % 12) + (half === 'pm' ? 12 : 0)).padStart(2, '0')}:${minute}`
    }
    const differing: string[] = []
    // The clocks change on a Saturday at 14:00 UTC: right before and at this and the hours around it is all that can differ.
    for (let day = Date.UTC(2026, 0, 3); day < Date.UTC(2036, 0, 1); day += 7 * 86_400_000)
      for (const hour of [13, 14, 15])
        for (const instant of [-1, 0].map(ms => new Date(day + hour * 3_600_000 + ms)))
          if (onTwentyFour(nzTime(instant)) !== table.format(instant)) differing.push(instant.toISOString())
    expect(differing).toEqual([])
  })
})

it('[QUOTE-08] is null for an invalid instant', () => {
  expect(() => nzToday(new Date(Number.NaN))).toThrow(RangeError)
})

it.each([
  ['2026-01-01', '1 January 2026'],
  ['2026-11-27', '27 November 2026'],
  ['2028-02-29', '29 February 2028'],
])('[QUOTE-08] %s is formatted as %s', (day, words) => {
  expect(formatLongDate(day)).toBe(words)
})

describe('months and years', () => {
  it.each([
    ['2027-01-31', 1, '2027-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-12-31', 2, '2027-02-28'],
    ['2026-10-31', 12, '2027-10-31'],
    ['2026-03-31', -1, '2026-02-28'],
  ])('[PAY-03] %s and %i months are %s', (day, months, expected) => {
    expect(addMonths(day, months)).toBe(expected)
  })

  it.each([
    ['2026-11-27', 1, '2027-11-27'],
    ['2028-02-29', 1, '2029-02-28'],
    ['2028-02-29', 4, '2032-02-29'],
    ['2026-11-27', -7, '2019-11-27'],
  ])('[PAY-13] %s and %i years is %s', (day, years, then) => {
    expect(addYears(day, years)).toBe(then)
  })

  it.each([
    ['2026-11-27', '2027-11-27'],
    ['2028-02-28', '2029-02-28'],
    ['2028-02-29', '2029-03-01'],
    ['2028-03-01', '2029-03-01'],
    ['2027-02-28', '2028-02-28'],
    ['2027-03-01', '2028-03-01'],
  ])('[PAY-13] [QUOTE-08] a year of cover from %s ends at the start of %s', (start, end) => {
    expect(coverEndDate(start)).toBe(end)
  })

  it('[DRIVER-04] [HOLDER-04] a person born on 29 February is a year older on 1 March', () => {
    expect([ageOn('2026-02-28', '2008-02-29'), ageOn('2026-03-01', '2008-02-29')]).toEqual([17, 18])
    expect([ageOn('2026-11-21', '2008-11-22'), ageOn('2026-11-22', '2008-11-22')]).toEqual([17, 18])
  })

  it('[DRIVER-05] counts whole calendar months', () => {
    expect(monthsSince('2026-11-01', 2025, 12)).toBe(11)
    expect(monthsSince('2026-11-30', 2025, 11)).toBe(12)
  })
})

it.each([
  ['2026-07-01', '2026-06-30T12:00:00.000Z'],
  ['2026-12-01', '2026-11-30T11:00:00.000Z'],
  // Clocks go forward on the 27th of September 2026 and back on the 4th of April 2027.
  ['2026-09-27', '2026-09-26T12:00:00.000Z'],
  ['2026-09-28', '2026-09-27T11:00:00.000Z'],
  ['2027-04-04', '2027-04-03T11:00:00.000Z'],
  ['2027-04-05', '2027-04-04T12:00:00.000Z'],
])('[T20] [T21] [T46] %s begins in New Zealand at %s', (day, instant) => {
  const begins = nzMidnight(day)
  expect(begins.toISOString()).toBe(instant)
  expect([nzToday(begins), nzToday(new Date(begins.getTime() - 1))]).toEqual([day, addDays(day, -1)])
})

it.each([
  ['29/02/2028', '2028-02-29'],
  ['29/02/2027', null],
  ['31/04/2026', null],
  [' 01/12/2026 ', '2026-12-01'],
  ['1/12/2026', null],
  ['2026-12-01', null],
])('[DRIVER-04] [QUOTE-08] typed as %j a day is %s, and shown day first', (typed, day) => {
  expect(parseTypedDay(typed)).toBe(day)
  if (day !== null) expect(formatDay(day)).toBe(typed.trim())
})

it.each(['2026-02-30', '2026-13-01', '26-01-01', '2026-1-1', '2026-02-29', '2026-11', '20/11/2026', ''])(
  '[EDGE-17] %j is no day',
  text => {
    expect(isNzDay(text)).toBe(false)
  },
)

it('[EDGE-18] a leap year has one more day', () => {
  expect(isNzDay('2028-02-29')).toBe(true)
})
