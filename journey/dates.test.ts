/** Days that exist, as they are typed and shown, and the years counted on from them. */
import { expect, it } from 'vitest'
import { addYears, isNzDay, parseTypedDay, typedDay } from './dates.ts'

it.each([
  ['2026-11-20', true],
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-11', false],
  ['2026', false],
  ['20/11/2026', false],
  ['', false],
])('[EDGE-18] is %j a day: %s', (text, right) => {
  expect(isNzDay(text)).toBe(right)
})

it('[DRIVER-04] [QUOTE-08] is typed and shown day first, blanks round it or not', () => {
  expect(typedDay('1990-03-27')).toBe('27/03/1990')
  expect(parseTypedDay(' 27/03/1990 ')).toBe('1990-03-27')
})

it.each([
  ['2026-11-27', 1, '2027-11-27'],
  ['2028-02-29', 1, '2029-02-28'],
  ['2028-02-29', 4, '2032-02-29'],
  ['2026-11-27', -7, '2019-11-27'],
])('%s and %i years is %s', (day, years, then) => {
  expect(addYears(day, years)).toBe(then)
})
