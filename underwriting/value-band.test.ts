/** Tests of the value band of a car. */
import { describe, expect, it } from 'vitest'
import { bandAround, valueBand } from './value-band.ts'

describe('the value band', () => {
  it.each([
    ['of a usual car: 80 to 120 per cent', 13_700, 10_900, 16_500],
    ['that comes out in whole hundreds', 13_500, 10_800, 16_200],
    ['of a car under $6,000: 75 to 125 per cent', 5900, 4400, 7400],
    ['of $6,000', 6000, 4800, 7200],
    ['that never begins under $1,000', 1000, 1000, 1300],
    ['of a car worth next to nothing', 400, 1000, 1000],
    ['of $80,000', 80_000, 64_000, 96_000],
    ['above $80,000: up to 110 per cent', 81_000, 64_800, 89_100],
    ['that ends at $150,000', 139_500, 111_600, 150_000],
    ['that begins at $150,000', 187_500, 150_000, 150_000],
    ['wholly above $150,000, left as it is', 243_300, 194_600, 267_700],
  ])('[CAR-10] %s', (_, marketValueDollars, minimumDollars, maximumDollars) => {
    expect(bandAround(marketValueDollars)).toEqual({ minimumDollars, maximumDollars })
  })

  it('[EDGE-18] depends on the vehicle key only, and is null for an unknown key', () => {
    expect(valueBand('toyota-corolla-2013-gx-2014-a')).toEqual({
      minimumDollars: 10_900,
      maximumDollars: 16_500,
    })
    expect(valueBand('toyota-corolla-2013-gx-2014-b')).toBeNull()
  })
})
