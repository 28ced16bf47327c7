/** Tests of the premium: known prices to the cent, and properties of every price. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CoverType, coverTypes, frequencies } from '#journey/cover.ts'
import { type Incident, incidentTypes } from '#journey/incidents.ts'
import { premiumComponentCodes } from '#journey/price-table.ts'
import { mapIndicators } from '#journey/questions/yes-no-questions.ts'
import { indicators } from '#test/samples/customer.ts'
import { driversFactor, type Risk, rate } from './rate.ts'
import { type Tariff, tariffs } from './tariff.ts'
import { vehicleByKey } from './vehicles.ts'

const ratedOn = '2026-11-21'
/** The tariff with known prices; newer ones are tested by the properties only. */
const [tariff] = tariffs
const bornAt = (age: number) => `${2026 - age}-03-27`
const driver = (age: number, incidents: Incident[] = []) => ({ dateOfBirth: bornAt(age), incidents })
const fault: Incident = { claimCode: 'FAULT_EXCESS', month: 5, year: 2026 }

const corolla = 'toyota-corolla-2013-gx-2014-a'

function carOf(vehicleKey: string) {
  const car = vehicleByKey(vehicleKey)
  if (!car) throw new Error(`no car ${vehicleKey}`)
  return { vehicleKey, ratingGroup: car.ratingGroup, theftScore: car.theftScore }
}

const usual: Risk = {
  vehicle: carOf(corolla),
  valueDollars: 15_000,
  postcode: '1024',
  locality: 'Mount Eden',
  city: 'Auckland',
  drivers: [driver(35)],
  ...indicators,
  cover: 'COMPREHENSIVE',
  excessDollars: 500,
  excessFreeWindow: false,
  hireCar: false,
  roadsideAssistance: false,
  businessApplicant: false,
  inceptionDay: ratedOn,
  ratedOn,
}
const pricesBy = (by: Tariff) => ({
  annual: (change: Partial<Risk>) => rate({ ...usual, ...change }, by).annualCents,
  priceOf: (risk: Risk) => rate(risk, by).annualCents,
})
const { annual, priceOf } = pricesBy(tariff)
const allOptions = { excessFreeWindow: true, hireCar: true, roadsideAssistance: true }

const car = (vehicleKey: string, valueDollars: number) => ({ vehicle: carOf(vehicleKey), valueDollars })
const at = (postcode: string, locality: string, city = locality) => ({ postcode, locality, city })
const aged = (...ages: number[]) => ({ drivers: ages.map(age => driver(age)) })

/** Scenarios and cents of the reference tariff: comprehensive, with all options, fire and theft, third party, fortnight. */
const calibration: [what: string, change: Partial<Risk>, prices: string][] = [
  ['35, Corolla, Auckland', {}, '85950 99232 37564 21579 3570'],
  [
    '22, Demio, South Auckland',
    { ...car('mazda-demio-2008-13c-2012-a', 8000), ...aged(22), ...at('2023', 'Ōtara', 'Auckland') },
    '138584 151142 67726 41851 5757',
  ],
  [
    '19, Tiida, Hamilton',
    { ...car('nissan-tiida-2005-15m-2009-a', 6000), ...aged(19), ...at('3204', 'Hamilton Central') },
    '123799 136150 61426 43946 5142',
  ],
  [
    '45, Ranger, Tauranga',
    { ...car('ford-ranger-2012-xlt-2019-a', 38_000), ...aged(45), ...at('3110', 'Tauranga') },
    '148282 163945 74826 19626 6159',
  ],
  [
    '70, Axela, Nelson',
    { ...car('mazda-axela-2014-20s-2015-a', 12_500), ...aged(70), ...at('7010', 'Nelson') },
    '64509 77533 30117 18764 2680',
  ],
  [
    '40 and 19, CX-5, Wellington',
    { ...car('mazda-cx-5-2017-gsx-2017-a', 25_000), ...aged(40, 19), ...at('6011', 'Te Aro') },
    '166337 180654 55905 35475 6909',
  ],
  [
    '35 with a fault within a year, Auckland',
    { drivers: [driver(35, [fault])] },
    '100710 113992 41678 25693 4183',
  ],
  [
    '50, Model Y, North Shore',
    { ...car('tesla-model-y-2022-rwd-2023-a', 55_000), ...aged(50), ...at('0622', 'Takapuna') },
    '174337 191759 51059 22148 7242',
  ],
  [
    '30, WRX, Auckland',
    { ...car('subaru-wrx-2015-wrx-2018-a', 45_000), ...aged(30), ...at('1060', 'Mount Wellington') },
    '265443 281830 107793 27523 11026',
  ],
]

