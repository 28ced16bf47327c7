/** Tests of the imposed excess. */
import { describe, expect, it } from 'vitest'
import { imposedExcess } from './price-table.ts'
import { tariffFor } from './tariff.ts'

const ratedOn = '2026-11-21'
const tariff = tariffFor(ratedOn)
const ordinary = {
  vehicle: { ratingGroup: 4 },
  valueDollars: 15_000,
  drivers: [{ dateOfBirth: '1990-03-27', incidents: [] }],
  ratedOn,
}
const under25 = { dateOfBirth: '2001-11-22', incidents: [] }

describe('the imposed excess', () => {
  it.each([
    ['an ordinary risk', {}, 300, 'STANDARD'],
    ['a main driver one day before 25', { drivers: [under25] }, 500, 'YOUNG_MAIN_DRIVER'],
    [
      'a main driver of 25 that day',
      { drivers: [{ ...under25, dateOfBirth: '2001-11-21' }] },
      300,
      'STANDARD',
    ],
    ['another driver under 25', { drivers: [...ordinary.drivers, under25] }, 300, 'STANDARD'],
    ['drivers still unknown', { drivers: [] }, 300, 'STANDARD'],
    [
      'two rows as high, by the first named',
      { drivers: [under25], vehicle: { ratingGroup: 10 } },
      500,
      'YOUNG_MAIN_DRIVER',
    ],
    ['rating group 9', { vehicle: { ratingGroup: 9 } }, 300, 'STANDARD'],
    ['rating group 10', { vehicle: { ratingGroup: 10 } }, 500, 'HIGH_PERFORMANCE'],
    ['a car of $80,000', { valueDollars: 80_000 }, 300, 'STANDARD'],
    ['a car above $80,000', { valueDollars: 80_001 }, 500, 'HIGH_VALUE'],
  ] as const)('[QUOTE-04] [EDGE-18] of %s', (_, change, excessDollars, why) => {
    expect(imposedExcess({ ...ordinary, ...change }, tariff)).toEqual({ excessDollars, why })
  })
})
