/**
 * Tests of the HTTP insurer adapter with a misbehaving insurer: only its explicit statement counts as a
 * policy or as no policy.
 */
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import type { Fault } from '#sandbox/faults.ts'
import { type CannedResponse, cannedServer } from '#test/canned-server.ts'
import { insuredRisk, overHttp, policyOf, quotedBy } from '#test/insurer-adapters.ts'
import { temporaryDir, testSandbox } from '#test/sandbox.ts'
import { insurerOverHttp } from './http-insurer.ts'
import type { InsurerQuote } from './port.ts'
import { insurerIdempotencies } from './port.ts'

const quoteAtHand: InsurerQuote = {
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
const policy = policyOf(quoteAtHand, 'k')

const coded = (status: number, code: string): CannedResponse => ({
  status,
  body: JSON.stringify({ errors: [{ code }] }),
})

async function cannedInsurer(
  answer: CannedResponse,
  idempotency: (typeof insurerIdempotencies)[number] = 'keys',
) {
  const { origin, requests } = await cannedServer(() => answer)
  // Only who hangs is to be given up; on a busy machine a mere answer may take long.
  return { ...overHttp(origin, idempotency, { timeoutMs: answer === null ? 200 : 5_000 }), requests }
}

const noAnswers: readonly [what: string, answer: CannedResponse, reason: string][] = [
  ['hangs', null, 'timeout'],
  ['answers 500', { status: 500 }, 'HTTP 500'],
  ['answers 500 with a refusal in it', coded(500, 'QUOTE_EXPIRED'), 'QUOTE_EXPIRED'],
  ['answers 429', { status: 429 }, 'HTTP 429'],
  ['answers 401', coded(401, 'UNAUTHORISED'), 'UNAUTHORISED'],
  ['answers 404 as a proxy would', { status: 404, body: '<html>' }, 'HTTP 404'],
  ['answers garbage', { status: 200, body: '<html>' }, 'not understood'],
  ['answers another shape', { status: 200, body: '{"policyNumber":7,"data":{}}' }, 'not understood'],
  ['redirects', { status: 302, headers: { location: 'http://127.0.0.1:9/' } }, 'HTTP 302'],
  ['answers without end', { status: 200, body: 'x'.repeat(1024 * 1024 + 1) }, 'too-large'],
]

describe.each(noAnswers)('an insurer that %s', (_, answer, reason) => {
  it.each(insurerIdempotencies)(
    '[EDGE-13] has neither made a policy nor refused one (knowing %s)',
    async idempotency => {
      const { insurer, requests } = await cannedInsurer(answer, idempotency)
      expect(await insurer.bind(policy)).toEqual({ outcome: 'pending', reason })
      // Never twice; on a machine that is very busy it may not even have arrived once.
      expect(requests.length).toBeLessThanOrEqual(1)
      expect(await insurer.lookupBind(policy)).toEqual({ outcome: 'pending', reason })
    },
  )

  it('[EDGE-08] [EDGE-09] [QUOTE-12] has given no quote and no list of cars', async () => {
    const { insurer, catalogue } = await cannedInsurer(answer)
    const failed = { outcome: 'failed', reason }
    expect(await insurer.quote(insuredRisk)).toEqual(failed)
    expect(await insurer.amend('Q-7K2M9-XW4RTC', insuredRisk, null)).toEqual(failed)
    expect(await insurer.retrieve('Q-7K2M9-XW4RTC')).toEqual(failed)
    expect(await catalogue.valueBand('k')).toEqual(failed)
    const car = { make: 'Toyota', model: 'Corolla', submodel: '', year: 2014 }
    expect(await catalogue.models(car, 'Automatic')).toEqual(failed)
  })
})

it('[CAR-05] [EDGE-05] [EDGE-06] an insurer that is out of order has not turned the car away, whatever it says with it', async () => {
  const car = { make: 'Toyota', model: 'Corolla', submodel: '', year: 2014 }
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
  ['control characters in it', 'Toyota\tCorolla\r\n GX\u0000', 'Toyota Corolla GX'],
  ['a mark that turns it round, and half a letter', 'Toyota \u202ECorolla\ud83c', 'Toyota Corolla'],
  ['a letter too many', 'x'.repeat(201), 'x'.repeat(200)],
  ['a blank where it is cut', `${'x'.repeat(199)} GX`, 'x'.repeat(199)],
  ['a letter of two halves where it is cut', `${'x'.repeat(199)}🚗`, 'x'.repeat(199)],
])(
  '[CAR-05] [EDGE-05] [EDGE-08] a model is described so that step 1 can send it back: with %s',
  async (_, vehicleDescription, description) => {
    const body = JSON.stringify({ results: [{ vehicleKey: 'k', vehicleDescription }] })
    const { catalogue } = await cannedInsurer({ body })
    const car = { make: 'Toyota', model: 'Corolla', submodel: '', year: 2014 }
    const answer = await catalogue.models(car, 'Automatic')
    expect(answer).toEqual({ outcome: 'found', models: [{ vehicleKey: 'k', description }] })
    const sent = {
      id: '5f0c1a52-9d5c-4b53-9a6e-0d8a1f6f2b11',
      vehicleDetails: {
        transmission: 'Automatic',
        vehicleKey: 'k',
        model: description,
        value: 20_000,
        isFinanced: 'NO',
      },
      addressDetails: {
        postcode: '1050',
        suburb: 'Remuera',
        addressInFreeForm: { addressLine1: '88 Remuera Road' },
      },
    }
    expect(endpoints.quoteCreate.body.safeParse(sent).error).toBeUndefined()
  },
)

it('[EDGE-05] [EDGE-06] a key that could not be asked for again is none: it is not ours to mend', async () => {
  const body = JSON.stringify({ results: [{ vehicleKey: 'k\t1', vehicleDescription: 'Toyota' }] })
  const { catalogue } = await cannedInsurer({ body })
  const car = { make: 'Toyota', model: 'Corolla', submodel: '', year: 2014 }
  expect(await catalogue.models(car, 'Automatic')).toEqual({ outcome: 'failed', reason: 'not understood' })
})

it('[EDGE-13] the quiet period goes on from when a bind has reached the insurer, not from when we began to send it', () => {
  const quiet = (idempotency: (typeof insurerIdempotencies)[number], given: object) =>
    overHttp('http://127.0.0.1:9', idempotency, { quietMs: 60_000, ...given }).insurer.safeResendAfterMs
  expect(quiet('none', { timeoutMs: 2_000 })).toBe(62_000)
  expect(quiet('lookup', { timeoutMs: 2_000 })).toBe(62_000)
  expect(quiet('keys', { timeoutMs: 2_000 })).toBe(0)
  // As it is wired.
  const wired = { baseUrl: 'http://127.0.0.1:9', key: 'k', idempotency: 'none', quietMs: 60_000 } as const
  expect(insurerOverHttp(wired).safeResendAfterMs).toBe(70_000)
})

it('[EDGE-13] nothing that listens is nothing that was refused', async () => {
  const { insurer } = overHttp('http://127.0.0.1:9', 'keys')
  expect(await insurer.bind(policy)).toEqual({ outcome: 'pending', reason: 'unreachable' })
})

it('[EDGE-13] sends its key only to an insurer that knows keys, our reference to every one, and no signature of ours', async () => {
  const sent = await Promise.all(
    insurerIdempotencies.map(async idempotency => {
      const { insurer, requests } = await cannedInsurer(
        { status: 200, body: '{"policyNumber":"P-1"}' },
        idempotency,
      )
      const signed = { ...policy, postalAddress: { ...policy.postalAddress, signature: 'ours' } }
      expect(await insurer.bind(signed)).toEqual({ outcome: 'issued', policyNumber: 'P-1' })
      expect(requests[0]?.body).toContain('"clientReference":"k"')
      expect(requests[0]?.body).not.toContain('ours')
      return [idempotency, requests[0]?.headers['idempotency-key']]
    }),
  )
  expect(Object.fromEntries(sent)).toEqual({ keys: 'k', lookup: undefined, none: undefined })
})

it('[EDGE-08] [DRIVER-05] [QUOTE-06] tells the insurer all that a price hangs on, in the shapes of section 7', async () => {
  const { insurer, requests } = await cannedInsurer({ status: 500 })
  const [main] = insuredRisk.drivers
  if (!main) throw new Error('nobody drives')
  const incidents = [{ claimCode: 'LICENCE_SUS' as const, month: 3, year: 2025 }]
  await insurer.quote({
    ...insuredRisk,
    drivers: [
      { ...main, incidentCount: '1', incidents },
      { ...main, type: 'Driver2', firstName: 'Rangi', dateOfBirth: '2003-02-01' },
    ],
    choice: { ...insuredRisk.choice, voluntaryExcess: 700, hireCar: true, frequency: 'MONTHLY' },
    criminalRecord: true,
    financeCompany: 'TSB',
  })
  const option = (compensationSubType: string, taken: boolean) => ({
    compensationSubType,
    appliedIndicator: taken,
    code: taken ? 'TAKEN' : 'NOT_TAKEN',
  })
  const person = { surname: 'O’Brien', dateOfBirth: '1988-04-12', incidentCount: '0', claimHistory: [] }
  expect(JSON.parse(requests[0]?.body ?? '').attributes).toMatchObject({
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
            indicators: { businessUse: 'NO', modification: 'NO', criminalRecord: 'YES' },
            mainDriver: { ...person, givenName: 'Māia', incidentCount: '1', claimHistory: incidents },
            additionalDrivers: [{ ...person, givenName: 'Rangi', dateOfBirth: '2003-02-01' }],
          },
        },
      },
    ],
    quoteRequestDetails: {
      frequency: 'MONTHLY',
      policyInceptionDate: '2027-07-05',
      policyExpiryDate: '2028-07-05',
      previousInsurer: 'NONE',
    },
  })
})

