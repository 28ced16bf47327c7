/** Tests of New Zealand days: midnight in summer and winter time, changes of the clocks, ends of months. */
import { expect, it } from 'vitest'
import { pairs, texts } from '#test/samples/texts.ts'
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

it('[QUOTE-08] [T46] agrees with the time zone database at every midnight of forty years', () => {
  const table = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Auckland' })
  const differing: string[] = []
  // A day begins at 11:00 UTC in summer and at 12:00 in winter: right before and at each is all that can differ.
  for (let noon = Date.UTC(2008, 0, 1, 12); noon < Date.UTC(2048, 0, 1); noon += 86_400_000)
    for (const instant of [noon - 3_600_001, noon - 3_600_000, noon - 1, noon].map(ms => new Date(ms)))
      if (nzToday(instant) !== table.format(instant)) differing.push(instant.toISOString())
  expect(differing).toEqual([])
  expect(() => nzToday(new Date(Number.NaN))).toThrow(RangeError)
})

it.each(
  pairs(`
    2026-11-27T01:05:59Z → 2:05pm | 2026-11-26T11:00:00Z → 12:00am
    2026-11-26T23:30:00Z → 12:30pm | 2026-07-01T21:09:00Z → 9:09am
  `),
)('[PAY-06] [T46] at %s it is %s in New Zealand', (instant, time) => {
  expect(nzTime(new Date(instant))).toBe(time)
})

it('[PAY-06] [T46] the time agrees with the time zone database when daylight saving time changes', () => {
  const table = new Intl.DateTimeFormat('en-NZ', { timeZone: 'Pacific/Auckland', timeStyle: 'short' })
  const differing: string[] = []
  // The clocks change on a Saturday at 14:00 UTC: right before and at this and the hours around it is all that can differ.
  for (let day = Date.UTC(2026, 0, 3); day < Date.UTC(2036, 0, 1); day += 7 * 86_400_000)
    for (const hour of [13, 14, 15])
      for (const instant of [-1, 0].map(ms => new Date(day + hour * 3_600_000 + ms)))
        if (nzTime(instant) !== table.format(instant).replace(/\s/, '')) differing.push(instant.toISOString())
  expect(differing).toEqual([])
})

it.each(
  pairs(`
    2026-07-01 → 2026-06-30T12:00:00.000Z | 2026-12-01 → 2026-11-30T11:00:00.000Z
    2026-09-27 → 2026-09-26T12:00:00.000Z | 2026-09-28 → 2026-09-27T11:00:00.000Z
    2027-04-04 → 2027-04-03T11:00:00.000Z | 2027-04-05 → 2027-04-04T12:00:00.000Z
  `),
)('[T20] [T21] [T46] %s begins in New Zealand at %s, also when the clocks change', (day, instant) => {
  const begins = nzMidnight(day)
  expect(begins.toISOString()).toBe(instant)
  expect([nzToday(begins), nzToday(new Date(begins.getTime() - 1))]).toEqual([day, addDays(day, -1)])
})

it.each([
  ['2026-09-26', 1, '2026-09-27'],
  ['2026-09-27', 1, '2026-09-28'],
  ['2027-04-03', 30, '2027-05-03'],
  ['2027-04-05', -1, '2027-04-04'],
])('[T46] [QUOTE-08] %s and %i days are %s, whatever the clocks do meanwhile', (day, days, then) => {
  expect(addDays(day, days)).toBe(then)
})

it.each([
  ['2027-01-31', 1, '2027-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2026-12-31', 2, '2027-02-28'],
  ['2026-10-31', 12, '2027-10-31'],
  ['2026-03-31', -1, '2026-02-28'],
])('[PAY-03] %s and %i months are %s', (day, months, expected) => {
  expect(addMonths(day, months)).toBe(expected)
})

it('[PAY-13] a year after 29 February is 28 February', () => {
  expect([addYears('2028-02-29', 1), addYears('2028-02-29', 4)]).toEqual(['2029-02-28', '2032-02-29'])
})

it.each(
  pairs(`
    2026-11-27 → 2027-11-27 | 2028-02-28 → 2029-02-28 | 2028-02-29 → 2029-03-01
    2028-03-01 → 2029-03-01 | 2027-02-28 → 2028-02-28 | 2027-03-01 → 2028-03-01
  `),
)('[PAY-13] [QUOTE-08] a year of cover from %s ends at the start of %s', (start, end) => {
  expect(coverEndDate(start)).toBe(end)
})

it('[DRIVER-04] [HOLDER-04] a person born on 29 February is a year older on 1 March', () => {
  expect([ageOn('2026-02-28', '2008-02-29'), ageOn('2026-03-01', '2008-02-29')]).toEqual([17, 18])
  expect([ageOn('2026-11-21', '2008-11-22'), ageOn('2026-11-22', '2008-11-22')]).toEqual([17, 18])
})

it('[DRIVER-05] counts whole calendar months', () => {
  expect([monthsSince('2026-11-01', 2025, 12), monthsSince('2026-11-30', 2025, 11)]).toEqual([11, 12])
})

it('[QUOTE-08] a day is formatted in words', () => {
  expect(formatLongDate('2026-01-01')).toBe('1 January 2026')
  expect(formatLongDate('2028-12-29')).toBe('29 December 2028')
})

it('[DRIVER-04] [QUOTE-08] a day is typed and shown day first', () => {
  expect([parseTypedDay('29/02/2028'), parseTypedDay(' 01/12/2026 ')]).toEqual(['2028-02-29', '2026-12-01'])
  expect(formatDay('2028-02-29')).toBe('29/02/2028')
  for (const typed of texts('29/02/2027 | 31/04/2026 | 1/12/2026 | 2026-12-01'))
    expect(parseTypedDay(typed), typed).toBeNull()
})

it('[EDGE-17] [EDGE-18] only a day that exists is a day', () => {
  const others = texts('2026-02-30 | 2026-13-01 | 26-01-01 | 2026-1-1 | 2026-02-29 | 2026-11 | 20/11/2026')
  expect(['2028-02-29', '', ...others].filter(isNzDay)).toEqual(['2028-02-29'])
})
