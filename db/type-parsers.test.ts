/** Tests that our own column parsers return what pg itself would return. */
import fc from 'fast-check'
import pg from 'pg'
import { expect, it } from 'vitest'
import { getTypeParser } from './type-parsers.ts'

const { TIMESTAMPTZ } = pg.types.builtins
const ours = getTypeParser(TIMESTAMPTZ, 'text') as (text: string) => unknown
const pgs = pg.types.getTypeParser(TIMESTAMPTZ, 'text') as (text: string) => unknown

/** As PostgreSQL writes it: without the zeros that a fraction ends with. */
const written = (moment: Date, micros: number, zone: string): string => {
  const fraction = String(micros).padStart(6, '0').replace(/0+$/, '')
  const [day, time] = moment.toISOString().slice(0, 19).split('T')
  return `${day} ${time}${fraction && '.'}${fraction}${zone}`
}

it('a moment is the one that pg reads, in every zone, with every fraction', () => {
  const moment = fc.date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59Z'),
    noInvalidDate: true,
  })
  const micros = fc.oneof(
    fc.integer({ min: 0, max: 999_999 }),
    fc.constantFrom(0, 1, 100_000, 120_000, 999_999),
  )
  const zone = fc.oneof(
    { weight: 4, arbitrary: fc.constant('+00') },
    fc.constantFrom('+13', '-03:30', '+00 BC'),
  )
  fc.assert(
    fc.property(moment, micros, zone, (...parts) => {
      const text = written(...parts)
      expect(ours(text), text).toEqual(pgs(text))
    }),
    { numRuns: 2_000 },
  )
})

it('of every thousandth of a second as well', () => {
  const at = new Date('2026-11-21T09:30:00Z')
  for (let ms = 0; ms < 1_000; ms += 1) {
    const text = written(at, ms * 1_000, '+00')
    expect(ours(text), text).toEqual(new Date(at.getTime() + ms))
    expect(ours(text), text).toEqual(pgs(text))
  }
})

it.each([
  'infinity',
  '-infinity',
  '12026-11-21 09:30:00+00',
  '0044-03-15 12:00:00+00 BC',
  '0050-02-29 12:00:00+00',
  '2026-11-21 09:30:00.123456+13',
  '2026-11-21T09:30:00+00',
  '2026-11-21 09:30:00.+00',
  '2026-11-21 09:30+00',
  '2026-11-21',
  '',
])('%s is whatever pg makes of it', text => {
  expect(ours(text)).toEqual(pgs(text))
})
