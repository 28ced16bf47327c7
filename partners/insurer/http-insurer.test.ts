/** Tests of the HTTP insurer adapter: only the insurer's explicit statement counts as a policy or a rejection. */
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { carBody } from '#contract/schemas/quote-calls.ts'
import { toYesNo } from '#journey/questions/yes-no-questions.ts'
import type { Fault } from '#sandbox/faults.ts'
import { type CannedResponse, cannedServer } from '#test/canned-server.ts'
import { completeIndicators } from '#test/complete-quote.ts'
import { insuredRisk, overHttp, policyOf, quotedBy } from '#test/insurer-adapters.ts'
import { testSandbox } from '#test/sandbox.ts'
import { insurerOverHttp } from './http-insurer.ts'
import { type IdempotencyMode, type Insurer, type InsurerQuote, idempotencyModes } from './port.ts'

const openQuote: InsurerQuote = {
  quoteNumber: 'Q-7K2M9-XW4RTC',
  annualCents: 100_000,
  instalmentCents: 4_000,
  imposedExcessDollars: 500,
  choice: insuredRisk.choice,
  carValueDollars: 13_700,
  steps: [],
  priceTable: null,
  validUntil: '2027-01-01',
  history: { lastModifiedDatetime: '2026-11-21T02:00:00.000Z', lastModifiedUserId: 'x' },
}
const policy = policyOf(openQuote, 'k')
const car = { make: 'Toyota', model: 'Corolla', submodel: '', year: 2014 }

const coded = (status: number, code: string): CannedResponse => ({
  status,
  body: JSON.stringify({ errors: [{ code }] }),
})

/** The attributes of the one request that this call sends. */
async function sentBy(ask: (insurer: Insurer) => Promise<unknown>) {
  const { insurer, requests } = await cannedInsurer({ status: 500 })
  await ask(insurer)
  return JSON.parse(requests[0]?.body ?? '').attributes
}

async function cannedInsurer(answer: CannedResponse, idempotency: IdempotencyMode = 'keys') {
  const { origin, requests } = await cannedServer(() => answer)
  // A short limit only for a server that hangs: on a busy machine a response may take long.
  return { ...overHttp(origin, idempotency, { timeoutMs: answer === null ? 200 : 5_000 }), requests }
}

const failedResponses: readonly [what: string, answer: CannedResponse, reason: string][] = [
  ['hangs', null, 'timeout'],
  ['answers 500', { status: 500 }, 'HTTP 500'],
  ['answers 500 with a refusal in it', coded(500, 'QUOTE_EXPIRED'), 'QUOTE_EXPIRED'],
  ['answers 401', coded(401, 'UNAUTHORISED'), 'UNAUTHORISED'],
  ['answers 404 as a proxy would', { status: 404, body: '<html>' }, 'HTTP 404'],
  ['answers garbage', { status: 200, body: '<html>' }, 'not understood'],
  ['answers another shape', { status: 200, body: '{"policyNumber":7,"data":{}}' }, 'not understood'],
  ['redirects', { status: 302, headers: { location: 'http://127.0.0.1:9/' } }, 'HTTP 302'],
  ['answers without end', { status: 200, body: 'x'.repeat(1024 * 1024 + 1) }, 'too-large'],
]

describe.each(failedResponses)('an insurer that %s', (_, answer, reason) => {
  it.each(idempotencyModes)(
    '[EDGE-13] has neither issued nor refused a policy (idempotency %s)',
    async idempotency => {
      const { insurer, requests } = await cannedInsurer(answer, idempotency)
      expect(await insurer.bind(policy)).toEqual({ outcome: 'pending', reason })
      // Never twice. On a very busy machine the request may not have arrived at all.
      expect(requests.length).toBeLessThanOrEqual(1)
      expect(await insurer.lookupBind(policy)).toEqual({ outcome: 'pending', reason })
    },
  )

  it('[EDGE-08] [EDGE-09] [QUOTE-12] gives a failed quote and a failed catalogue', async () => {
    const { insurer, catalogue } = await cannedInsurer(answer)
    const failed = { outcome: 'failed', reason }
    expect(await insurer.quote(insuredRisk)).toEqual(failed)
    expect(await insurer.amend('Q-7K2M9-XW4RTC', insuredRisk, null)).toEqual(failed)
    expect(await insurer.retrieve('Q-7K2M9-XW4RTC')).toEqual(failed)
    expect(await catalogue.valueBand('k')).toEqual(failed)
    expect(await catalogue.models(car, 'Automatic')).toEqual(failed)
  })
})