it('[EDGE-08] [PAY-13] tells the insurer that a year from 29 February is over as 1 March begins', async () => {
  const { insurer, requests } = await cannedInsurer({ status: 500 })
  await insurer.quote({ ...insuredRisk, choice: { ...insuredRisk.choice, startDate: '2028-02-29' } })
  expect(JSON.parse(requests[0]?.body ?? '').attributes.quoteRequestDetails).toMatchObject({
    policyInceptionDate: '2028-02-29',
    policyExpiryDate: '2029-03-01',
  })
})

it('[EDGE-13] [PAY-02] [HOLDER-02] tells the insurer every policyholder, the account to debit and who allows it, each in its own place', async () => {
  const [first] = policy.policyholders
  if (!first) throw new Error('nobody holds it')
  const { insurer, requests } = await cannedInsurer({ status: 200, body: '{"policyNumber":"P-1"}' })
  const driver = insuredRisk.drivers[0]
  if (!driver) throw new Error('nobody drives')
  await insurer.bind({
    ...policy,
    insured: { postcode: '1024', drivers: [driver, { ...driver, type: 'Driver2', firstName: 'Rangi' }] },
    policyholders: [first, { ...first, firstName: 'Rangi', mobile: '0271234567' }],
    businessName: 'Kererū Trust',
    payment: {
      method: 'bank',
      accountName: 'M O’Brien',
      accountNumber: '12-3140-0171323-50',
      authoriserName: 'Māia O’Brien',
      debitDay: 30,
    },
  })
  const person = (givenName: string, mobileNum: string) => ({
    individualPolicyHolder: {
      contactDetails: { emailAddress: 'maia@example.nz', landlineNum: '', mobileNum },
      dob: '1988-04-12',
      givenName,
      surname: 'O’Brien',
      title: 'Ms',
    },
  })
  expect(JSON.parse(requests[0]?.body ?? '').attributes).toMatchObject({
    bindPolicyParties: {
      primaryPolicyHolder: { ...person('Māia', '0211234567'), businessName: 'Kererū Trust' },
      additionalPolicyHolders: [person('Rangi', '0271234567')],
    },
    bindVehicleDetails: {
      carRegistration: 'JHU968',
      mainDriver: { givenName: 'Māia', initials: 'M', surname: 'O’Brien', claimHistory: [] },
      additionalDrivers: [{ givenName: 'Rangi', initials: 'R', dateOfBirth: '1988-04-12' }],
    },
    paymentContextDetails: {
      bankPaymentDetails: {
        authorizerName: 'Māia O’Brien',
        bankAccountName: 'M O’Brien',
        bankAccountNumber: '12-3140-0171323-50',
      },
      instalmentDebitDay: 30,
    },
    policyHistory: quoteAtHand.history,
    // Where the car is kept, not where the post goes.
    quoteDetails: { quoteNumber: 'Q-7K2M9-XW4RTC', insuredDetails: { customerPostcode: '1024' } },
  })
})

