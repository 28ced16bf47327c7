/** Tests of the price table, and that every number of a tariff matters. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coverTypes, insuresCar } from '#journey/cover.ts'
import { pricedChoices, priceOf } from '#journey/price-table.ts'
import { mapIndicators } from '#journey/questions/yes-no-questions.ts'
import { imposedExcess, priceTable, type RiskWithoutChoice, riskWithChoice } from './price-table.ts'
import { rate } from './rate.ts'
import { tariffFor, tariffs } from './tariff.ts'

const ratedOn = '2026-11-21'

const openRisks: fc.Arbitrary<RiskWithoutChoice> = fc.record({
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
  ...mapIndicators(() => fc.boolean()),
  businessApplicant: fc.boolean(),
  inceptionDay: fc.constant(ratedOn),
  ratedOn: fc.constant(ratedOn),
})

/** A copy with every number trebled. */
const trebled = (part: unknown): unknown => {
  if (typeof part === 'number') return part * 3
  if (Array.isArray(part)) return part.map(trebled)
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, trebled(value)]))
}

/** The path of every number in an object. */
const leavesOf = (part: object): string[][] =>
  Object.entries(part).flatMap(([key, value]) =>
    typeof value === 'object' ? leavesOf(value).map(leaf => [key, ...leaf]) : [[key]],
  )

/** A copy with the number at this path trebled. */
const trebledAt = <Part extends object>(path: readonly string[], part: Part): Part => {
  const [key = '', ...rest] = path
  const value = part[key as keyof Part]
  return {
    ...part,
    [key]: typeof value === 'object' && value !== null ? trebledAt(rest, value) : trebled(value),
  }
}

describe.each(tariffs)('the tariff $version', by => {
  const incidents = [{ claimCode: 'CLAIM_EXCESS', month: 3, year: 2025 }] as const
  const risks = fc
    .sample(openRisks, { numRuns: 40, seed: 1 })
    .map(open => ({ ...open, drivers: open.drivers.map(driver => ({ ...driver, incidents })) }))
  const outcome = (changed: typeof by) =>
    JSON.stringify(risks.map(open => [priceTable(open, changed), imposedExcess(open, changed)]))
  const asItIs = outcome(by)

  it('[QUOTE-13] [QUOTE-06] every option price changes a premium', () => {
    const unused = leavesOf(by.options)
      .filter(path => path[0] !== 'source')
      .filter(path => outcome({ ...by, options: trebledAt(path, by.options) }) === asItIs)
    expect(unused).toEqual([])
  })

  it.each(Object.entries(by).flatMap(([name, part]) => (typeof part === 'object' ? [name] : [])))(
    '[QUOTE-13] every table changes a premium: %s',
    name => {
      expect(outcome({ ...by, [name]: trebled(by[name as keyof typeof by]) })).not.toBe(asItIs)
    },
  )
})

describe.each(tariffs)('the price table of a risk by the tariff $version', tariff => {
  it('[QUOTE-03] has the same price for every choice as rating it alone', () => {
    fc.assert(
      fc.property(openRisks, fc.constantFrom(...coverTypes), fc.nat(), (open, cover, pick) => {
        const choices = pricedChoices(cover)
        const choice = choices[pick % choices.length]
        if (!choice) throw new Error('a cover without choices')
        const { frequency, voluntaryExcess, ...coverAndOptions } = choice
        const imposed = cover === 'COMPREHENSIVE' ? imposedExcess(open, tariff) : 500
        const valueDollars = insuresCar(cover) ? open.valueDollars : 0
        const risk = { ...open, ...coverAndOptions, excessDollars: imposed + voluntaryExcess, valueDollars }
        expect(priceOf(priceTable(open, tariff), choice)).toBe(rate(risk, tariff).instalmentCents[frequency])
        expect(riskWithChoice(open, choice, tariff)).toMatchObject(risk)
      }),
    )
  })

  it('[QUOTE-06] has 144 comprehensive prices, 12 with fire and theft, 6 third party', () => {
    const [open] = fc.sample(openRisks, 1)
    if (!open) throw new Error('no risk')
    expect(coverTypes.map(cover => priceTable(open, tariff)[cover].length)).toEqual([144, 12, 6])
  })
})

const ordinary = {
  vehicle: { ratingGroup: 4 },
  valueDollars: 15_000,
  drivers: [{ dateOfBirth: '1990-03-27', incidents: [] }],
  ratedOn,
}
const under25 = { dateOfBirth: '2001-11-22', incidents: [] }
const grown = { dateOfBirth: '2001-11-21', incidents: [] }
const fast = { vehicle: { ratingGroup: 10 } }

describe('the imposed excess', () => {
  it.each([
    ['an ordinary risk', {}, 300],
    ['a main driver one day before 25', { drivers: [under25] }, 500],
    ['a main driver of 25 that day', { drivers: [grown] }, 300],
    ['another driver under 25', { drivers: [...ordinary.drivers, under25] }, 300],
    ['drivers still unknown', { drivers: [] }, 300],
    ['two rows as high', { drivers: [under25], ...fast }, 500],
    ['rating group 9', { vehicle: { ratingGroup: 9 } }, 300],
    ['rating group 10', fast, 500],
    ['a car of $80,000', { valueDollars: 80_000 }, 300],
    ['a car above $80,000', { valueDollars: 80_001 }, 500],
  ] as const)('[QUOTE-04] [EDGE-18] of %s', (_, change, dollars) => {
    expect(imposedExcess({ ...ordinary, ...change }, tariffFor(ratedOn))).toBe(dollars)
  })
})
