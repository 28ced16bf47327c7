/** Abuse tests of payment fraud by direct calls: cover without payment, for less, or twice. */
import fc from 'fast-check'
import { expect, it, onTestFinished, vi } from 'vitest'
import { coverEndDate, type Frequency } from '#journey/cover.ts'
import { addDays, nzToday } from '#journey/dates.ts'
import { openOpsContext } from '#test/operations.ts'
import {
  bindBody,
  createRatedQuote,
  customerReadyToPay,
  paymentUrls,
  type RatedCustomer,
  ratedBody,
  ratedCustomer,
  register,
  saveCar,
} from '#test/purchase.ts'
import { appForFile, appForTest } from '#test/test-app.ts'
import { manualTasks } from '../../scripts/ops/manual-tasks.ts'
import { leafPaths, withLeaf } from './good-requests.ts'

const world = await appForFile({ environment: { LIMIT_FACTOR: '100' } })

const column = async (sql: string, id: string): Promise<unknown[]> =>
  (await world.query(sql, [id])).flatMap(row => Object.values(row))
const policies = ({ id }: RatedCustomer) => column('select policy_number from policy where quote_id = $1', id)
const payments = ({ id }: RatedCustomer) => column('select id from payment where quote_id = $1', id)

const readyToPay = (frequency: Frequency = 'ANNUAL') => customerReadyToPay(world, { frequency })

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
    `${origin.replace('http:', 'https:')}${path}${query}`,
    `javascript:location='//evil.example'//${path}${query}`,
    `data:text/html,<script>1</script>${query}`,
    `${origin}/\\evil.example${query}`,
    `${origin}/%2f%2fevil.example${query}`,
    `${origin}${path}/../../evil${query}`,
    `${origin}${path}/${query}`,
    `${origin}${path}%00${query}`,
    `${origin}${path}\r\nlocation: //evil.example${query}`,
    `${origin}\t${path}${query}`,
    ` ${origin}${path}${query}`,
    `${origin}${path}${query}#//evil.example`,
    `${origin}/cc-payment-cancel${query}`,
    `${origin}${path}`,
    `${origin}${path}?uuid=11111111-1111-4111-8111-111111111111`,
    `${origin}${path}?uuid=11111111-1111-4111-8111-111111111111&id=${quote.id}`,
    `http://turners.localhost:${new URL(origin).port}${path}${query}`,
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

  const sent = vi.spyOn(world.services.cards, 'createSession')
  onTestFinished(() => sent.mockRestore())
  const harmless = `${urls.successUrl}&utm_source=evil.example`
  ;(await client.call('paymentCreate', { body: { ...urls, successUrl: harmless } })).ok()
  const [request] = sent.mock.calls[0] ?? []
  const beginsWith = (start: string) => expect.stringMatching(new RegExp(`^${origin}${start}`))
  expect(request?.urls).toEqual({
    approved: beginsWith('/cc-payment-success\\?'),
    declined: beginsWith('/cc-payment-failure\\?'),
    cancelled: beginsWith('/cc-payment-cancel\\?'),
    webhook: beginsWith('/edge/notices/card/'),
  })
  expect(JSON.stringify(request)).not.toContain('evil')
})

const accountNumber = 'attributes.paymentContextDetails.bankPaymentDetails.bankAccountNumber'
const indicator = (name: string) => `attributes.coverages.0.risk.vehicleRisk.indicators.${name}`

const wildValues = [0, -0, -1, 1, 0.01, 1e308, '0', '1', '', 'FREE', 'NONE', 'THIRD_PARTY', null, true]
const wild = fc.oneof(
  fc.integer({ min: -1_000_000, max: 100_000_000 }),
  fc.double(),
  fc.constantFrom<unknown>(...wildValues, '1900-01-01'),
)