it('[EDGE-13] a first letter is told whole, whatever language it is of', async () => {
  const { insurer, requests } = await cannedInsurer({ status: 200, body: '{"policyNumber":"P-1"}' })
  const drivers = insuredRisk.drivers.map(driver => ({ ...driver, firstName: '𠮷美' }))
  await insurer.bind({ ...policy, insured: { postcode: '1024', drivers } })
  expect(JSON.parse(requests[0]?.body ?? '').attributes.bindVehicleDetails.mainDriver.initials).toBe('𠮷')
})

it('[EDGE-13] where no key is known, a quote that is a policy already may be ours: that is no refusal', async () => {
  for (const [idempotency, outcome] of [
    ['keys', 'rejected'],
    ['lookup', 'pending'],
    ['none', 'pending'],
  ] as const)
    expect(
      await (await cannedInsurer(coded(409, 'QUOTE_CONVERTED'), idempotency)).insurer.bind(policy),
    ).toMatchObject({
      outcome,
    })
})

/** A quote of the sandbox's insurer, and what its wire says of it, to be changed and said again. */
async function saidOfAQuote() {
  const { origin } = await testSandbox({ insurer: { dir: await temporaryDir(), idempotency: 'none' } })
  const quote = await quotedBy(overHttp(`${origin}/api/insurer`, 'none').insurer)
  const answer = await fetch(`${origin}/api/insurer/quote/retrieve`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer sandbox-insurer-key' },
    body: JSON.stringify({ quoteNumber: quote.quoteNumber }),
  })
  return { quote, said: await answer.text() }
}

