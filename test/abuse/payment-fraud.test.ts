/** Abuse tests of payment fraud by direct calls: cover without payment, for less, or twice. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { addDays, nzToday } from '#journey/dates.ts'
import { openUnfinishedJobs } from '#server/jobs/unfinished-jobs.ts'
import {
  bindBody,
  createRatedQuote,
  paymentUrls,
  type RatedCustomer,
  ratedBody,
  ratedCustomer,
  register,
  saveCar,
  savePolicyholders,
} from '#test/purchase.ts'
import { type Client, openTestApp, type TestApp } from '#test/test-app.ts'
import { manualTasks } from '../../scripts/ops/manual-tasks.ts'

let world: TestApp
beforeAll(async () => {
  world = await openTestApp({ environment: { LIMIT_FACTOR: '100' } })
})
afterAll(() => world.close())

const column = async (sql: string, id: string): Promise<unknown[]> =>
  (await world.database.pool.query({ text: sql, values: [id], rowMode: 'array' })).rows.flat()
const policies = ({ id }: RatedCustomer) => column('select policy_number from policy where quote_id = $1', id)
const payments = ({ id }: RatedCustomer) => column('select id from payment where quote_id = $1', id)

async function readyToPay(): Promise<{ client: Client; quote: RatedCustomer }> {
  const { client, quote } = await ratedCustomer(world, { frequency: 'ANNUAL' })
  await savePolicyholders(client, quote)
  return { client, quote }
}

it('[T5] [PAY-11] return URLs must be exactly ours, and the partner gets only values made here', async () => {
  const { client, quote } = await readyToPay()
  const urls = paymentUrls(world, quote.id)
  const { origin } = world
  const { host } = new URL(origin)
  const query = `?uuid=${quote.id}`
  const path = '/cc-payment-success'
  const hostile = [
    `https://evil.example${path}${query}`,
    `//evil.example${path}${query}`,
    `\\\\evil.example${path}${query}`,
    `/\\evil.example${path}${query}`,
    `${origin}@evil.example${path}${query}`,
    `${origin}.evil.example${path}${query}`,
    `http://user@${host}${path}${query}`,
    `http://user:word@${host}${path}${query}`,
    `${origin.replace('http:', 'https:')}${path}${query}`,
    `${origin.replace('http:', 'ftp:')}${path}${query}`,
    `javascript:location='//evil.example'//${path}${query}`,
    `data:text/html,<script>1</script>${query}`,
    `vbscript:x${query}`,
    `file://${path}${query}`,
    `blob:${origin}${path}${query}`,
    `${origin}/\\evil.example${query}`,
    `${origin}//evil.example${path}${query}`,
    `${origin}/%2f%2fevil.example${query}`,
    `${origin}/..//evil.example${query}`,
    `${origin}${path}/../../evil${query}`,
    `${origin}${path}/${query}`,
    `${origin}${path}%00${query}`,
    `${origin}${path}\r\nlocation: //evil.example${query}`,
    `${origin}${path}\u2028${query}`,
    `${origin}\t${path}${query}`,
    ` ${origin}${path}${query}`,
    `${origin}${path}${query} `,
    `${origin}${path}${query}#//evil.example`,
    `${origin}/cc-payment-cancel${query}`,
    `${origin}/vehicle${query}`,
    `${origin}/${query}`,
    `${origin}${path}`,
    `${origin}${path}?uuid=`,
    `${origin}${path}?uuid=11111111-1111-4111-8111-111111111111`,
    `${origin}${path}?uuid=11111111-1111-4111-8111-111111111111&id=${quote.id}`,
    `http://turners.localhost:${new URL(origin).port}${path}${query}`,
    `http://xn--vil-9la.example${path}${query}`,
    `http://ｅｖｉｌ.example${path}${query}`,
    `http://127.0.0.1${path}${query}`,
    `${path}${query}`,
    '',
  ]
  for (const successUrl of hostile) {
    const answer = await client.call('paymentCreate', { body: { ...urls, successUrl } })
    expect([successUrl, answer.status]).toEqual([successUrl, 400])
  }
  expect(await payments(quote)).toEqual([])

  const sent = vi.spyOn(world.application.services.cards, 'createSession')
  const harmless = `${urls.successUrl}&utm_source=evil.example`
  ;(await client.call('paymentCreate', { body: { ...urls, successUrl: harmless } })).ok()
  const [request] = sent.mock.calls[0] ?? []
  sent.mockRestore()
  const beginsWith = (start: string) => expect.stringMatching(new RegExp(`^${origin}${start}`))
  expect(request?.urls).toEqual({
    approved: beginsWith('/cc-payment-success\\?'),
    declined: beginsWith('/cc-payment-failure\\?'),
    cancelled: beginsWith('/cc-payment-cancel\\?'),
    notification: beginsWith('/edge/notices/card/'),
  })
  expect(JSON.stringify(request)).not.toContain('evil')
})

/** The path of every number and text in a body. */
function leaves(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [[...path]]
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]))
}
function withLeaf(body: unknown, [key = '', ...rest]: readonly string[], leaf: unknown): unknown {
  if (body === undefined) return withLeaf({}, [key, ...rest], leaf)
  if (typeof body !== 'object' || body === null) return leaf
  const changed = rest.length === 0 ? leaf : withLeaf(Reflect.get(body, key), rest, leaf)
  return Array.isArray(body)
    ? body.map((one: unknown, at) => (String(at) === key ? changed : one))
    : { ...body, [key]: changed }
}

