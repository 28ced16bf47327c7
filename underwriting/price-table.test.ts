import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coverTypes, insuresCarValue } from '#journey/cover.ts'
import { pricedChoices, priceOf } from '#journey/price-table.ts'
import { imposedExcess } from './imposed-excess.ts'
import { chosenRisk, type OpenRisk, priceTable } from './price-table.ts'
import { rate } from './rate.ts'
import { tariffFor } from './tariff.ts'

const ratedOn = '2026-11-21'
const tariff = tariffFor(ratedOn)

const openRisks: fc.Arbitrary<OpenRisk> = fc.record({
  vehicle: fc.record({
    vehicleKey: fc.constant('any'),
    ratingGroup: fc.integer({ min: 1, max: 12 }),
    theftScore: fc.integer({ min: 1, max: 5 }),
  }),
  valueDollars: fc.integer({ min: 1000, max: 150_000 }),
  postcode: fc.constantFrom('1024', '2023', '9810'),
  locality: fc.constant(''),
  city: fc.constant(''),
  drivers: fc.array(
    fc.integer({ min: 1930, max: 2007 }).map(year => ({ dateOfBirth: `${year}-06-01`, incidents: [] })),
    { minLength: 1, maxLength: 3 },
  ),
  businessApplicant: fc.boolean(),
  inceptionDay: fc.constant(ratedOn),
  ratedOn: fc.constant(ratedOn),
})

describe('the price table of a risk', () => {
  it('[QUOTE-03] says of every choice what rating it alone says', () => {
    fc.assert(
      fc.property(openRisks, fc.constantFrom(...coverTypes), fc.nat(), (open, cover, pick) => {
        const choices = pricedChoices(cover)
        const choice = choices[pick % choices.length]
        if (!choice) throw new Error('a cover without choices')
        const { frequency, voluntaryExcess, cover: _, ...options } = choice
        const imposed = cover === 'COMPREHENSIVE' ? imposedExcess(open, tariff).excessDollars : 500
        const risk = {
          ...open,
          ...options,
          cover,
          excessDollars: imposed + voluntaryExcess,
          valueDollars: insuresCarValue(cover) ? open.valueDollars : 0,
        }
        expect(priceOf(priceTable(open, tariff), choice)).toBe(rate(risk, tariff).instalmentCents[frequency])
        expect(chosenRisk(open, choice, tariff)).toMatchObject(risk)
      }),
    )
  })

  it('[QUOTE-06] holds 144 comprehensive prices, 12 with fire and theft, 6 third party', () => {
    const [open] = fc.sample(openRisks, 1)
    if (!open) throw new Error('no risk')
    expect(coverTypes.map(cover => priceTable(open, tariff)[cover].length)).toEqual([144, 12, 6])
  })
})