it('[EDGE-13] a quote that does not tell whether it became a policy says nothing of it', async () => {
  const { quote, said: told } = await saidOfAQuote()
  const asked = async (change: (body: string) => string) =>
    (await cannedInsurer({ body: change(told) }, 'none')).insurer.lookupBind(policyOf(quote, 'k'))
  expect(await asked(body => body)).toBeNull()
  expect(await asked(body => body.replace('"status":"QUOTED",', ''))).toMatchObject({ outcome: 'pending' })
  expect(await asked(body => body.replace('"QUOTED"', '"CONVERTED"'))).toMatchObject({ outcome: 'pending' })
  expect(
    await asked(body => body.replace('"status":"QUOTED"', '"status":"CONVERTED","policyNumber":"P-1"')),
  ).toEqual({ outcome: 'issued', policyNumber: 'P-1' })
})

it('[EDGE-09] [EDGE-13] an answer about another quote is no answer: neither its price nor its policy is taken for this one', async () => {
  const { quote, said } = await saidOfAQuote()
  const told = said.replace('"QUOTED"', '"CONVERTED","policyNumber":"P-1"')
  const { insurer } = await cannedInsurer({ body: told }, 'none')
  const mixedUp = { outcome: 'failed', reason: 'another quote' }
  expect(await insurer.retrieve('Q-7K2M9-XW4RTC')).toEqual(mixedUp)
  expect(await insurer.lookupBind(policy)).toMatchObject({ outcome: 'pending' })
  expect(await insurer.retrieve(quote.quoteNumber)).toMatchObject({ outcome: 'quoted' })
})