describe('the reference tariff', () => {
  it.each(calibration)('[QUOTE-03] rates %s to the cent', (_, risk, prices) => {
    const asRated = [
      annual(risk),
      annual({ ...risk, ...allOptions }),
      annual({ ...risk, cover: 'THIRD_PARTY_FIRE_THEFT' }),
      annual({ ...risk, cover: 'THIRD_PARTY', valueDollars: 0 }),
      rate({ ...usual, ...risk }, tariff).instalmentCents.FORTNIGHTLY,
    ]
    expect(asRated.join(' ')).toBe(prices)
  })

  it('[QUOTE-05] monthly payment costs 6 per cent more a year, fortnightly 8 per cent', () => {
    const { annualCents, instalmentCents, instalmentLoadingCents } = rate(usual, tariff)
    expect(instalmentCents).toEqual({ ANNUAL: 85950, MONTHLY: 7592, FORTNIGHTLY: 3570 })
    expect(annualCents).toBe(85950)
    expect(instalmentLoadingCents).toEqual({ ANNUAL: 0, MONTHLY: 5154, FORTNIGHTLY: 6870 })
  })

  it('[QUOTE-13] lists the steps of a usual car’s price', () => {
    const risk = { ...usual, drivers: [driver(22, [fault])], excessDollars: 1000, ...allOptions }
    expect(rate(risk, tariff).steps.map(step => step.code)).toEqual([
      ...['BASE_LIABILITY', 'BASE_FIRE_THEFT', 'BASE_OWN_DAMAGE', 'AREA', 'DRIVERS', 'INCIDENTS', 'EXCESS'],
      ...['EXCESS_FREE_WINDOW', 'HIRE_CAR', 'ROADSIDE_ASSISTANCE', 'FENZ_LEVY', 'GST'],
    ])
    expect(rate(usual, tariff).steps.slice(0, 4)).toEqual([
      { code: 'BASE_LIABILITY', amountCents: 15200 },
      { code: 'BASE_FIRE_THEFT', amountCents: 13900 },
      { code: 'BASE_OWN_DAMAGE', amountCents: 38250 },
      { code: 'AREA', amountCents: 4889 },
    ])
  })
})

it('[EDGE-18] throws if the tariff lacks a row', () => {
  const unknown = { vehicle: { ...carOf(corolla), ratingGroup: 13 } }
  expect(() => annual(unknown)).toThrow('The tariff has no row 13')
})

describe('the Fire and Emergency levy', () => {
  const levy = (cover: CoverType, inceptionDay: string) =>
    rate({ ...usual, cover, inceptionDay }, tariff).steps.find(step => step.code === 'FENZ_LEVY')
      ?.amountCents ?? 0

  it('[QUOTE-13] changes on 1 July 2026 by first day of cover, and then includes third party cover', () => {
    expect(coverTypes.map(cover => levy(cover, '2026-06-30'))).toEqual([953, 953, 0])
    expect(coverTypes.map(cover => levy(cover, '2026-07-01'))).toEqual([2500, 2500, 2500])
    // 0 before the first row.
    expect(coverTypes.map(cover => levy(cover, '2024-06-30'))).toEqual([0, 0, 0])
  })

  it('[QUOTE-08] is the only thing that a start date changes', () => {
    expect(annual({ inceptionDay: '2026-12-21' })).toBe(annual({ inceptionDay: ratedOn }))
    expect(annual({ inceptionDay: '2026-07-01' }) - annual({ inceptionDay: '2026-06-30' })).toBe(1779)
  })
})

it('further drivers cost nothing for the second, and 2 per cent each from the third', () => {
  const byCount = [1, 2, 3, 4, 5].map(count => {
    const { drivers } = aged(...Array<number>(count).fill(40))
    return driversFactor(drivers, ratedOn, tariff).withIncidents
  })
  const [alone = 0] = byCount
  expect(byCount.map(found => Number((found / alone).toFixed(6)))).toEqual([1, 1, 1.02, 1.04, 1.06])
})

