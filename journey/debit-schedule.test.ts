/** Tests of the debit schedule: dates, weekends, holidays, and the end of cover. */
import { expect, test } from 'vitest'
import { pairs, texts } from '#test/samples/texts.ts'
import { coverEndDate } from './cover.ts'
import { addDays } from './dates.ts'
import { type DebitPlan, debitSchedule } from './debit-schedule.ts'
import { adjustToBusinessDay, isBusinessDay, publicHolidays } from './public-holidays.ts'

// Counted by hand on a calendar: the days kept, which for holidays on a weekend are the days after.
test.each(
  pairs(`
    2026 → 01-01 01-02 02-06 04-03 04-06 04-27 06-01 07-10 10-26 12-25 12-28
    2027 → 01-01 01-04 02-08 03-26 03-29 04-26 06-07 06-25 10-25 12-27 12-28
    2028 → 01-03 01-04 02-07 04-14 04-17 04-25 06-05 07-14 10-23 12-25 12-26
    2029 → 01-01 01-02 02-06 03-30 04-02 04-25 06-04 07-06 10-22 12-25 12-26
    2034 → 01-02 01-03 02-06 04-07 04-10 04-25 06-05 07-07 10-23 12-25 12-26
    2053 → 01-01 01-02 02-06 04-04 04-07 04-25 06-02 10-27 12-25 12-26
  `),
)('[PAY-04] no debit on the national holidays of %i; no Matariki is known after 2052', (year, days) => {
  expect(publicHolidays(Number(year))).toEqual(days.split(' ').map(day => `${year}-${day}`))
})

// Easter's earliest and latest days, those in which the moon's table is put right, and one with a full moon the day before.
test.each(
  pairs(`
    1954-04-16 → 1954-04-19 | 1981-04-17 → 1981-04-20 | 2000-04-21 → 2000-04-24
    2008-03-21 → 2008-03-24 | 2019-04-19 → 2019-04-22 | 2038-04-23 → 2038-04-26
    2045-04-07 → 2045-04-10 | 2049-04-16 → 2049-04-19 | 2076-04-17 → 2076-04-20
  `),
)('[PAY-04] no debit at Easter: %s to %s', (goodFriday, easterMonday) => {
  const days = publicHolidays(Number(goodFriday.slice(0, 4)))
  expect(days).toEqual(expect.arrayContaining([goodFriday, easterMonday]))
  expect(days).toEqual([...days].sort())
})

const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()
test('[PAY-04] each year has eleven holidays, none on a weekend, and Matariki on a Friday of June or July', () => {
  for (let year = 2026; year <= 2052; year += 1) {
    const days = publicHolidays(year)
    // In 2038 ANZAC Day, a Sunday, moves to Easter Monday.
    expect([days.length, new Set(days).size], `${year}`).toEqual([11, year === 2038 ? 10 : 11])
    expect(days.filter(day => weekday(day) % 6 === 0)).toEqual([])
    const [kingsBirthday, matariki] = days.filter(day => /-0[67]-/.test(day))
    expect([weekday(kingsBirthday ?? ''), weekday(matariki ?? '')], `${year}`).toEqual([1, 5])
  }
})

test('[PAY-04] Matariki is on the days that the Act names', () => {
  const named = '2036-07-18 2037-07-10 2038-06-25 2039-07-15 2040-07-06 2044-06-24 2052-06-21'.split(' ')
  expect(named.filter(day => !publicHolidays(Number(day.slice(0, 4))).includes(day))).toEqual([])
})

test('[PAY-04] a weekend before a holiday moves past both', () => {
  expect(texts('2026-04-25 | 2027-12-25 | 2026-11-27').map(day => adjustToBusinessDay(day))).toEqual(
    texts('2026-04-28 | 2027-12-29 | 2026-11-27'),
  )
})

/** The days of the debits of a fortnightly plan with changes. */
const datesOf = (changes: Partial<DebitPlan>) =>
  debitSchedule({
    startDate: '2026-11-27',
    firstDebit: '2026-11-30',
    frequency: 'FORTNIGHTLY',
    instalmentCents: 3820,
    ...changes,
  }).map(({ date, amountCents }) => {
    expect(amountCents).toBe(3820)
    return date
  })

test.each([
  ['FORTNIGHTLY', 26],
  ['MONTHLY', 12],
  ['ANNUAL', 1],
] as const)(
  '[PAY-04] %s has %i payments, from the chosen day or else the start of cover',
  (frequency, count) => {
    const dates = datesOf({ frequency })
    expect([dates.length, dates[0]]).toEqual([count, '2026-11-30'])
    expect(datesOf({ frequency, firstDebit: '' })[0]).toBe('2026-11-27')
  },
)

test.each(['FORTNIGHTLY', 'MONTHLY'] as const)(
  '[PAY-03] [PAY-04] %s: for any start, every debit is on a business day, in order, during the cover',
  frequency => {
    for (let day = 0; day < 400; day += 1) {
      const startDate = addDays('2026-11-20', day)
      for (const daysLater of [0, 13, 14]) {
        const firstDebit = addDays(startDate, daysLater)
        const dates = datesOf({ startDate, firstDebit, frequency })
        const isRight =
          dates.every(date => isBusinessDay(date) && date >= startDate && date < coverEndDate(startDate)) &&
          dates.every((date, index) => index === 0 || date > (dates[index - 1] ?? ''))
        expect(isRight, `cover from ${startDate}, first debit ${firstDebit}: ${dates.at(-1)}`).toBe(true)
      }
    }
  },
)

test('[PAY-04] for cover from 29 February, debits in the next February are normal', () => {
  // 27 February 2033 is a Sunday.
  expect(datesOf({ startDate: '2032-02-29', firstDebit: '2032-03-14' }).at(-1)).toBe('2033-02-28')
})

test('[PAY-04] the last debit moves to the business day before if cover would end earlier', () => {
  // 27 November 2027 is a Saturday, the last day of cover.
  const dates = datesOf({ startDate: '2026-11-28', firstDebit: '2026-12-12' })
  expect(dates.slice(-2)).toEqual(['2027-11-15', '2027-11-26'])
})

// 31 January 2027 is a Sunday, 28 February too; the days after are counted from the 31st again.
test.each(
  pairs(`
    2027-01-31 → 2027-02-01 2027-03-01 2027-03-31 2027-04-30 2027-05-31 2027-06-30
    2028-01-31 → 2028-01-31 2028-02-29 2028-03-31 2028-05-01 2028-05-31 2028-06-30
    2027-01-29 → 2027-01-29 2027-03-01 2027-03-30 2027-04-29 2027-05-31 2027-06-29
  `),
)(
  '[PAY-04] monthly debits from %s avoid weekends and Easter, and use the last day of short months',
  (firstDebit, days) => {
    const dates = datesOf({ startDate: firstDebit, firstDebit, frequency: 'MONTHLY' })
    expect(dates.slice(0, 6).join(' ')).toBe(days)
  },
)

test('[PAY-04] fortnightly: a debit moved past Christmas does not move the next one', () => {
  const first = ['2026-12-11', '2026-12-29', '2027-01-08', '2027-01-22']
  expect(datesOf({ firstDebit: '2026-12-11' }).slice(0, 4)).toEqual(first)
})