it.each<[what: string, said: object, outcome: string | undefined]>([
  ['a policy, and no more', { quoteNum: 'Q-1', status: 'CONVERTED', policyNumber: 'P-1' }, 'issued'],
  ['that it is open', { quoteNum: 'Q-1', status: 'QUOTED', policyNumber: null }, undefined],
  ['nothing of it', { quoteNum: 'Q-1', status: null }, 'pending'],
])(
  '[EDGE-13] what became of a bind is read without the price of its quote, which may be over: it says %s',
  async (_, policyDetails, outcome) => {
    const body = JSON.stringify({ data: { attributes: { policyDetails, policyHistory: null } } })
    const { insurer } = await cannedInsurer({ body }, 'none')
    const became = await insurer.lookupBind({ idempotencyKey: 'k', quoteNumber: 'Q-1' })
    expect(became?.outcome).toBe(outcome)
  },
)

type Said = Awaited<ReturnType<typeof JSON.parse>>

/** What the insurer makes of the risk when its answer is changed on the way. */
async function answered(change: (attributes: Said) => void, risk = insuredRisk) {
  const { quote, said } = await saidOfAQuote()
  const told = JSON.parse(said)
  change(told.data.attributes)
  const { insurer } = await cannedInsurer({ body: JSON.stringify(told) })
  return { quote, answer: await insurer.amend(quote.quoteNumber, risk, quote.history), insurer }
}

it.each<[what: string, change: (attributes: Said) => void]>([
  ['another day', said => Object.assign(said, { policyInceptionDate: '2027-07-04' })],
  ['another frequency', said => Object.assign(said.policyDetails.billingInfo, { frequency: 'MONTHLY' })],
  [
    'another cover',
    said => Object.assign(said.policyComponent.coverages[0], { policyCoverType: 'THIRD_PARTY' }),
  ],
  ['another excess', said => Object.assign(said.policyComponent.coverages[0], { voluntaryExcess: 300 })],
  [
    'another value',
    said => Object.assign(said.policyComponent.coverages[0].compensations[0], { sumInsured: 9_000 }),
  ],
  [
    'another agreed value, beside its market value,',
    said => {
      const { compensations } = said.policyComponent.coverages[0]
      compensations[0].sumInsured = 9_000
      compensations.push({ compensationSubType: 'MarketValue', sumInsured: 13_700 })
    },
  ],
  [
    'an option nobody chose',
    said =>
      said.policyComponent.coverages[0].compensations.push({
        compensationSubType: 'HireCar',
        appliedIndicator: true,
      }),
  ],
])('[EDGE-09] [EDGE-18] a price for %s than was asked for is no price', async (_, change) => {
  const { quote, answer, insurer } = await answered(change)
  expect(answer).toEqual({ outcome: 'failed', reason: 'not what was asked' })
  expect(await insurer.quote(insuredRisk)).toEqual(answer)
  // Merely looked at, it is the insurer's newest, whatever we had asked for before.
  expect(await insurer.retrieve(quote.quoteNumber)).toMatchObject({ outcome: 'quoted' })
})

it('[EDGE-09] the price of another quote is not taken for the one that was amended', async () => {
  const { answer } = await answered(said => Object.assign(said.policyDetails, { quoteNum: 'Q-1' }))
  expect(answer).toEqual({ outcome: 'failed', reason: 'another quote' })
})

