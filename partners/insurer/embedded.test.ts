/** Tests of the embedded insurer with records in a folder: the tariff of a quote, and amends. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type CoverChoice, coverTypes, frequencies, voluntaryExcessChoices } from '#journey/cover.ts'
import { policyOf, quotedBy, insuredRisk as risk, temporaryRepository } from '#test/insurer-adapters.ts'
import { type Tariff, tariffs } from '#underwriting/tariff.ts'
import { embeddedInsurer } from './embedded.ts'

const now = () => new Date('2026-11-21T02:00:00Z')
const [current] = tariffs
/** A tariff with a base rate 10 % higher. */
const dearer: Tariff = {
  ...current,
  version: '2027-07',
  effectiveFrom: '2027-07-01',
  liability: { ...current.liability, baseCents: Math.round(current.liability.baseCents * 1.1) },
}

it('[QUOTE-13] an existing quote keeps its tariff when the next one starts; a new quote gets the new one', async () => {
  let today = '2027-06-30T02:00:00Z'
  const insurer = embeddedInsurer(await temporaryRepository(), () => new Date(today), [current, dearer])
  const old = await quotedBy(insurer)
  today = '2027-07-01T02:00:00Z'
  const amended = await insurer.amend(old.quoteNumber, risk, old.history)
  expect(amended).toMatchObject({ outcome: 'quoted', quote: { annualCents: old.annualCents } })
  expect((await quotedBy(insurer)).annualCents).toBeGreaterThan(old.annualCents)
})

it('[PAY-13] [QUOTE-02] a quote keeps its price for thirty days, across birthdays and month ends', async () => {
  let today = '2026-11-21T02:00:00Z'
  const insurer = embeddedInsurer(await temporaryRepository(), () => new Date(today), [current])
  const [driver] = risk.drivers
  if (!driver) throw new Error('no driver')
  // The driver turns 25 and the incident becomes a year old.
  const incidents = [{ claimCode: 'FAULT_EXCESS' as const, month: 12, year: 2025 }]
  const young = {
    ...risk,
    drivers: [{ ...driver, dateOfBirth: '2001-12-01', incidentCount: '1' as const, incidents }],
  }
  const quote = await quotedBy(insurer, young)
  today = '2026-12-21T02:00:00Z'
  const amended = await insurer.amend(quote.quoteNumber, young, quote.history)
  expect(amended).toMatchObject({ outcome: 'quoted', quote: { validUntil: '2026-12-21' } })
  if (amended.outcome !== 'quoted') throw new Error(amended.outcome)
  const { history: _, ...again } = amended.quote
  expect(quote).toMatchObject(again)
  expect(await insurer.retrieve(quote.quoteNumber)).toMatchObject({ quote: { priceTable: quote.priceTable } })
  const requoted = await quotedBy(insurer, young)
  expect(requoted.annualCents).toBeLessThan(quote.annualCents)
  expect([requoted.imposedExcessDollars, quote.imposedExcessDollars]).toEqual([300, 500])
})

it('[QUOTE-02] an amend and its reversal give the original price', async () => {
  const insurer = embeddedInsurer(await temporaryRepository(), now)
  const choices: fc.Arbitrary<CoverChoice> = fc.record({
    cover: fc.constantFrom(...coverTypes),
    voluntaryExcess: fc.constantFrom(...voluntaryExcessChoices),
    excessFreeWindow: fc.boolean(),
    hireCar: fc.boolean(),
    roadsideAssistance: fc.boolean(),
    frequency: fc.constantFrom(...frequencies),
    startDate: fc.constantFrom('2026-11-21', '2026-12-21'),
  })
  await fc.assert(
    fc.asyncProperty(choices, fc.array(choices, { minLength: 1, maxLength: 4 }), async (first, between) => {
      const there = await quotedBy(insurer, { ...risk, choice: first })
      let { history } = there
      for (const next of [...between, first]) {
        const answer = await insurer.amend(there.quoteNumber, { ...risk, choice: next }, history)
        if (answer.outcome !== 'quoted') throw new Error(answer.outcome)
        ;({ history } = answer.quote)
        if (next === first) expect({ ...answer.quote, history: null }).toEqual({ ...there, history: null })
      }
    }),
  )
})

it('[T43] the stored hash of a bind does not depend on the account', async () => {
  const kept: string[] = []
  const repository = await temporaryRepository()
  const issue: typeof repository.issue = (policy, expectedModifiedAt) => {
    kept.push(policy.request_hash)
    return repository.issue(policy, expectedModifiedAt)
  }
  const insurer = embeddedInsurer({ ...repository, issue }, now)
  const policy = policyOf(await quotedBy(insurer), 'k')
  const bank = { method: 'bank', accountName: 'M', authoriserName: 'M', debitDay: 1 } as const
  for (const accountNumber of ['12-3140-0171323-50', '01-0902-0068389-00'])
    await insurer.bind({ ...policy, payment: { ...bank, accountNumber } })
  expect(kept).toHaveLength(2)
  expect(new Set(kept).size).toBe(1)
})

it.each([
  ['answer', { quoteNumber: 'Q-1' }, 'insurer.quote.answer of Q-1 does not fit its shape: annualCents'],
  ['risk', { ...risk, drivers: [{}] }, 'insurer.quote.risk of Q-1 does not fit its shape: drivers.0.type'],
])('[EDGE-13] throws an error with the quote number if the stored %s is %j', async (column, json, said) => {
  const repository = await temporaryRepository()
  const { quoteNumber } = await quotedBy(embeddedInsurer(repository, now))
  const row = await repository.findQuote(quoteNumber)
  if (!row) throw new Error('no row')
  const findQuote = async () => ({ ...row, [column]: json })
  const insurer = embeddedInsurer({ ...repository, findQuote }, now)
  await expect(insurer.retrieve('Q-1')).rejects.toThrow(said)
})
