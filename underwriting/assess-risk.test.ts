/** Tests of which risks are accepted, referred or declined. */
import { describe, expect, it } from 'vitest'
import type { Incident, IncidentCount, IncidentType } from '#journey/incidents.ts'
import { indicators } from '#test/samples/customer.ts'
import { type AssessmentInputs, assessRisk } from './assess-risk.ts'

const today = '2026-11-21'
const incident = (claimCode: IncidentType): Incident => ({ claimCode, month: 5, year: 2026 })
const driver = (
  change: { dateOfBirth?: string; incidentCount?: IncidentCount; incidents?: Incident[] } = {},
) => ({
  dateOfBirth: '1990-03-27',
  incidentCount: '0' as IncidentCount,
  incidents: [] as Incident[],
  ...change,
})
const bornOn = (dateOfBirth: string) => driver({ dateOfBirth })
/** A driver with these incidents. */
const having = (...types: IncidentType[]) =>
  driver({ incidentCount: String(types.length) as IncidentCount, incidents: types.map(incident) })
const accepted = { decision: 'accept' }
const inputs: AssessmentInputs = {
  vehicleKey: 'toyota-corolla-2013-gx-2014-a',
  ...indicators,
  drivers: [driver()],
  cover: 'COMPREHENSIVE',
  valueDollars: 13_700,
  today,
}
const porsche = 'porsche-911-2012-carrera-2022-a'

describe('a risk', () => {
  it('[EDGE-18] is accepted without a reason against it, with or without drivers', () => {
    expect(assessRisk(inputs)).toEqual(accepted)
    expect(assessRisk({ ...inputs, drivers: [] })).toEqual(accepted)
  })

  it.each([
    ['[CAR-06] income use', { businessUse: true }, 'BUSINESS_USE'],
    ['[CAR-06] modifications', { modification: true }, 'MODIFIED'],
    ['[DRIVER-01] a criminal record', { criminalRecord: true }, 'CRIMINAL_RECORD'],
    ['[DRIVER-04] a driver on the 18th birthday', { drivers: [bornOn('2008-11-21')] }, 'DRIVER_TOO_YOUNG'],
    [
      '[DRIVER-04] a second driver under 18',
      { drivers: [driver(), bornOn('2010-01-01')] },
      'DRIVER_TOO_YOUNG',
    ],
    [
      '[DRIVER-06] five incidents or more',
      { drivers: [driver({ incidentCount: '5+' })] },
      'TOO_MANY_INCIDENTS',
    ],
    [
      '[DRIVER-06] two suspended licences, over all drivers',
      { drivers: [having('LICENCE_SUS'), having('LICENCE_SUS')] },
      'TOO_MANY_INCIDENTS',
    ],
    ['[QUOTE-07] a value under the band', { valueDollars: 10_899 }, 'VALUE_OUT_OF_BAND'],
    ['[QUOTE-07] a value over the band', { valueDollars: 16_501 }, 'VALUE_OUT_OF_BAND'],
    [
      '[QUOTE-07] no value for a cover that insures the car',
      { valueDollars: 0, cover: 'THIRD_PARTY_FIRE_THEFT' },
      'VALUE_OUT_OF_BAND',
    ],
    ['[EDGE-18] a value that is no number', { valueDollars: Number.NaN }, 'VALUE_OUT_OF_BAND'],
    ['[CAR-10] a value above $150,000', { valueDollars: 150_001 }, 'VALUE_TOO_HIGH'],
    ['[CAR-10] a band above $150,000', { vehicleKey: porsche, valueDollars: 150_000 }, 'VALUE_TOO_HIGH'],
    [
      '[SHELL-08] a car that is not insurable',
      { vehicleKey: 'unimog-u1700-1976-standard-1990-m' },
      'VEHICLE_NOT_INSURABLE',
    ],
    ['[EDGE-18] a key the catalogue never gave out', { vehicleKey: 'made-up' }, 'VEHICLE_NOT_INSURABLE'],
  ] as [string, Partial<AssessmentInputs>, string][])('%s is declined', (_, change, why) => {
    expect(assessRisk({ ...inputs, ...change })).toEqual({ decision: 'decline', why })
  })

  it.each([
    ['the least value of its band', {}, 10_900],
    ['the greatest value of its band', {}, 16_500],
    ['$150,000 and no more', { vehicleKey: 'toyota-land-cruiser-300-2022-gx-2024-a' }, 150_000],
  ])('[QUOTE-07] [CAR-10] is accepted at %s', (_, change, valueDollars) => {
    expect(assessRisk({ ...inputs, ...change, valueDollars })).toEqual(accepted)
  })

  it.each([
    ['[DRIVER-04] the day after the 18th birthday', [bornOn('2008-11-20')]],
    [
      '[DRIVER-06] as many incidents as the rule allows',
      [having('FAULT_EXCESS', 'FAULT_EXCESS', 'FAULT_EXCESS'), having('CLAIM_EXCESS', 'LICENCE_SUS')],
    ],
  ])('%s: it is accepted', (_, drivers) => {
    expect(assessRisk({ ...inputs, drivers })).toEqual(accepted)
  })

  it('[QUOTE-06] needs no value for third party cover', () => {
    expect(assessRisk({ ...inputs, cover: 'THIRD_PARTY', valueDollars: 0 })).toEqual(accepted)
  })

  it('[DRIVER-07] with a kit car is referred unless it is declined', () => {
    const kitCar = { ...inputs, vehicleKey: 'lotus-seven-replica-1998-kit-2005-a', valueDollars: 29_000 }
    expect(assessRisk(kitCar)).toEqual({ decision: 'refer', why: 'VEHICLE_NEEDS_A_PERSON' })
    expect(assessRisk({ ...kitCar, modification: true })).toEqual({ decision: 'decline', why: 'MODIFIED' })
  })
})