const accountNumber = ['attributes', 'paymentContextDetails', 'bankPaymentDetails', 'bankAccountNumber']
const indicator = (name: string) => `attributes.coverages.0.risk.vehicleRisk.indicators.${name}`.split('.')

const wildValues = [0, -0, -1, 1, 0.01, 1e308, '0', '1', '', 'FREE', 'NONE', 'THIRD_PARTY', null, true]
const wild = fc.oneof(
  fc.integer({ min: -1_000_000, max: 100_000_000 }),
  fc.double(),
  fc.constantFrom<unknown>(...wildValues, '1900-01-01'),
)

it('[T7] [EDGE-09] [EDGE-18] after any change of a price request, the charge equals the price of the cover', async () => {
  const { client, quote } = await ratedCustomer(world)
  const places = leaves(quote.body).filter(([first]) => first !== 'id')
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...places), wild, async (path, leaf) => {
      const body = withLeaf(ratedBody(quote.id, quote.car), path, leaf)
      const answer = await client.call('quoteAmend', { body: body as typeof quote.body })
      expect(answer.status).toBeLessThan(500)
      if (answer.status !== 200) return
      const { policyComponent, policyDetails, carValue } = answer.ok().data.attributes
      const { coverages, premium } = policyComponent
      // Within the product's limits: value band, excess steps, and price.
      if (coverages[0]?.policyCoverType !== 'THIRD_PARTY') expect(carValue).toBeGreaterThan(0)
      expect(carValue).toBeLessThanOrEqual(150_000)
      expect([0, 500, 1200]).toContain(coverages[0]?.voluntaryExcess)
      expect(premium.grossPremium).toBeGreaterThan(100)
      expect(policyDetails.quoteNum).toBe(quote.attributes.policyDetails.quoteNum)
      const honest = (await client.call('quoteAmend', { body: body as typeof quote.body })).ok().data
        .attributes.policyComponent.premium
      expect(honest).toEqual(premium)
    }),
    { numRuns: 100 },
  )
  const back = (await client.call('quoteAmend', { body: ratedBody(quote.id, quote.car) })).ok()
  expect(back.data.attributes.policyComponent.premium).toEqual(quote.attributes.policyComponent.premium)
})