it('[CAR-05] [EDGE-05] [EDGE-06] a response of 500 never declines a car, whatever its body says', async () => {
  const models = async (status: number) =>
    (await cannedInsurer(coded(status, 'NOT_INSURABLE'))).catalogue.models(car, 'Automatic')
  expect(await models(422)).toEqual({ outcome: 'not-insurable' })
  expect(await models(503)).toEqual({ outcome: 'failed', reason: 'NOT_INSURABLE' })
  const band = async (status: number) =>
    (await cannedInsurer(coded(status, 'VEHICLE_UNKNOWN'))).catalogue.valueBand('k')
  expect(await band(404)).toEqual({ outcome: 'unknown-key' })
  expect(await band(503)).toEqual({ outcome: 'failed', reason: 'VEHICLE_UNKNOWN' })
})

it.each([
  ['Toyota\tCorolla\r\n GX\u0000', 'Toyota Corolla GX'],
  ['Toyota \u202ECorolla\ud83c', 'Toyota Corolla'],
  ['x'.repeat(201), 'x'.repeat(200)],
  // Cut before a space, and in the middle of a surrogate pair.
  [`${'x'.repeat(199)} GX`, 'x'.repeat(199)],
  [`${'x'.repeat(199)}🚗`, 'x'.repeat(199)],
])('[CAR-05] [EDGE-05] [EDGE-08] cleans and shortens the model description %j', async (sent, description) => {
  const body = JSON.stringify({ results: [{ vehicleKey: 'k', vehicleDescription: sent }] })
  const { catalogue } = await cannedInsurer({ body })
  const answer = await catalogue.models(car, 'Automatic')
  expect(answer).toEqual({ outcome: 'found', models: [{ vehicleKey: 'k', description }] })
  const { model } = carBody.shape.vehicleDetails.shape
  expect(model.safeParse(description).error).toBeUndefined()
})

it('[EDGE-05] [EDGE-06] rejects a vehicle key with characters that our calls do not allow', async () => {
  const body = JSON.stringify({ results: [{ vehicleKey: 'k\t1', vehicleDescription: 'Toyota' }] })
  const { catalogue } = await cannedInsurer({ body })
  expect(await catalogue.models(car, 'Automatic')).toEqual({ outcome: 'failed', reason: 'not understood' })
})

it('[EDGE-13] the safe resend time starts when the bind may have reached the insurer', () => {
  const quiet = (idempotency: IdempotencyMode) =>
    overHttp('http://127.0.0.1:9', idempotency, { quietSeconds: 60, timeoutMs: 2_000 }).insurer
  expect(idempotencyModes.map(mode => [mode, quiet(mode).safeResendAfterMs])).toEqual([
    ['none', 62_000],
    ['lookup', 62_000],
    ['keys', 0],
  ])
  // The default timeout.
  const wired = { url: 'http://127.0.0.1:9', key: 'k', idempotency: 'none', quietSeconds: 60 } as const
  expect(insurerOverHttp(wired).safeResendAfterMs).toBe(70_000)
})

it.each([
  ['keys', 'k'],
  ['lookup', undefined],
  ['none', undefined],
] as const)(
  '[EDGE-13] to an insurer with idempotency %s sends the key %s, our reference, and never a signature',
  async (idempotency, key) => {
    const { insurer, requests } = await cannedInsurer({ body: '{"policyNumber":"P-1"}' }, idempotency)
    const signed = { ...policy, postalAddress: { ...policy.postalAddress, signature: 'ours' } }
    expect(await insurer.bind(signed)).toEqual({ outcome: 'issued', policyNumber: 'P-1' })
    expect(requests[0]?.headers['idempotency-key']).toBe(key)
    expect(requests[0]?.body).toContain('"clientReference":"k"')
    expect(requests[0]?.body).not.toContain('ours')
  },
)

