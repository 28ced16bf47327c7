/** The embedded insurer over books in memory: which tariff a quote has, what an amend gives back, and one policy a quote. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noParts } from '#journey/address.ts'
import { type CoverChoice, coverTypes, frequencies, voluntaryExcessSteps } from '#journey/cover.ts'
import { tariffs } from '#underwriting/tariff.ts'
import type { Tariff } from '#underwriting/tariff-shape.ts'
import { type Books, embeddedInsurer } from './embedded.ts'
import type { InsurerQuote, PolicyToBind, RiskToQuote } from './port.ts'

type Row = Parameters<Books['addQuote']>[0]
type Policy = Parameters<Books['issue']>[0]

function memoryBooks(): Books {
  const quotes = new Map<string, Row>()
  const policies: Policy[] = []
  return {
    findQuote: async quoteNumber => quotes.get(quoteNumber),
    async addQuote(row) {
      quotes.set(row.quote_number, row)
    },
    async changeQuote(quoteNumber, readAt, change) {
      const row = quotes.get(quoteNumber)
      if (row?.modified_at !== readAt) return false
      quotes.set(quoteNumber, { ...row, ...change })
      return true
    },
    async issue(policy) {
      const stands = policies.find(
        one => one.idem_key === policy.idem_key || one.quote_number === policy.quote_number,
      )
      if (!stands) policies.push(policy)
      return stands ?? policy
    },
    findPolicyByKey: async key => policies.find(one => one.idem_key === key),
  }
}

const choice: CoverChoice = {
  cover: 'COMPREHENSIVE',
  voluntaryExcess: 0,
  excessFreeWindow: false,
  hireCar: false,
  roadsideAssistance: false,
  frequency: 'FORTNIGHTLY',
  startDate: '2027-07-05',
}
const risk: RiskToQuote = {
  plate: 'JHU968',
  vehicleKey: 'toyota-corolla-2013-gx-2014-a',
  carValueDollars: 13_700,
  riskAddress: {
    addressId: '',
    signature: '',
    postcode: '1024',
    suburb: 'Mount Eden',
    city: 'Auckland',
    addressInBrokenDownForm: noParts,
    addressInFreeForm: { addressLine1: '1 Dominion Road', addressLine2: '' },
  },
  drivers: [
    {
      type: 'Primary',
      firstName: 'Māia',
      lastName: 'O’Brien',
      dateOfBirth: '1988-04-12',
      incidentCount: '0',
      incidents: [],
    },
  ],
  choice,
  businessUse: false,
  modified: false,
  criminalRecord: false,
  financeCompany: '',
}

const [current] = tariffs
/** A tenth dearer in what nobody can choose away. */
const dearer: Tariff = {
  ...current,
  version: '2027-07',
  effectiveFrom: '2027-07-01',
  liability: { ...current.liability, baseCents: Math.round(current.liability.baseCents * 1.1) },
}

async function quotedBy(insurer: ReturnType<typeof embeddedInsurer>, asked = risk): Promise<InsurerQuote> {
  const answer = await insurer.quote(asked)
  if (answer.outcome !== 'quoted') throw new Error(`the insurer answered ${answer.outcome}`)
  return answer.quote
}

it('[QUOTE-13] a quote keeps the tariff it was given when the next comes into force; a new quote has the new one', async () => {
  let today = '2027-06-30T02:00:00Z'
  const insurer = embeddedInsurer(memoryBooks(), () => new Date(today), [current, dearer])
  const old = await quotedBy(insurer)
  today = '2027-07-01T02:00:00Z'
  const amended = await insurer.amend(old.quoteNumber, risk, old.history)
  expect(amended).toMatchObject({ outcome: 'quoted', quote: { annualCents: old.annualCents } })
  expect((await quotedBy(insurer)).annualCents).toBeGreaterThan(old.annualCents)
})

it('[QUOTE-02] amended there and back costs the same cents, whatever lay between', async () => {
  const insurer = embeddedInsurer(memoryBooks(), () => new Date('2026-11-21T02:00:00Z'))
  const choices: fc.Arbitrary<CoverChoice> = fc.record({
    cover: fc.constantFrom(...coverTypes),
    voluntaryExcess: fc.constantFrom(...voluntaryExcessSteps),
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

describe('a bind', () => {
  const policyOf = (quote: InsurerQuote, idempotencyKey: string): PolicyToBind => ({
    idempotencyKey,
    quoteNumber: quote.quoteNumber,
    history: quote.history,
    plate: 'JHU968',
    policyholders: [],
    businessName: '',
    postalAddress: risk.riskAddress,
    payment: { method: 'card', transactionId: 't', debitDay: 1 },
  })
  const fixed = () => new Date('2026-11-21T02:00:00Z')

  it('[EDGE-13] issues one policy a quote however often it is sent, and says so when it is asked', async () => {
    const insurer = embeddedInsurer(memoryBooks(), fixed)
    const quote = await quotedBy(insurer)
    expect(await insurer.findByKey('k')).toBeNull()
    const [first, second] = await Promise.all([
      insurer.bind(policyOf(quote, 'k')),
      insurer.bind(policyOf(quote, 'k')),
    ])
    expect(first.outcome).toBe('issued')
    expect(second).toEqual(first)
    expect(await insurer.findByKey('k')).toEqual(first)
    expect((await insurer.bind(policyOf(quote, 'another key'))).outcome).toBe('rejected')
    expect((await insurer.bind({ ...policyOf(quote, 'k'), plate: 'OTHER1' })).outcome).toBe('rejected')
  })

  it('[EDGE-09] [EDGE-13] is refused for a quote that is unknown, was changed or ran out', async () => {
    let now = fixed()
    const insurer = embeddedInsurer(memoryBooks(), () => now)
    const quote = await quotedBy(insurer)
    expect(await insurer.bind({ ...policyOf(quote, 'k'), quoteNumber: 'Q-0' })).toMatchObject({
      outcome: 'rejected',
    })
    await insurer.amend(quote.quoteNumber, risk, quote.history)
    expect(await insurer.bind(policyOf(quote, 'k'))).toMatchObject({ outcome: 'rejected' })
    const other = await quotedBy(insurer)
    now = new Date('2027-01-21T02:00:00Z')
    expect(await insurer.bind(policyOf(other, 'l'))).toMatchObject({ outcome: 'rejected' })
  })
})