it('[T7] [EDGE-09] [EDGE-18] after any change of a price request, the charge equals the price of the cover', async () => {
  const { client, quote } = await ratedCustomer(world)
  const places = leafPaths(quote.body).filter(path => path !== 'id')
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...places), wild, async (path, leaf) => {
      const body = withLeaf(ratedBody(quote.id, quote.car), path, leaf)
      const answer = await client.call('quoteAmend', { body })
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
      const again = (await client.call('quoteAmend', { body })).ok().data.attributes
      expect(again.policyComponent.premium).toEqual(premium)
    }),
    { numRuns: 100 },
  )
  const back = (await client.call('quoteAmend', { body: ratedBody(quote.id, quote.car) })).ok()
  expect(back.data.attributes.policyComponent.premium).toEqual(quote.attributes.policyComponent.premium)
})

it.each([
  [
    'MONTHLY',
    'installmentAmount',
    { frequency: 'MONTHLY', lastDay: addDays(coverEndDate(nzToday(new Date())), -1) },
  ],
  ['ANNUAL', 'grossPremium', null],
] as const)(
  '[T7] [PAY-11] [HOLDER-07] the card of a quote paid %s is charged exactly the %s, and stored for %j',
  async (frequency, price, instalments) => {
    const { client, quote, openPage } = await readyToPay(frequency)
    const sent = vi.spyOn(world.services.cards, 'createSession')
    onTestFinished(() => sent.mockRestore())
    const body = { ...paymentUrls(world, quote.id), amount: 1, premium: 1 }
    expect((await client.call('paymentCreate', { body } as never)).status).toBe(400)
    ;(await openPage()).ok()
    expect(sent.mock.calls).toMatchObject([
      [
        {
          amountCents: Math.round(quote.attributes.policyComponent.premium[price] * 100),
          currency: 'NZD',
          seller: 'Openroad',
          schemes: ['VISA', 'MASTER', 'AMEX'],
          threeDSecure: true,
          reference: quote.attributes.policyDetails.quoteNum,
          instalments,
        },
      ],
    ])
  },
)

it('[T8] [EDGE-18] [CAR-06] [CAR-07] [DRIVER-01] [DRIVER-04] every call declines what the pages decline, at the first and later requests', async () => {
  const today = nzToday(new Date())
  const turns18Today = `${Number(today.slice(0, 4)) - 18}${today.slice(4)}`
  const declining: [path: string, answer: string][] = [
    [indicator('businessUse'), 'YES'],
    [indicator('modification'), 'YES'],
    [indicator('criminalRecord'), 'YES'],
    ['drivers.0.incidentCount', '5+'],
    ['drivers.0.dateOfBirth', turns18Today],
  ]
  const early = await world.browser()
  const { id } = await register(early)
  const car = await saveCar(early, id)
  for (const [path, answer] of declining) {
    const first = await early.call('quoteCreate', { body: withLeaf(ratedBody(id, car), path, answer) })
    expect(first, path).toMatchObject({ status: 422, json: { code: 'NOT_INSURABLE' } })

    const { quote, amend, bind, openPage } = await readyToPay()
    expect((await amend(withLeaf(quote.body, path, answer))).status, path).toBe(422)
    // The quote can no longer be bought.
    expect([(await bind()).status, (await openPage()).status], path).toEqual([409, 409])
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
  const today = nzToday(new Date())
  const answers = (...given: string[]) =>
    given.map(text => ({ code: text.slice(0, 3), answer: text.slice(4) }))
  const { primaryPolicyHolder } = good.attributes.bindPolicyParties
  const refused: [path: string, wrong: unknown][] = [
    ['questions', answers('003 Y', '004 N')],
    ['questions', answers('003 N', '004 Y')],
    ['questions', answers('003 N')],
    ['questions', answers('003 N', '003 N')],
    ['endConsentDetails.endConsentIndicator', false],
    // A child, another car, another quote, six policyholders.
    [
      'bindPolicyParties.primaryPolicyHolder.individualPolicyHolder.dob',
      `${Number(today.slice(0, 4)) - 17}-01-01`,
    ],
    ['bindVehicleDetails.carRegistration', 'ABC123'],
    ['quoteDetails.quoteNumber', other.attributes.policyDetails.quoteNum],
    ['bindPolicyParties.additionalPolicyHolders', Array(5).fill(primaryPolicyHolder)],
    // A first debit before the cover, and one too late.
    ['paymentContextDetails.paymentStartDate', addDays(today, -1)],
    ['paymentContextDetails.paymentStartDate', addDays(today, 15)],
    ['paymentContextDetails.bankPaymentDetails.bankAccountNumber', '12-3140-0171323'],
  ]
  for (const [path, wrong] of refused) {
    const answer = await buyer.call('quoteBind', { body: withLeaf(good, `attributes.${path}`, wrong) })
    expect([path, wrong, answer.status]).toEqual([path, wrong, 400])
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
  const stored = () => world.repositories.findQuote(quote.id)
  const before = await stored()
  expect(await amend(1200, policyHistory)).toMatchObject({ status: 409, json: { code: 'STALE' } })
  expect(await stored()).toEqual(before)
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
  const other = await appForTest({ environment: { LIMIT_FACTOR: '100' }, beside: world })
  const asked = vi.spyOn(world.services.insurer, 'bind')
  onTestFinished(() => asked.mockRestore())
  const askedThere = vi.spyOn(other.services.insurer, 'bind')
  for (let round = 0; round < 2; round += 1) {
    const { client, quote } = await ratedCustomer(world)
    const there = other.at('localhost', client)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        (at % 2 ? client : there).call('quoteBind', { body: bindBody(quote) }),
      ),
    )
    for (const { status } of answers) expect([200, 409, 503]).toContain(status)
    const numbers = answers.flatMap(answer => (answer.status === 200 ? [answer.ok().policyNumber] : []))
    expect(numbers.length).toBeGreaterThan(0)
    expect(new Set(numbers)).toEqual(new Set(await policies(quote)))
    const keys = [...asked.mock.calls, ...askedThere.mock.calls]
      .filter(([request]) => request.quoteNumber === quote.attributes.policyDetails.quoteNum)
      .map(([request]) => request.idempotencyKey)
    expect(new Set(keys).size).toBe(1)
  }
})