it('[EDGE-08] [DRIVER-05] [QUOTE-06] [PAY-13] sends everything that the price depends on, as in section 7', async () => {
  const [main] = insuredRisk.drivers
  if (!main) throw new Error('no driver')
  const incidents = [{ claimCode: 'LICENCE_SUS' as const, month: 3, year: 2025 }]
  const sent = await sentBy(insurer =>
    insurer.quote({
      ...insuredRisk,
      drivers: [
        { ...main, incidentCount: '1', incidents },
        { ...main, type: 'Driver2', firstName: 'Rangi', dateOfBirth: '2003-02-01' },
      ],
      choice: {
        ...insuredRisk.choice,
        voluntaryExcess: 700,
        hireCar: true,
        frequency: 'MONTHLY',
        startDate: '2028-02-29',
      },
      ...completeIndicators,
      financeCompany: 'TSB',
    }),
  )
  const option = (compensationSubType: string, isChosen: boolean) => ({
    compensationSubType,
    appliedIndicator: isChosen,
    code: isChosen ? 'TAKEN' : 'NOT_TAKEN',
  })
  const person = { surname: 'O’Brien', dateOfBirth: '1988-04-12', incidentCount: '0', claimHistory: [] }
  expect(sent).toMatchObject({
    coverages: [
      {
        policyCoverType: 'COMPREHENSIVE',
        voluntaryExcess: 700,
        compensations: [
          { compensationSubType: 'AgreedValue', sumInsured: 13_700 },
          { compensationSubType: 'MarketValue', sumInsured: 0 },
          option('WindscreenExcessWaiver', false),
          option('HireCar', true),
          option('LifetimeNewForOld', false),
          option('RoadsideAssist', false),
        ],
        risk: {
          addressDetails: { postcode: '1024', suburb: 'Mount Eden', type: 'RISK' },
          vehicleRisk: {
            carRegistration: 'JHU968',
            vehicleKey: insuredRisk.vehicleKey,
            vehicleUsageType: 'PRIVATE',
            financeCompany: 'TSB',
            indicators: toYesNo(completeIndicators),
            mainDriver: { ...person, givenName: 'Māia', incidentCount: '1', claimHistory: incidents },
            additionalDrivers: [{ ...person, givenName: 'Rangi', dateOfBirth: '2003-02-01' }],
          },
        },
      },
    ],
    quoteRequestDetails: {
      frequency: 'MONTHLY',
      policyInceptionDate: '2028-02-29',
      policyExpiryDate: '2029-03-01',
      previousInsurer: 'NONE',
    },
  })
})

it('[EDGE-13] [PAY-02] [HOLDER-02] sends every policyholder, the bank account and its authoriser', async () => {
  const [[first], [driver]] = [policy.policyholders, insuredRisk.drivers]
  if (!first || !driver) throw new Error('no people')
  // A whole initial in any script.
  const second = { ...driver, type: 'Driver2' as const, firstName: '𠮷美' }
  const sent = await sentBy(insurer =>
    insurer.bind({
      ...policy,
      insured: { postcode: '1024', drivers: [driver, second] },
      policyholders: [first, { ...first, firstName: 'Rangi', mobile: '0271234567' }],
      businessName: 'Kererū Trust',
      payment: {
        method: 'bank',
        accountName: 'M O’Brien',
        accountNumber: '12-3140-0171323-50',
        authoriserName: 'Māia O’Brien',
        debitDay: 30,
      },
    }),
  )
  const person = (givenName: string, mobileNum: string) => ({
    individualPolicyHolder: {
      contactDetails: { emailAddress: 'maia@example.nz', landlineNum: '', mobileNum },
      dob: '1988-04-12',
      givenName,
      surname: 'O’Brien',
      title: 'Ms',
    },
  })
  expect(sent).toMatchObject({
    bindPolicyParties: {
      primaryPolicyHolder: { ...person('Māia', '0211234567'), businessName: 'Kererū Trust' },
      additionalPolicyHolders: [person('Rangi', '0271234567')],
    },
    bindVehicleDetails: {
      carRegistration: 'JHU968',
      mainDriver: { givenName: 'Māia', initials: 'M', surname: 'O’Brien', claimHistory: [] },
      additionalDrivers: [{ givenName: '𠮷美', initials: '𠮷', dateOfBirth: '1988-04-12' }],
    },
    paymentContextDetails: {
      bankPaymentDetails: {
        authorizerName: 'Māia O’Brien',
        bankAccountName: 'M O’Brien',
        bankAccountNumber: '12-3140-0171323-50',
      },
      instalmentDebitDay: 30,
    },
    policyHistory: openQuote.history,
    // The postcode of the risk address, not of the postal address.
    quoteDetails: { quoteNumber: 'Q-7K2M9-XW4RTC', insuredDetails: { customerPostcode: '1024' } },
  })
})

it('[EDGE-13] without idempotency keys, a converted quote is not a refusal', async () => {
  for (const idempotency of idempotencyModes) {
    const { insurer } = await cannedInsurer(coded(409, 'QUOTE_CONVERTED'), idempotency)
    const outcome = idempotency === 'keys' ? 'rejected' : 'pending'
    expect(await insurer.bind(policy)).toMatchObject({ outcome })
  }
})

