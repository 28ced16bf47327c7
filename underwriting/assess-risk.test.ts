/** Tests of which risks are accepted, referred or declined. */
import { describe, expect, it } from 'vitest'
import { indicators, driver as sampleDriver } from '#test/samples/customer.ts'
import { type AssessmentInputs, assessRisk } from './assess-risk.ts'

const today = '2026-11-21'
const driver = { ...sampleDriver, dateOfBirth: '1990-03-27' }
const bornOn = (dateOfBirth: string) => ({ ...driver, dateOfBirth })
const accepted = { decision: 'accept' }
const inputs: AssessmentInputs = {
  vehicleKey: 'toyota-corolla-2013-gx-2014-a',
  ...indicators,
  drivers: [driver],
  cover: 'COMPREHENSIVE',
  valueDollars: 13_700,
  today,
}
const porsche = 'porsche-911-2012-carrera-2022-a'
const unimog = 'unimog-u1700-1976-standard-1990-m'

describe('a risk', () => {
  it('[EDGE-18] is accepted without a reason against it, with or without drivers', () => {
    expect(assessRisk(inputs)).toEqual(accepted)
    expect(assessRisk({ ...inputs, drivers: [] })).toEqual(accepted)
  })

  it.each<[string, Partial<AssessmentInputs>, string]>([
    ['[CAR-06] income use', { businessUse: true }, 'BUSINESS_USE'],
    ['[CAR-06] modifications', { modification: true }, 'MODIFIED'],
    ['[DRIVER-01] a criminal record', { criminalRecord: true }, 'CRIMINAL_RECORD'],
    ['[DRIVER-04] a second driver of 18', { drivers: [driver, bornOn('2008-11-21')] }, 'DRIVER_TOO_YOUNG'],
    [
      '[DRIVER-06] five incidents or more',
      { drivers: [{ ...driver, incidentCount: '5+' }] },
      'TOO_MANY_INCIDENTS',
    ],
    ['[QUOTE-07] a value under the band', { valueDollars: 10_899 }, 'VALUE_OUT_OF_BAND'],
    ['[QUOTE-07] a value over the band', { valueDollars: 16_501 }, 'VALUE_OUT_OF_BAND'],
    ['[QUOTE-07] no value', { valueDollars: 0, cover: 'THIRD_PARTY_FIRE_THEFT' }, 'VALUE_OUT_OF_BAND'],
    ['[EDGE-18] a value that is no number', { valueDollars: Number.NaN }, 'VALUE_OUT_OF_BAND'],
    ['[CAR-10] a value above $150,000', { valueDollars: 150_001 }, 'VALUE_TOO_HIGH'],
    ['[CAR-10] a band above $150,000', { vehicleKey: porsche, valueDollars: 150_000 }, 'VALUE_TOO_HIGH'],
    ['[SHELL-08] a car that is not insurable', { vehicleKey: unimog }, 'VEHICLE_NOT_INSURABLE'],
    ['[EDGE-18] a key the catalogue never gave out', { vehicleKey: 'made-up' }, 'VEHICLE_NOT_INSURABLE'],
  ])('%s is declined', (_, change, why) => {
    expect(assessRisk({ ...inputs, ...change })).toEqual({ decision: 'decline', why })
  })

  it.each<[string, Partial<AssessmentInputs>]>([
    ['[QUOTE-07] the least value of its band', { valueDollars: 10_900 }],
    ['[QUOTE-07] the greatest value of its band', { valueDollars: 16_500 }],
    [
      '[CAR-10] $150,000 and no more',
      { vehicleKey: 'toyota-land-cruiser-300-2022-gx-2024-a', valueDollars: 150_000 },
    ],
    ['[DRIVER-04] the day after the 18th birthday', { drivers: [bornOn('2008-11-20')] }],
    ['[QUOTE-06] third party cover without a value', { cover: 'THIRD_PARTY', valueDollars: 0 }],
  ])('%s: it is accepted', (_, change) => {
    expect(assessRisk({ ...inputs, ...change })).toEqual(accepted)
  })

  it('[DRIVER-07] with a kit car is referred unless it is declined', () => {
    const kitCar = { ...inputs, vehicleKey: 'lotus-seven-replica-1998-kit-2005-a', valueDollars: 29_000 }
    expect(assessRisk(kitCar)).toEqual({ decision: 'refer', why: 'VEHICLE_NEEDS_A_PERSON' })
    expect(assessRisk({ ...kitCar, modification: true })).toEqual({ decision: 'decline', why: 'MODIFIED' })
  })
})