const incidents = fc.array(
  fc.record({
    claimCode: fc.constantFrom(...incidentTypes),
    month: fc.integer({ min: 1, max: 11 }),
    year: fc.integer({ min: 2023, max: 2026 }),
  }),
  { maxLength: 4 },
)
const risks: fc.Arbitrary<Risk> = fc.record({
  vehicle: fc.record({
    vehicleKey: fc.constant(corolla),
    ratingGroup: fc.integer({ min: 1, max: 12 }),
    theftScore: fc.integer({ min: 1, max: 5 }),
  }),
  valueDollars: fc.integer({ min: 1000, max: 150_000 }),
  postcode: fc.constantFrom('1024', '2023', '8011', '9810', '0622', '3204', '7999'),
  locality: fc.constantFrom('Mount Eden', 'Nowhere', ''),
  city: fc.constantFrom('Auckland', ''),
  drivers: fc.array(
    fc
      .record({ age: fc.integer({ min: 18, max: 95 }), incidents })
      .map(one => driver(one.age, one.incidents)),
    { minLength: 1, maxLength: 5 },
  ),
  ...mapIndicators(() => fc.boolean()),
  cover: fc.constantFrom(...coverTypes),
  excessDollars: fc.constantFrom(300, 400, 500, 600, 800, 1000, 1200, 1500, 1700),
  excessFreeWindow: fc.boolean(),
  hireCar: fc.boolean(),
  roadsideAssistance: fc.boolean(),
  businessApplicant: fc.boolean(),
  inceptionDay: fc.constantFrom('2026-06-30', '2026-07-01', '2026-11-21'),
  ratedOn: fc.constant(ratedOn),
})

describe.each(tariffs)('every price of tariff $version', tariff => {
  const { annual, priceOf } = pricesBy(tariff)
  it('[QUOTE-13] is the sum of its steps, in whole cents, with its instalments, exact GST and at most a cent of rounding', () => {
    fc.assert(
      fc.property(risks, risk => {
        const { annualCents, steps, instalmentCents, instalmentLoadingCents } = rate(risk, tariff)
        const amount = (code: string) => steps.find(step => step.code === code)?.amountCents ?? 0
        expect(steps.every(step => Number.isInteger(step.amountCents))).toBe(true)
        expect(steps.reduce((sum, step) => sum + step.amountCents, 0)).toBe(annualCents)
        expect(Math.abs(amount('GST') - (annualCents * 3) / 23)).toBeLessThanOrEqual(0.5)
        expect(Math.abs(amount('ROUNDING'))).toBeLessThanOrEqual(1)
        const places = steps.map(step => premiumComponentCodes.indexOf(step.code))
        expect(places).toEqual(places.toSorted((a, b) => a - b))
        for (const frequency of frequencies) {
          const yearCents = instalmentCents[frequency] * tariff.instalments[frequency].count
          expect(annualCents + instalmentLoadingCents[frequency]).toBe(yearCents)
          expect(yearCents).toBeGreaterThanOrEqual(annualCents)
        }
      }),
    )
  })

  it('[QUOTE-07] rises with the car’s value if the car is insured', () => {
    fc.assert(
      fc.property(risks, fc.integer({ min: 1000, max: 20_000 }), (risk, more) => {
        fc.pre(risk.cover !== 'THIRD_PARTY')
        expect(priceOf({ ...risk, valueDollars: risk.valueDollars + more })).toBeGreaterThanOrEqual(
          priceOf(risk),
        )
      }),
    )
    expect(annual({ valueDollars: 16_000 })).toBeGreaterThan(annual({}))
  })

  it('rises with an incident, and less with an older one', () => {
    fc.assert(
      fc.property(risks, fc.constantFrom(...incidentTypes), (risk, claimCode) => {
        const [main, ...others] = risk.drivers
        if (!main) return
        const since = (year: number) => {
          const incidents = [...main.incidents, { claimCode, month: 6, year }]
          return priceOf({ ...risk, drivers: [{ ...main, incidents }, ...others] })
        }
        expect(since(2026)).toBeGreaterThanOrEqual(since(2025))
        expect(since(2025)).toBeGreaterThanOrEqual(since(2024))
        expect(since(2024)).toBeGreaterThanOrEqual(priceOf(risk))
      }),
    )
    const cases = incidentTypes.map(claimCode => annual({ drivers: [driver(35, [{ ...fault, claimCode }])] }))
    expect(cases.every(price => price > annual({}))).toBe(true)
  })

  it('[QUOTE-04] falls as the excess of comprehensive cover rises', () => {
    const excesses = [300, 400, 500, 600, 800, 1000, 1200, 1500, 1700]
    fc.assert(
      fc.property(risks, risk => {
        const prices = excesses.map(excessDollars => priceOf({ ...risk, excessDollars }))
        expect(prices).toEqual(prices.toSorted((a, b) => b - a))
      }),
    )
    expect(annual({ excessDollars: 1500 })).toBeLessThan(annual({ excessDollars: 1200 }))
    expect(annual({ excessDollars: 1500 })).toBeGreaterThan(annual({ excessDollars: 1700 }))
  })

  it('[QUOTE-01] is lower for third party than with fire and theft, and that lower than comprehensive', () => {
    fc.assert(
      fc.property(risks, risk => {
        const [comprehensive = 0, fireTheft = 0, third = 0] = coverTypes.map(cover =>
          priceOf({ ...risk, cover }),
        )
        expect(third).toBeLessThan(fireTheft)
        expect(fireTheft).toBeLessThan(comprehensive)
      }),
    )
  })
})