describe('a quote that somebody else changed first, whose refusal does not bring it', () => {
  const carried = { lastModifiedDatetime: '2027-07-01T00:00:00Z', lastModifiedUserId: 'carried' }
  const bare = coded(409, 'QUOTE_CHANGED')
  const amendedBy = async (
    retrieved: (quote: InsurerQuote, said: string) => CannedResponse,
    timeoutMs = 5_000,
  ) => {
    const { quote, said } = await saidOfAQuote()
    const { origin, requests } = await cannedServer(({ url }) =>
      url.endsWith('/quote/amend') ? bare : retrieved(quote, said),
    )
    const { insurer } = overHttp(origin, 'none', { timeoutMs })
    const answer = await insurer.amend(quote.quoteNumber, insuredRisk, carried)
    return { quote, answer, asked: requests.map(({ url, body }) => [url, JSON.parse(body).quoteNumber]) }
  }

  it('[EDGE-09] [QUOTE-12] is asked for once, and shown as it stands now', async () => {
    const { quote, answer, asked } = await amendedBy((_, body) => ({ body }))
    const { quoteNumber, annualCents, history } = quote
    expect(answer).toMatchObject({ outcome: 'stale', quote: { quoteNumber, annualCents, history } })
    expect(asked).toEqual([
      ['/quote/amend', undefined],
      ['/quote/retrieve', quoteNumber],
    ])
  })

  it('[EDGE-09] where the insurer does not repeat its first day, that is the one that was asked for', async () => {
    const { answer } = await amendedBy((_, said) => {
      const told = JSON.parse(said)
      delete told.data.attributes.policyInceptionDate
      return { body: JSON.stringify(told) }
    })
    expect(answer).toMatchObject({ outcome: 'stale', quote: { choice: { startDate: '2027-07-05' } } })
  })

  it.each<[what: string, retrieved: (quote: InsurerQuote, said: string) => CannedResponse, reason: string]>([
    ['is out', () => ({ status: 503 }), 'HTTP 503'],
    ['refuses again', () => bare, 'not understood'],
    ['refers it', () => ({ status: 204 }), 'not understood'],
    [
      'tells the mark that it has just refused',
      ({ history }, said) => ({
        body: said
          .replaceAll(history.lastModifiedDatetime, carried.lastModifiedDatetime)
          .replaceAll(history.lastModifiedUserId, carried.lastModifiedUserId),
      }),
      'not understood',
    ],
    [
      'tells another quote',
      ({ quoteNumber }, said) => ({ body: said.replaceAll(quoteNumber, 'Q-1') }),
      'another quote',
    ],
  ])('[EDGE-09] [QUOTE-12] has failed as before where the insurer %s', async (_, retrieved, reason) => {
    expect((await amendedBy(retrieved)).answer).toEqual({ outcome: 'failed', reason })
  })

  it.each([
    ['QUOTE_CONVERTED', 'converted'],
    ['QUOTE_EXPIRED', 'expired'],
  ])('[EDGE-09] [QUOTE-12] is over where the insurer then says %s', async (code, outcome) => {
    expect((await amendedBy(() => coded(409, code))).answer).toEqual({ outcome })
  })

  it('[EDGE-09] [QUOTE-12] is waited for only for what the first answer left of the time', async () => {
    const limits = vi.spyOn(AbortSignal, 'timeout')
    onTestFinished(() => limits.mockRestore())
    await amendedBy(() => bare, 4_000)
    const [first, second] = limits.mock.calls.slice(-2).map(([limitMs]) => limitMs)
    expect(first).toBe(4_000)
    expect(second).toBeLessThan(4_000)
  })
})

it.each([
  ['a time with a control character', { lastModifiedDatetime: 'a\tb' }],
  ['a user with a control character', { lastModifiedUserId: 'a\tb' }],
  ['a user with a mark that turns the line round', { lastModifiedUserId: 'a\u202Eb' }],
])('[EDGE-09] a mark of the insurer that no call of ours carries is no mark: %s', async (_, odd) => {
  const { answer } = await answered(said => Object.assign(said.policyHistory, odd))
  expect(answer).toEqual({ outcome: 'failed', reason: 'not understood' })
})

it('[QUOTE-07] [PAY-07] where an insurer does not repeat the value, the car is insured for what was asked', async () => {
  const { answer } = await answered(said => said.policyComponent.coverages[0].compensations.shift())
  expect(answer).toMatchObject({ outcome: 'quoted', quote: { carValueDollars: 13_700 } })
})

it('[QUOTE-07] [PAY-07] what the car would fetch on the market may stand beside the value that was agreed', async () => {
  const { answer } = await answered(said =>
    said.policyComponent.coverages[0].compensations.push({
      compensationSubType: 'MarketValue',
      sumInsured: 14_200,
    }),
  )
  expect(answer).toMatchObject({ outcome: 'quoted', quote: { carValueDollars: 13_700 } })
})