/** A quote of the sandbox insurer and its raw response, which the tests change. */
async function quoteWithResponse() {
  const { origin } = await testSandbox()
  const quote = await quotedBy(overHttp(`${origin}/api/insurer`, 'none').insurer)
  const answer = await fetch(`${origin}/api/insurer/quote/retrieve`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer sandbox-insurer-key' },
    body: JSON.stringify({ quoteNumber: quote.quoteNumber }),
  })
  return { quote, responseText: await answer.text() }
}

it('[EDGE-09] [EDGE-13] rejects a response about another quote', async () => {
  const { quote, responseText } = await quoteWithResponse()
  const { insurer } = await cannedInsurer({ body: responseText }, 'none')
  const mixedUp = { outcome: 'failed', reason: 'another quote' }
  expect(await insurer.retrieve('Q-7K2M9-XW4RTC')).toEqual(mixedUp)
  expect(await insurer.amend('Q-7K2M9-XW4RTC', insuredRisk, null)).toEqual(mixedUp)
  expect(await insurer.retrieve(quote.quoteNumber)).toMatchObject({ outcome: 'quoted' })
})

it.each<[policyDetails: object, outcome: string | undefined]>([
  [{ status: 'CONVERTED', policyNumber: 'P-1' }, 'issued'],
  [{ status: 'CONVERTED' }, 'pending'],
  [{ status: 'QUOTED', policyNumber: null }, undefined],
  [{ status: 'QUOTED', policyNumber: 'P-1' }, undefined],
  [{ status: 'EXPIRED' }, undefined],
  [{ status: null }, 'pending'],
  [{}, 'pending'],
  [{ status: 'CONVERTED', policyNumber: 'P-1', quoteNum: 'Q-2' }, 'pending'],
])('[EDGE-13] reads the result of a bind from its quote %j, without a price', async (details, outcome) => {
  const policyDetails = { quoteNum: 'Q-1', ...details }
  const body = JSON.stringify({ data: { attributes: { policyDetails, policyHistory: null } } })
  const { insurer } = await cannedInsurer({ body }, 'none')
  const became = await insurer.lookupBind({ idempotencyKey: 'k', quoteNumber: 'Q-1' })
  expect(became?.outcome).toBe(outcome)
})

type RawAttributes = Awaited<ReturnType<typeof JSON.parse>>

/** Requests a quote and applies `change` to the insurer's response. */
async function quoteWithChangedResponse(change: (attributes: RawAttributes) => void, risk = insuredRisk) {
  const { quote, responseText } = await quoteWithResponse()
  const changed = JSON.parse(responseText)
  change(changed.data.attributes)
  const { insurer } = await cannedInsurer({ body: JSON.stringify(changed) })
  return { quote, answer: await insurer.amend(quote.quoteNumber, risk, quote.history), insurer }
}

const coverageOf = (attributes: RawAttributes) => attributes.policyComponent.coverages[0]

it.each<[what: string, change: (attributes: RawAttributes) => void]>([
  ['another day', all => Object.assign(all, { policyInceptionDate: '2027-07-04' })],
  ['another frequency', all => Object.assign(all.policyDetails.billingInfo, { frequency: 'MONTHLY' })],
  ['another cover', all => Object.assign(coverageOf(all), { policyCoverType: 'THIRD_PARTY' })],
  ['another excess', all => Object.assign(coverageOf(all), { voluntaryExcess: 300 })],
  ['another value', all => Object.assign(coverageOf(all).compensations[0], { sumInsured: 9_000 })],
  [
    'an option that was not chosen',
    all => coverageOf(all).compensations.push({ compensationSubType: 'HireCar', appliedIndicator: true }),
  ],
])('[EDGE-09] [EDGE-18] rejects a price for %s than requested', async (_, change) => {
  const { quote, answer, insurer } = await quoteWithChangedResponse(change)
  expect(answer).toEqual({ outcome: 'failed', reason: 'choice differs' })
  expect(await insurer.quote(insuredRisk)).toEqual(answer)
  // A retrieved quote is the insurer's newest, so it is not compared with a request.
  expect(await insurer.retrieve(quote.quoteNumber)).toMatchObject({ outcome: 'quoted' })
})