it('[T12] [PAY-07] [EDGE-15] page views and forged webhooks leave a quote unpaid', async () => {
  const { client, quote, openPage, retrievePolicy } = await readyToPay()
  ;(await openPage()).ok()
  const [session] = await column('select card_session_id from payment where quote_id = $1', quote.id)
  await Promise.all(Array.from({ length: 20 }, retrievePolicy))
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
  expect((await retrievePolicy()).status).toBe(202)
  expect(await policies(quote)).toEqual([])
  expect(await column('select state from payment where quote_id = $1', quote.id)).toEqual(['PENDING'])
})

it('[T43] [PAY-04] refuses invalid accounts, never returns an account, and detects one that pays for many quotes', async () => {
  const unsure = await world.browser()
  const unbound = await createRatedQuote(unsure)
  for (const wrong of ['1234567890123456', '12-3140-0171323', '12-3140-0171323-5', '4111 1111 1111 1111']) {
    const body = withLeaf(bindBody(unbound), accountNumber, wrong)
    const answer = await unsure.call('quoteBind', { body })
    expect([wrong, answer.status]).toEqual([wrong, 400])
    expect(answer.bytes.toString()).not.toContain(wrong)
  }
  for (let policy = 0; policy < 6; policy += 1) {
    const { quote, bind, retrievePolicy } = await ratedCustomer(world)
    // The same account, with a suffix of two or three digits.
    const account = policy % 2 === 0 ? '12-3140-0171323-50' : '12-3140-0171323-050'
    const answer = await bind(withLeaf(bindBody(quote), accountNumber, account))
    expect(answer.bytes.toString()).not.toContain('0171323')
    expect((await retrievePolicy()).bytes.toString()).not.toContain('0171323')
  }
  const { context, close } = await openOpsContext(world, world.database)
  onTestFinished(close)
  const { lines } = await manualTasks.run(context, {})
  expect(lines.join('\n')).toContain('one account, many policies')
  expect(lines.join('\n')).not.toContain('0171323')
})