it.each([
  { grossPremium: 0, installmentAmount: 0 },
  { grossPremium: 900, installmentAmount: 0 },
  { grossPremium: 913.456, installmentAmount: 35.13 },
  { grossPremium: 913.45, installmentAmount: 71.6346 },
])(
  '[QUOTE-03] [PAY-11] cover for nothing is no price, nor is one with a part of a cent: %j',
  async premium => {
    const { answer } = await answered(said => Object.assign(said.policyComponent, { premium }))
    expect(answer).toEqual({ outcome: 'failed', reason: 'not understood' })
  },
)

it('[QUOTE-03] a price that was reckoned in binary fractions is the one that was meant', async () => {
  const premium = { grossPremium: 35.13 * 26, installmentAmount: 35.13 }
  expect(premium.grossPremium).not.toBe(913.38)
  const { answer } = await answered(said => Object.assign(said.policyComponent, { premium }))
  expect(answer).toMatchObject({ outcome: 'quoted', quote: { annualCents: 91_338 } })
})

it('[QUOTE-04] [ENTRY-09] what section 7 leaves to an insurer to say may be left unsaid: the imposed excess, and that an option is on', async () => {
  const { quote, answer } = await answered(said => {
    const [coverage] = said.policyComponent.coverages
    delete coverage.imposedExcess
    for (const option of coverage.compensations) if (option.appliedIndicator) delete option.appliedIndicator
  })
  expect(answer).toMatchObject({
    outcome: 'quoted',
    quote: { imposedExcessDollars: 500, choice: quote.choice },
  })
})

it.each([
  ['HIRE14', true],
  [null, true],
  ['NOT_TAKEN', false],
])('[ENTRY-09] a hire car is told by its code, %s, and not by its indicator', async (code, hireCar) => {
  const { insurer, quote, answer } = await answered(
    said => {
      const { compensations } = said.policyComponent.coverages[0]
      const told = compensations.find((one: Said) => one.compensationSubType === 'HireCar')
      Object.assign(told, { appliedIndicator: !hireCar, code })
    },
    { ...insuredRisk, choice: { ...insuredRisk.choice, hireCar } },
  )
  expect(answer).toMatchObject({ outcome: 'quoted', quote: { choice: { hireCar } } })
  expect(await insurer.retrieve(quote.quoteNumber)).toMatchObject({ quote: { choice: { hireCar } } })
})

it('[EDGE-08] [QUOTE-08] [PAY-13] what an insurer does not repeat is as it was asked, and what it says nothing of is as ever', async () => {
  const { quote, answer, insurer } = await answered(said => {
    const [coverage] = said.policyComponent.coverages
    coverage.imposedExcess = null
    for (const one of coverage.compensations)
      Object.assign(one, {
        sumInsured: one.sumInsured ?? null,
        // Of the hire car the code alone says that it is not taken.
        code: one.compensationSubType === 'HireCar' ? one.code : null,
        ...(one.appliedIndicator && { appliedIndicator: null }),
      })
    Object.assign(said.policyDetails, { status: null, policyNumber: null })
    Object.assign(said, { policyInceptionDate: null, priceSteps: null, priceTable: null })
    delete said.validUntil
  })
  expect(answer).toEqual({
    outcome: 'quoted',
    quote: { ...quote, imposedExcessDollars: 500, steps: [], priceTable: null, validUntil: null },
  })
  // Merely looked at, nobody has asked for a day.
  expect(await insurer.retrieve(quote.quoteNumber)).toEqual({ outcome: 'failed', reason: 'not understood' })
})

it.each([
  ['leaves out', undefined],
  ['gives as null', null],
])('[PAY-13] a last day that the insurer %s is made up by nobody here', async (_, validUntil) => {
  const { quote, answer, insurer } = await answered(said => Object.assign(said, { validUntil }))
  const untold = { outcome: 'quoted', quote: { ...quote, validUntil: null } }
  expect(answer).toEqual(untold)
  expect(await insurer.quote(insuredRisk)).toEqual(untold)
  expect(await insurer.retrieve(quote.quoteNumber)).toEqual(untold)
})