describe('every price of the reference tariff', () => {
  it('counts an incident’s age in whole months', () => {
    const monthsAgo = (month: number, year: number) =>
      annual({ drivers: [driver(35, [{ ...fault, month, year }])] })
    expect(monthsAgo(12, 2025)).toBe(monthsAgo(11, 2026))
    expect(monthsAgo(11, 2025)).toBeLessThan(monthsAgo(12, 2025))
    expect(monthsAgo(11, 2024)).toBeLessThan(monthsAgo(12, 2024))
    // More than three years old.
    expect([monthsAgo(10, 2023), monthsAgo(1, 2023)]).toEqual([annual({}), annual({})])
    expect(monthsAgo(11, 2023)).toBeGreaterThan(annual({}))
  })

  it('rises as the main driver is younger, from 55 down to 18', () => {
    fc.assert(
      fc.property(risks, fc.integer({ min: 18, max: 54 }), (risk, age) => {
        const [main, ...others] = risk.drivers
        const at = (years: number) =>
          priceOf({ ...risk, drivers: [driver(years, main ? [...main.incidents] : []), ...others] })
        expect(at(age)).toBeGreaterThanOrEqual(at(age + 1))
      }),
    )
    const ages = Array.from({ length: 37 }, (_, index) => annual({ drivers: [driver(18 + index)] }))
    expect(ages.every((price, index) => index === 0 || price < (ages[index - 1] ?? 0))).toBe(true)
  })

  it('[QUOTE-06] ignores an option that the cover does not offer', () => {
    const third = { cover: 'THIRD_PARTY', valueDollars: 0 } as const
    expect(annual({ ...third, excessFreeWindow: true, hireCar: true })).toBe(annual(third))
    expect(annual({ ...third, roadsideAssistance: true })).toBeGreaterThan(annual(third))
    const fireTheft = { cover: 'THIRD_PARTY_FIRE_THEFT' } as const
    expect(annual({ ...fireTheft, excessFreeWindow: true })).toBe(annual(fireTheft))
    expect(annual({ ...fireTheft, hireCar: true })).toBe(annual(fireTheft) + 2300)
  })

  it('has a factor for a business applicant, which no quote uses yet (decision 0004)', () => {
    const { steps } = rate({ ...usual, businessApplicant: true }, tariff)
    expect(steps.find(step => step.code === 'BUSINESS_APPLICANT')?.amountCents).toBe(2167)
  })

  it('[QUOTE-13] is at least the minimum of its cover, with a step that says so', () => {
    const safe = { vehicle: { vehicleKey: corolla, ratingGroup: 1, theftScore: 1 }, drivers: [driver(55)] }
    const place = { postcode: '7805', locality: 'Greymouth', city: 'Greymouth' }
    const rating = rate({ ...usual, ...safe, ...place, cover: 'THIRD_PARTY', valueDollars: 0 }, tariff)
    expect(rating.steps.map(step => step.code)).toContain('MINIMUM_PREMIUM')
    expect(rating.annualCents).toBe(Math.round((12000 + 2500) * 1.15))
  })
})