it('[T7] [PAY-11] the card is charged exactly the stored amount', async () => {
  const { client, quote } = await readyToPay()
  const sent = vi.spyOn(world.application.services.cards, 'createSession')
  const body = { ...paymentUrls(world, quote.id), amount: 1, premium: 1 }
  expect((await client.call('paymentCreate', { body } as never)).status).toBe(400)
  ;(await client.call('paymentCreate', { body: paymentUrls(world, quote.id) })).ok()
  expect(sent.mock.calls.map(([request]) => request.amountCents)).toEqual([
    Math.round(quote.attributes.policyComponent.premium.grossPremium * 100),
  ])
  expect(sent.mock.calls[0]?.[0]).toMatchObject({
    currency: 'NZD',
    schemes: ['VISA', 'MASTER', 'AMEX'],
    threeDSecure: true,
    reference: quote.attributes.policyDetails.quoteNum,
  })
  sent.mockRestore()
})

it('[T8] [EDGE-18] [CAR-06] [CAR-07] [DRIVER-01] [DRIVER-04] every call declines what the pages decline, at the first and later requests', async () => {
  const today = nzToday(new Date())
  const turns18Today = `${Number(today.slice(0, 4)) - 18}${today.slice(4)}`
  const declining: [string, (body: RatedCustomer['body']) => unknown][] = [
    ['income use', body => withLeaf(body, indicator('businessUse'), 'YES')],
    ['modified', body => withLeaf(body, indicator('modification'), 'YES')],
    ['criminal record', body => withLeaf(body, indicator('criminalRecord'), 'YES')],
    ['five incidents', body => withLeaf(body, ['drivers', '0', 'incidentCount'], '5+')],
    ['18 today', body => withLeaf(body, ['drivers', '0', 'dateOfBirth'], turns18Today)],
  ]
  const early = await world.browser()
  const { id } = await register(early)
  const car = await saveCar(early, id)
  for (const [what, spoil] of declining) {
    const body = spoil(ratedBody(id, car)) as RatedCustomer['body']
    const first = await early.call('quoteCreate', { body })
    expect([what, first.status, first.json]).toMatchObject([what, 422, { code: 'NOT_INSURABLE' }])

    const { client, quote } = await readyToPay()
    const later = await client.call('quoteAmend', { body: spoil(quote.body) as RatedCustomer['body'] })
    expect([what, later.status]).toEqual([what, 422])
    // The quote can no longer be bought.
    expect((await client.call('quoteBind', { body: bindBody(quote) })).status).toBe(409)
    expect((await client.call('paymentCreate', { body: paymentUrls(world, quote.id) })).status).toBe(409)
    expect(await policies(quote)).toEqual([])
  }
})

it('[T8] [EDGE-13] [QUOTE-09] refuses to bind without a price, outside the limits, or with a declining answer', async () => {
  const client = await world.browser()
  const { id } = await register(client)
  const { quote: other } = await readyToPay()
  const early = { ...bindBody(other), id }
  expect((await client.call('quoteBind', { body: early })).status).toBe(409)
  await saveCar(client, id)
  expect((await client.call('quoteBind', { body: early })).status).toBe(409)

  const { client: buyer, quote } = await ratedCustomer(world)
  const good = bindBody(quote)
  const questions = (...answers: [code: string, answer: string][]) =>
    withLeaf(
      good,
      ['attributes', 'questions'],
      answers.map(([code, answer]) => ({ code, answer })),
    )
  const debitFrom = (days: number) => {
    const day = addDays(nzToday(new Date()), days)
    return withLeaf(good, ['attributes', 'paymentContextDetails', 'paymentStartDate'], day)
  }
  const parties = ['attributes', 'bindPolicyParties']
  const child = `${Number(nzToday(new Date()).slice(0, 4)) - 17}-01-01`
  const refused: [string, unknown][] = [
    ['003 Yes', questions(['003', 'Y'], ['004', 'N'])],
    ['004 Yes', questions(['003', 'N'], ['004', 'Y'])],
    ['004 missing', questions(['003', 'N'])],
    ['003 twice', questions(['003', 'N'], ['003', 'N'])],
    ['no consent', withLeaf(good, ['attributes', 'endConsentDetails', 'endConsentIndicator'], false)],
    ['a child', withLeaf(good, [...parties, 'primaryPolicyHolder', 'individualPolicyHolder', 'dob'], child)],
    ['another plate', withLeaf(good, ['attributes', 'bindVehicleDetails', 'carRegistration'], 'ABC123')],
    [
      'another quote',
      withLeaf(good, ['attributes', 'quoteDetails', 'quoteNumber'], other.attributes.policyDetails.quoteNum),
    ],
    [
      'six policyholders',
      withLeaf(
        good,
        [...parties, 'additionalPolicyHolders'],
        Array(5).fill(good.attributes.bindPolicyParties.primaryPolicyHolder),
      ),
    ],
    ['a first debit before the cover', debitFrom(-1)],
    ['a first debit too late', debitFrom(15)],
    ['an account that cannot be', withLeaf(good, accountNumber, '12-3140-0171323')],
  ]
  for (const [what, body] of refused) {
    const answer = await buyer.call('quoteBind', { body: body as typeof good })
    expect([what, answer.status]).toEqual([what, 400])
  }
  expect(await policies(quote)).toEqual([])
  expect((await buyer.call('quoteBind', { body: good })).status).toBe(200)
})