describe('a refused amend of a changed quote, without the quote in the response', () => {
  const carried = { lastModifiedDatetime: '2027-07-01T00:00:00Z', lastModifiedUserId: 'carried' }
  const bare = coded(409, 'QUOTE_CHANGED')
  type Retrieved = (quote: InsurerQuote, responseText: string) => CannedResponse
  const amendWithChangedResponse = async (retrieved: Retrieved, timeoutMs = 5_000) => {
    const { quote, responseText } = await quoteWithResponse()
    const { origin, requests } = await cannedServer(({ url }) =>
      url.endsWith('/quote/amend') ? bare : retrieved(quote, responseText),
    )
    const { insurer } = overHttp(origin, 'none', { timeoutMs })
    const answer = await insurer.amend(quote.quoteNumber, insuredRisk, carried)
    return { quote, answer, asked: requests.map(({ url, body }) => [url, JSON.parse(body).quoteNumber]) }
  }

  it('[EDGE-09] [QUOTE-12] retrieves the current quote once', async () => {
    const { quote, answer, asked } = await amendWithChangedResponse((_, body) => ({ body }))
    expect(answer).toMatchObject({ outcome: 'stale', quote: { history: quote.history } })
    expect(asked).toEqual([
      ['/quote/amend', undefined],
      ['/quote/retrieve', quote.quoteNumber],
    ])
  })

  it('[EDGE-09] uses the requested start date if the insurer does not repeat it', async () => {
    const { answer } = await amendWithChangedResponse((_, responseText) => {
      const changed = JSON.parse(responseText)
      delete changed.data.attributes.policyInceptionDate
      return { body: JSON.stringify(changed) }
    })
    expect(answer).toMatchObject({ outcome: 'stale', quote: { choice: { startDate: '2027-07-05' } } })
  })

  const failed = (reason: string) => ({ outcome: 'failed', reason })
  it.each<[what: string, retrieved: Retrieved, result: object]>([
    ['is out', () => ({ status: 503 }), failed('HTTP 503')],
    ['refuses again', () => bare, failed('not understood')],
    ['refers it', () => ({ status: 204 }), failed('not understood')],
    [
      'tells the mark that it has just refused',
      ({ history }, text) => ({
        body: text
          .replaceAll(history.lastModifiedDatetime, carried.lastModifiedDatetime)
          .replaceAll(history.lastModifiedUserId, carried.lastModifiedUserId),
      }),
      failed('not understood'),
    ],
    [
      'tells another quote',
      ({ quoteNumber }, text) => ({ body: text.replaceAll(quoteNumber, 'Q-1') }),
      failed('another quote'),
    ],
    ['tells a policy', () => coded(409, 'QUOTE_CONVERTED'), { outcome: 'converted' }],
    ['tells an expired quote', () => coded(409, 'QUOTE_EXPIRED'), { outcome: 'expired' }],
  ])('[EDGE-09] [QUOTE-12] fails or ends if the insurer then %s', async (_, retrieved, result) => {
    expect((await amendWithChangedResponse(retrieved)).answer).toEqual(result)
  })

  it('[EDGE-09] [QUOTE-12] uses only the remaining time for the second request', async () => {
    const limits = vi.spyOn(AbortSignal, 'timeout')
    onTestFinished(() => limits.mockRestore())
    await amendWithChangedResponse(() => bare, 4_000)
    const [first, second] = limits.mock.calls.slice(-2).map(([limitMs]) => limitMs)
    expect(first).toBe(4_000)
    expect(second).toBeLessThan(4_000)
  })
})

const oddHistory = (odd: object) => (attributes: RawAttributes) =>
  Object.assign(attributes.policyHistory, odd)
const priced = (grossPremium: number, installmentAmount: number) => (attributes: RawAttributes) =>
  Object.assign(attributes.policyComponent, { premium: { grossPremium, installmentAmount } })
it.each<[what: string, change: (attributes: RawAttributes) => void]>([
  // Our calls do not allow these characters.
  ['a time with a control character', oddHistory({ lastModifiedDatetime: 'a\tb' })],
  ['a user with a mark that turns the line round', oddHistory({ lastModifiedUserId: 'a\u202Eb' })],
  ['a price of zero', priced(0, 0)],
  ['an instalment of zero', priced(900, 0)],
  ['a price with fractions of a cent', priced(913.456, 35.13)],
  ['an instalment with fractions of a cent', priced(913.45, 71.6346)],
])('[EDGE-09] [QUOTE-03] [PAY-11] rejects %s', async (_, change) => {
  const { answer } = await quoteWithChangedResponse(change)
  expect(answer).toEqual({ outcome: 'failed', reason: 'not understood' })
})