it('[QUOTE-03] of a year that is paid at once an insurer may name no instalment', async () => {
  const annual = { ...insuredRisk, choice: { ...insuredRisk.choice, frequency: 'ANNUAL' as const } }
  const { answer } = await answered(said => {
    said.policyDetails.billingInfo.frequency = 'ANNUAL'
    said.policyComponent.premium = { grossPremium: 913.45, installmentAmount: null }
  }, annual)
  expect(answer).toMatchObject({ quote: { annualCents: 91_345, instalmentCents: 91_345 } })
})

it('[CAR-10] [QUOTE-07] a car is insured for whole dollars, were its insurer to say cents', async () => {
  const { answer } = await answered(said =>
    Object.assign(said.policyComponent.coverages[0].compensations[0], { sumInsured: 13_700.4 }),
  )
  expect(answer).toMatchObject({ outcome: 'quoted', quote: { carValueDollars: 13_700 } })
  const body = JSON.stringify({ minSumInsured: 9_875.5, maxSumInsured: 14_800.5 })
  expect(await (await cannedInsurer({ body })).catalogue.valueBand('k')).toEqual({
    outcome: 'found',
    band: { minimumDollars: 9_876, maximumDollars: 14_800 },
  })
})

it('[EDGE-09] a quote whose days are over at the insurer is over, and no failure', async () => {
  const { insurer } = await cannedInsurer(coded(409, 'QUOTE_EXPIRED'))
  const { quoteNumber, history } = quoteAtHand
  expect(await insurer.amend(quoteNumber, insuredRisk, history)).toEqual({ outcome: 'expired' })
})

it('[QUOTE-13] steps that do not add up to the price are left out, and the price stands', async () => {
  const { quote, answer } = await answered(said => {
    said.priceSteps[0].amount += 0.01
  })
  expect(answer).toMatchObject({ outcome: 'quoted', quote: { annualCents: quote.annualCents, steps: [] } })
})

it('[QUOTE-03] [PAY-11] of a year that is paid at once the gross premium is taken, whatever the insurer calls an instalment', async () => {
  const { quote, said } = await saidOfAQuote()
  const told = JSON.parse(said)
  const { attributes } = told.data
  attributes.policyDetails.billingInfo.frequency = 'ANNUAL'
  attributes.policyComponent.premium = { grossPremium: 913.45, installmentAmount: 0 }
  const { insurer } = await cannedInsurer({ body: JSON.stringify(told) })
  expect(await insurer.retrieve(quote.quoteNumber)).toMatchObject({
    quote: { annualCents: 91_345, instalmentCents: 91_345 },
  })
})

it.each<[Fault, 'issued' | null]>([
  [{ when: 'before', how: 'status-500' }, null],
  [{ when: 'after', how: 'status-500' }, 'issued'],
  [{ when: 'before', how: 'reset' }, null],
  [{ when: 'after', how: 'reset' }, 'issued'],
  [{ when: 'after', how: 'delay', delayMs: 2_500 }, 'issued'],
])('[EDGE-13] what became of a bind that was lost (%j) is found by asking', async (fault, became) => {
  const look = async (idempotency: (typeof insurerIdempotencies)[number]) => {
    const planned = [fault]
    const faults = (call: string) => (call.endsWith('/quote/bind') ? (planned.shift() ?? null) : null)
    const { origin } = await testSandbox({ insurer: { dir: await temporaryDir(), idempotency }, faults })
    const { insurer } = overHttp(`${origin}/api/insurer`, idempotency, { timeoutMs: 2_000 })
    const sent = policyOf(await quotedBy(insurer), 'k')
    expect(await insurer.bind(sent)).toMatchObject({ outcome: 'pending' })
    return (await insurer.lookupBind(sent))?.outcome ?? null
  }
  expect(await Promise.all(insurerIdempotencies.map(look))).toEqual([became, became, became])
})