it('[T10] [EDGE-09] an outdated tab must reload, and the last accepted change is bought', async () => {
  const { client: tab, quote } = await ratedCustomer(world)
  const { policyHistory } = quote.attributes
  const amend = (excess: number, history?: typeof policyHistory) => {
    const body = ratedBody(quote.id, quote.car, { voluntaryExcess: excess })
    return tab.call('quoteAmend', {
      body: { ...body, attributes: { ...body.attributes, ...(history && { policyHistory: history }) } },
    })
  }
  const first = (await amend(500, policyHistory)).ok()
  const stale = await amend(1200, policyHistory)
  expect([stale.status, stale.json]).toMatchObject([409, { code: 'STALE' }])
  const both = await Promise.all([
    amend(0, first.data.attributes.policyHistory),
    amend(1200, first.data.attributes.policyHistory),
  ])
  // Both may be refused, if each read the other's version before its own was stored.
  const statuses = both.map(({ status }) => status).sort()
  expect([
    [200, 409],
    [409, 409],
  ]).toContainEqual(statuses)
  const accepted = both.find(({ status }) => status === 200) ?? (await amend(0))
  expect((await tab.call('quoteBind', { body: bindBody(quote) })).json).toMatchObject({ code: 'STALE' })
  const newest = { ...quote, attributes: accepted.ok().data.attributes }
  ;(await tab.call('quoteBind', { body: bindBody(newest) })).ok()
  const [instalment] = await column('select record from policy where quote_id = $1', quote.id)
  expect(JSON.stringify(instalment)).toContain(
    String(Math.round(newest.attributes.policyComponent.premium.installmentAmount * 100)),
  )
})

it('[T11] [PAY-05] [EDGE-13] fifty concurrent binds on two nodes issue one policy, and every response with a number is right', async () => {
  const other = await openTestApp({ environment: { LIMIT_FACTOR: '100' }, beside: world })
  const asked = vi.spyOn(world.application.services.insurer, 'bind')
  const askedThere = vi.spyOn(other.application.services.insurer, 'bind')
  try {
    for (let round = 0; round < 2; round += 1) {
      const { client, quote } = await ratedCustomer(world)
      const there = other.at('localhost', client)
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, at) =>
          (at % 2 ? client : there).call('quoteBind', { body: bindBody(quote) }),
        ),
      )
      const numbers = answers.flatMap(({ status, json }) =>
        status === 200 ? [(json as { policyNumber: string }).policyNumber] : [],
      )
      for (const { status } of answers) expect([200, 409, 503]).toContain(status)
      expect(numbers.length).toBeGreaterThan(0)
      expect(new Set(numbers)).toEqual(new Set(await policies(quote)))
      const keys = [...asked.mock.calls, ...askedThere.mock.calls]
        .filter(([request]) => request.quoteNumber === quote.attributes.policyDetails.quoteNum)
        .map(([request]) => request.idempotencyKey)
      expect(new Set(keys).size).toBe(1)
    }
  } finally {
    asked.mockRestore()
    askedThere.mockRestore()
    await other.close()
  }
})

