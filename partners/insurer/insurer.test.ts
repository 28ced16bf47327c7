/** The contract tests of every insurer adapter: embedded, and over HTTP with each kind of idempotency. */
import { describe, expect, it } from 'vitest'
import { coverOptions, withOfferedOptions } from '#journey/cover.ts'
import { pricedChoices } from '#journey/price-table.ts'
import { insuredRisk, insurerAdapters, policyOf, quotedBy } from '#test/insurer-adapters.ts'
import type { InsurerQuote } from './port.ts'

const fixed = () => new Date('2026-11-21T02:00:00Z')

describe.each(Object.entries(insurerAdapters))('%s', (_, { open, supportsKeys, supportsReferences }) => {
  it('[EDGE-08] [QUOTE-02] quotes a price with its steps and price table, and retrieves the quote', async () => {
    const { insurer } = await open(fixed)
    const quote = await quotedBy(insurer)
    expect(quote).toMatchObject({
      choice: insuredRisk.choice,
      carValueDollars: 13_700,
      validUntil: '2026-12-21',
      quoteNumber: expect.stringMatching(/^Q-/),
    })
    const summed = quote.steps
      .filter(step => step.code !== 'INSTALMENT_LOADING')
      .reduce((sum, step) => sum + step.amountCents, 0)
    expect(summed).toBe(quote.annualCents)
    expect(quote.priceTable?.COMPREHENSIVE).toHaveLength(pricedChoices('COMPREHENSIVE').length)
    expect(await insurer.retrieve(quote.quoteNumber)).toEqual({ outcome: 'quoted', quote })
    expect(await insurer.retrieve('Q-00000-000000')).toEqual({ outcome: 'not-found' })
  })

  it('[EDGE-09] amends only with the newest history, and returns the newest quote for an older one', async () => {
    const { insurer } = await open(fixed)
    const first = await quotedBy(insurer)
    const allOptions = Object.fromEntries(coverOptions.map(option => [option, true]))
    const dearer = { ...insuredRisk, choice: { ...insuredRisk.choice, ...allOptions } }
    const second = await insurer.amend(first.quoteNumber, dearer, first.history)
    if (second.outcome !== 'quoted') throw new Error(second.outcome)
    expect(second.quote.annualCents).toBeGreaterThan(first.annualCents)
    expect(second.quote.choice).toEqual(dearer.choice)
    const late = await insurer.amend(first.quoteNumber, insuredRisk, first.history)
    expect(late).toEqual({ outcome: 'stale', quote: second.quote })
    expect(await insurer.amend('Q-00000-000000', insuredRisk, null)).toEqual({ outcome: 'not-found' })
  })

  it('[EDGE-09] [QUOTE-02] prices the other covers of a third party quote with the stored car value', async () => {
    const { insurer } = await open(fixed)
    const first = await quotedBy(insurer)
    const thirdParty = withOfferedOptions({ ...insuredRisk.choice, cover: 'THIRD_PARTY' })
    let { history } = first
    // Twice: before the second change the previous response has no car value either.
    for (const roadsideAssistance of [false, true]) {
      const choice = { ...thirdParty, roadsideAssistance }
      const amended = await insurer.amend(first.quoteNumber, { ...insuredRisk, choice }, history)
      if (amended.outcome !== 'quoted') throw new Error(amended.outcome)
      expect(amended.quote.priceTable).toEqual(first.priceTable)
      // The excess of comprehensive cover or null, never the excess of third party cover.
      expect([first.imposedExcessDollars, null]).toContain(amended.quote.imposedExcessDollars)
      history = amended.quote.history
    }
  })

  it('[EDGE-18] [DRIVER-06] declines uninsurable risks and refers risks to an underwriter', async () => {
    const { insurer } = await open(fixed)
    const [driver] = insuredRisk.drivers
    if (!driver) throw new Error('the risk has no driver')
    const young = { ...insuredRisk, drivers: [{ ...driver, dateOfBirth: '2010-01-01' }] }
    const many = { ...insuredRisk, drivers: [{ ...driver, incidentCount: '5+' as const }] }
    for (const risk of [young, many, { ...insuredRisk, modification: true }])
      expect(await insurer.quote(risk)).toMatchObject({ outcome: 'declined' })
    const vehicleKey = 'lotus-seven-replica-1998-kit-2005-a'
    const kitCar = { ...insuredRisk, vehicleKey, carValueDollars: 29_000 }
    expect(await insurer.quote(kitCar)).toMatchObject({ outcome: 'referred' })
  })

  it('[EDGE-02] [EDGE-10] reads a typed quote number, and rejects other text', async () => {
    const { insurer } = await open(fixed)
    const { quoteNumber } = await quotedBy(insurer)
    expect(insurer.readQuoteNumber(` ${quoteNumber} `)).toBe(quoteNumber)
    expect(insurer.readQuoteNumber(`Quote number: ${quoteNumber}`)).toBe(quoteNumber)
    for (const typed of ['', 'not one of them', 'Q'.repeat(41)])
      expect(insurer.readQuoteNumber(typed)).toBeNull()
  })

  it('[CAR-05] [EDGE-05] [EDGE-06] lists the models of a car and the value band of each', async () => {
    const { catalogue } = await open(fixed)
    const car = { make: 'Toyota', model: 'Corolla', submodel: 'GX', year: 2014 }
    const found = await catalogue.models(car, 'Automatic')
    if (found.outcome !== 'found') throw new Error(found.outcome)
    const vehicleKey = found.models[0]?.vehicleKey ?? ''
    expect(vehicleKey).not.toBe('')
    const band = await catalogue.valueBand(vehicleKey)
    if (band.outcome !== 'found') throw new Error(band.outcome)
    expect(band.band.maximumDollars).toBeGreaterThan(band.band.minimumDollars)
    expect(await catalogue.valueBand('made-up')).toEqual({ outcome: 'unknown-key' })
    const none = await catalogue.models({ ...car, make: 'Nobody' }, 'Automatic')
    expect(none).toEqual({ outcome: 'found', models: [] })
  })

  it('[EDGE-13] finds no policy before a bind, and the policy after it', async () => {
    const { insurer } = await open(fixed)
    const quote = await quotedBy(insurer)
    const policy = policyOf(quote, 'k')
    expect(await insurer.lookupBind(policy)).toBeNull()
    const bound = await insurer.bind(policy)
    expect(bound).toMatchObject({ outcome: 'issued', policyNumber: expect.stringMatching(/^OR\d{9}$/) })
    expect(await insurer.lookupBind(policy)).toEqual(bound)
    if (supportsReferences)
      expect(await insurer.lookupBind({ ...policy, idempotencyKey: 'other' })).toBeNull()
    expect(insurer.safeResendAfterMs > 0).toBe(!supportsKeys)
  })

  it('[EDGE-09] changes no quote that is a policy, with any history', async () => {
    const { insurer } = await open(fixed)
    const quote = await quotedBy(insurer)
    expect(await insurer.bind(policyOf(quote, 'k'))).toMatchObject({ outcome: 'issued' })
    const dearer = { ...insuredRisk, choice: { ...insuredRisk.choice, hireCar: true } }
    for (const history of [quote.history, null, { ...quote.history, lastModifiedDatetime: 'older' }])
      expect(await insurer.amend(quote.quoteNumber, dearer, history)).toEqual({ outcome: 'converted' })
    expect(await insurer.retrieve(quote.quoteNumber)).toMatchObject({
      outcome: 'quoted',
      quote: { choice: insuredRisk.choice, history: quote.history },
    })
  })

  it('[PAY-13] [EDGE-09] changes a quote until its last day, which an amend does not extend', async () => {
    let now = fixed()
    const { insurer } = await open(() => now)
    const { quoteNumber, validUntil, history } = await quotedBy(insurer)
    now = new Date(`${validUntil}T10:00:00Z`)
    const amended = await insurer.amend(quoteNumber, insuredRisk, history)
    expect(amended).toMatchObject({ outcome: 'quoted', quote: { validUntil } })
    expect(await insurer.retrieve(quoteNumber)).toEqual(amended)
    expect(await insurer.amend(quoteNumber, insuredRisk, null)).toMatchObject({ outcome: 'quoted' })
    now = new Date(now.getTime() + 86_400_000)
    for (const given of [history, null])
      expect(await insurer.amend(quoteNumber, insuredRisk, given)).toEqual({ outcome: 'expired' })
  })

  it('[EDGE-09] [EDGE-13] refuses to bind an unknown, changed or expired quote', async () => {
    let now = fixed()
    const { insurer } = await open(() => now)
    const bind = async (quote: InsurerQuote, key: string) => insurer.bind(policyOf(quote, key))
    const quote = await quotedBy(insurer)
    const rejected = (reason: string) => ({ outcome: 'rejected', reason })
    expect(await bind({ ...quote, quoteNumber: 'Q-00000-000000' }, 'k')).toEqual(rejected('QUOTE_UNKNOWN'))
    await insurer.amend(quote.quoteNumber, insuredRisk, quote.history)
    expect(await bind(quote, 'k')).toEqual(rejected('QUOTE_CHANGED'))
    const other = await quotedBy(insurer)
    now = new Date('2027-01-21T02:00:00Z')
    expect(await bind(other, 'l')).toEqual(rejected('QUOTE_EXPIRED'))
  })
})

const knowingKeys = Object.entries(insurerAdapters).filter(([, adapter]) => adapter.supportsKeys)
describe.each(knowingKeys)('%s', (_, { open }) => {
  it('[EDGE-13] issues one policy per key and quote, however often the bind is sent', async () => {
    let now = fixed()
    const { insurer } = await open(() => now)
    const policy = policyOf(await quotedBy(insurer), 'k')
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => insurer.bind(policy)))
    expect(first?.outcome).toBe('issued')
    expect(others).toEqual([first, first])
    const other = await insurer.bind({ ...policy, idempotencyKey: 'other' })
    expect(other).toEqual({ outcome: 'rejected', reason: 'QUOTE_CONVERTED' })
    const reused = await insurer.bind({ ...policy, plate: 'OTHER1' })
    expect(reused).toEqual({ outcome: 'pending', reason: 'KEY_REUSED' })
    expect(await insurer.lookupBind(policy)).toEqual(first)
    // Also once the quote has expired.
    now = new Date('2027-01-21T02:00:00Z')
    expect(await insurer.bind(policy)).toEqual(first)
  })
})