it.each<[what: string, change: (attributes: RawAttributes) => void, read: Partial<InsurerQuote>]>([
  ['has no car value', all => coverageOf(all).compensations.shift(), { carValueDollars: 13_700 }],
  [
    'has cents in its car value',
    all => Object.assign(coverageOf(all).compensations[0], { sumInsured: 13_700.4 }),
    { carValueDollars: 13_700 },
  ],
  ['has a binary rounding error in its price', priced(35.13 * 26, 35.13), { annualCents: 91_338 }],
  ['has steps that do not add up', all => Object.assign(all.priceSteps[0], { amount: 1 }), { steps: [] }],
])('[QUOTE-03] [QUOTE-07] [QUOTE-13] [PAY-07] reads a quote that %s', async (_, change, read) => {
  expect((await quoteWithChangedResponse(change)).answer).toMatchObject({ outcome: 'quoted', quote: read })
})

it.each([null, undefined])(
  '[EDGE-08] [ENTRY-09] [QUOTE-04] [QUOTE-08] [PAY-13] uses requested or default values for fields that are %s',
  async none => {
    const { quote, answer, insurer } = await quoteWithChangedResponse(attributes => {
      const [coverage] = attributes.policyComponent.coverages
      coverage.imposedExcess = none
      for (const one of coverage.compensations)
        Object.assign(one, {
          sumInsured: one.sumInsured ?? none,
          // Only the code shows that the hire car is not chosen.
          code: one.compensationSubType === 'HireCar' ? one.code : none,
          ...(one.appliedIndicator && { appliedIndicator: none }),
        })
      Object.assign(attributes.policyDetails, { status: none, policyNumber: none })
      Object.assign(attributes, { policyInceptionDate: none, priceSteps: none, priceTable: none })
      attributes.validUntil = none
    })
    expect(answer).toEqual({
      outcome: 'quoted',
      quote: { ...quote, imposedExcessDollars: 500, steps: [], priceTable: null, validUntil: null },
    })
    // A retrieve has no requested start date.
    const retrieved = await insurer.retrieve(quote.quoteNumber)
    expect(retrieved).toEqual({ outcome: 'failed', reason: 'not understood' })
  },
)

it('[QUOTE-03] [PAY-11] charges the gross premium for an annual payment, whatever the instalment says', async () => {
  const annual = { ...insuredRisk, choice: { ...insuredRisk.choice, frequency: 'ANNUAL' as const } }
  const { answer } = await quoteWithChangedResponse(attributes => {
    attributes.policyDetails.billingInfo.frequency = 'ANNUAL'
    attributes.policyComponent.premium = { grossPremium: 913.45, installmentAmount: 7 }
  }, annual)
  expect(answer).toMatchObject({ quote: { annualCents: 91_345, instalmentCents: 91_345 } })
})

it('[CAR-10] rounds the insurer’s value band inwards to whole dollars', async () => {
  const body = JSON.stringify({ minSumInsured: 9_875.5, maxSumInsured: 14_800.5 })
  const band = { minimumDollars: 9_876, maximumDollars: 14_800 }
  const { catalogue } = await cannedInsurer({ body })
  expect(await catalogue.valueBand('k')).toEqual({ outcome: 'found', band })
})

it.each<[Fault, 'issued' | null]>([
  [{ when: 'before', how: 'status-500' }, null],
  [{ when: 'after', how: 'status-500' }, 'issued'],
  [{ when: 'before', how: 'reset' }, null],
  [{ when: 'after', how: 'reset' }, 'issued'],
  [{ when: 'after', how: 'delay', delayMs: 2_500 }, 'issued'],
])('[EDGE-13] looks up the result of a lost bind (%j)', async (fault, became) => {
  const lookUp = async (idempotency: IdempotencyMode) => {
    const planned = [fault]
    const faults = (call: string) => (call.endsWith('/quote/bind') ? (planned.shift() ?? null) : null)
    const { origin } = await testSandbox({ idempotency, faults })
    const { insurer } = overHttp(`${origin}/api/insurer`, idempotency, { timeoutMs: 2_000 })
    const sent = policyOf(await quotedBy(insurer), 'k')
    expect(await insurer.bind(sent)).toMatchObject({ outcome: 'pending' })
    return (await insurer.lookupBind(sent))?.outcome ?? null
  }
  expect(await Promise.all(idempotencyModes.map(lookUp))).toEqual([became, became, became])
})