it('[T12] [PAY-07] [EDGE-15] page views and forged notices leave an unpaid quote unpaid', async () => {
  const { client, quote } = await readyToPay()
  ;(await client.call('paymentCreate', { body: paymentUrls(world, quote.id) })).ok()
  const [session] = await column('select card_session_id from payment where quote_id = $1', quote.id)
  await Promise.all(
    Array.from({ length: 20 }, () => client.call('policyRetrieve', { query: { uuid: quote.id } })),
  )
  const post = (type: string, body: string) => ({
    method: 'POST',
    headers: { 'content-type': `application/${type}` },
    body,
  })
  const transactions = [{ authorised: true, amount: '0.01' }]
  const forged: RequestInit[] = [
    {},
    post('json', JSON.stringify({ id: session, state: 'complete', transactions })),
    post('x-www-form-urlencoded', `sessionId=${session}&result=approved`),
  ]
  for (const init of forged)
    for (const path of [
      `/edge/notices/card/${'A'.repeat(43)}?sessionId=${session}`,
      `/edge/notices/card/${quote.id}?sessionId=${session}`,
      `/edge/notices/card?sessionId=${session}`,
    ]) {
      const { status } = await client.request(path, init)
      expect([path, [400, 404, 415, 503].includes(status)]).toEqual([path, true])
    }
  expect((await client.call('policyRetrieve', { query: { uuid: quote.id } })).status).toBe(202)
  expect(await policies(quote)).toEqual([])
  expect(await column('select state from payment where quote_id = $1', quote.id)).toEqual(['PENDING'])
})

it('[T43] [PAY-04] refuses invalid accounts, never returns an account, and detects one that pays for many quotes', async () => {
  const unsure = await world.browser()
  const unbound = await createRatedQuote(unsure)
  for (const wrong of ['1234567890123456', '12-3140-0171323', '12-3140-0171323-5', '4111 1111 1111 1111']) {
    const body = withLeaf(bindBody(unbound), accountNumber, wrong)
    const answer = await unsure.call('quoteBind', { body: body as ReturnType<typeof bindBody> })
    expect([wrong, answer.status]).toEqual([wrong, 400])
    expect(answer.bytes.toString()).not.toContain(wrong)
  }
  for (let policy = 0; policy < 6; policy += 1) {
    const { client, quote } = await ratedCustomer(world)
    // The same account, with a suffix of two or three digits.
    const account = policy % 2 === 0 ? '12-3140-0171323-50' : '12-3140-0171323-050'
    const body = withLeaf(bindBody(quote), accountNumber, account) as ReturnType<typeof bindBody>
    const answer = await client.call('quoteBind', { body })
    expect(answer.bytes.toString()).not.toContain('0171323')
    const facts = await client.call('policyRetrieve', { query: { uuid: quote.id } })
    expect(facts.bytes.toString()).not.toContain('0171323')
  }
  const { keys, config } = world.application.services
  const { retention, insurer } = config
  const jobs = await openUnfinishedJobs(world.database)
  onTestFinished(() => jobs.close())
  const { lines } = await manualTasks.run(
    {
      database: world.database,
      keys: () => keys,
      jobs: async () => jobs,
      now: () => new Date(),
      retention,
      saleLabels: { partners: [], sources: [] },
      insurer: insurer.kind,
    },
    {},
  )
  expect(lines.join('\n')).toContain('one account, many policies')
  expect(lines.join('\n')).not.toContain('0171323')
})
