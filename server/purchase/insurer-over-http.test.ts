/**
 * Tests of purchases over a connection to the insurer that loses, delays and repeats messages: by bank and
 * by card, with and without idempotency keys. A sandbox insurer without keys sells a quote again on every
 * request.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { CoverType } from '#journey/cover.ts'
import { type IdempotencyMode, type Insurer, idempotencyModes } from '#partners/insurer/port.ts'
import type { Fault } from '#sandbox/faults.ts'
import { goodCard } from '#test/cards.ts'
import { overHttp } from '#test/insurer-adapters.ts'
import {
  bindBody,
  createRatedQuote,
  paymentUrls,
  type RatedCustomer,
  ratedBody,
  ratedCustomer,
} from '#test/purchase.ts'
import { indicators } from '#test/samples/customer.ts'
import { submitForm, testSandbox } from '#test/sandbox.ts'
import { appForTest, type Client, eventually, type TestApp } from '#test/test-app.ts'

/** Of a bind; quoting is patient, so that a busy machine fails nothing here. */
const timeoutMs = 500
const lateMs = 2_000
const quietSeconds = 4

/** All that may happen to a bind: lost or late, before the insurer worked and after. */
const troubles: readonly (Fault | null)[] = [
  { when: 'before', how: 'status-500' },
  { when: 'after', how: 'status-500' },
  { when: 'before', how: 'reset' },
  { when: 'after', how: 'reset' },
  { when: 'before', how: 'delay', delayMs: lateMs },
  { when: 'after', how: 'delay', delayMs: lateMs },
  null,
]

async function openTrade(
  idempotency: IdempotencyMode,
  faults: (call: string) => Fault | null = () => null,
  change: (patient: Insurer, hasty: Insurer) => Insurer = (patient, { bind }) => ({ ...patient, bind }),
  quotingMs = 20_000,
) {
  const { origin, soldPolicies } = await testSandbox({ idempotency, faults })
  const at = `${origin}/api/insurer`
  const patient = overHttp(at, idempotency, { timeoutMs: quotingMs, quietSeconds })
  // Hasty at the binds alone, which are what is lost and late here.
  const hasty = overHttp(at, idempotency, { timeoutMs, quietSeconds }).insurer
  const { catalogue } = patient
  const insurer: Insurer = { ...hasty, quote: patient.insurer.quote, amend: patient.insurer.amend }
  const world = await appForTest({ replace: { partners: { insurer: change(insurer, hasty), catalogue } } })
  return { world, insurer, soldPolicies }
}

interface Customer {
  readonly client: Client
  readonly quote: RatedCustomer
  /** The card page; null for who pays by bank. */
  readonly page: string | null
}

async function byBank(world: TestApp): Promise<Customer> {
  const client = await world.browser()
  return { client, quote: await createRatedQuote(client), page: null }
}

async function byCard(world: TestApp): Promise<Customer> {
  const { client, quote, openPage, saveHolders } = await ratedCustomer(world, { frequency: 'ANNUAL' })
  await saveHolders()
  const page = (await openPage()).ok()
  return { client, quote, page: page.data.attributes.url }
}

const click = ({ client, quote }: Customer) => client.call('quoteBind', { body: bindBody(quote) })

/** As the page does: asks again after a while, and not so fast that it is taken for a flood. */
async function clickUntilBound(customer: Customer): Promise<void> {
  while ((await click(customer)).status !== 200) await pause(500)
}

async function buy(customer: Customer): Promise<void> {
  if (customer.page !== null) await submitForm(customer.page, goodCard)
  else await clickUntilBound(customer)
}

/** Of the policy here, once there is one. */
async function policyNumber(world: TestApp, { quote }: Customer): Promise<string | undefined> {
  const rows = await world.query('select policy_number from policy where quote_id = $1', [quote.id])
  return rows[0]?.policy_number
}

async function sellThroughTroubles(idempotency: IdempotencyMode): Promise<void> {
  const planned: (Fault | null)[] = []
  const { world, soldPolicies } = await openTrade(idempotency, call =>
    call.endsWith('/quote/bind') ? (planned.shift() ?? null) : null,
  )
  const customers: Customer[] = []
  for (const _ of troubles) customers.push(await byBank(world), await byCard(world))
  planned.push(...troubles, ...troubles)
  await Promise.all(customers.map(buy))
  for (const customer of customers) {
    const number = await eventually(() => policyNumber(world, customer))
    const { quoteNum } = customer.quote.attributes.policyDetails
    const here = soldPolicies().filter(policy => policy.quote_number === quoteNum)
    expect([idempotency, here.map(policy => policy.policy_number)]).toEqual([idempotency, [number]])
  }
  expect(planned).toEqual([])
  expect(soldPolicies()).toHaveLength(customers.length)
}

it('[EDGE-13] [PAY-05] [PAY-07] each quote is sold once, by bank and by card, with any lost or late response and any insurer', async () => {
  await Promise.all(idempotencyModes.map(sellThroughTroubles))
})

it('[EDGE-13] [PAY-11] a refusal by the insurer reopens the quote and refunds the card', async () => {
  const { world, insurer, soldPolicies } = await openTrade('none')
  const bank = await byBank(world)
  const card = await byCard(world)
  for (const { quote } of [bank, card]) {
    const { insurer_quote: ours } = (await world.repositories.findQuote(quote.id)) ?? {}
    if (!ours) throw new Error('no quote')
    const risk = await riskBehind(world, quote)
    expect((await insurer.amend(ours.quoteNumber, risk, ours.history)).outcome).toBe('quoted')
  }
  expect(await click(bank)).toMatchObject({ status: 409, json: { code: 'STALE' } })
  if (card.page) await submitForm(card.page, goodCard)
  await eventually(async () => {
    const rows = await world.query('select state from payment where quote_id = $1', [card.quote.id])
    return rows[0]?.state === 'REFUNDED'
  })
  for (const { quote } of [bank, card])
    expect((await world.repositories.findQuote(quote.id))?.status).toBe('QUOTED')
  expect(soldPolicies()).toEqual([])
})

it('[EDGE-13] the request is stored before it is sent, and not sent again before the quiet period ends', async () => {
  const sentAt: unknown[] = []
  const trade = await openTrade('lookup', undefined, insurer => ({
    ...insurer,
    async bind(policy) {
      const rows = await trade.world.query('select sent_at from bind_attempt')
      sentAt.push(rows[0]?.sent_at)
      // As if the process had died here: nobody knows whether it went out.
      if (sentAt.length === 1) throw new Error('gone')
      return insurer.bind(policy)
    },
  }))
  const customer = await byBank(trade.world)
  const first = Date.now()
  expect((await click(customer)).json).toMatchObject({ code: 'BIND_PENDING' })
  await clickUntilBound(customer)
  expect(sentAt).toEqual([expect.any(Date), expect.any(Date)])
  expect(Date.now() - first).toBeGreaterThanOrEqual(quietSeconds * 1000)
  expect(trade.soldPolicies()).toHaveLength(1)
})

it('[EDGE-08] [EDGE-09] [EDGE-15] [PAY-05] until the insurer answers, the quote cannot change, and the buyer can poll its state', async () => {
  let isSilent = true
  const { world } = await openTrade('keys', undefined, insurer => ({
    ...insurer,
    lookupBind: async policy =>
      isSilent ? { outcome: 'pending', reason: 'silent' } : insurer.lookupBind(policy),
    bind: async policy => (isSilent ? { outcome: 'pending', reason: 'silent' } : insurer.bind(policy)),
  }))
  const customer = await byBank(world)
  const { client, quote } = customer
  expect((await click(customer)).json).toMatchObject({ code: 'BIND_PENDING' })
  for (const answer of [
    await client.call('quoteAmend', { body: quote.body }),
    await client.call('quoteCreate', { body: quote.body }),
    await client.call('emailQuote', { body: { id: quote.id, email: 'm@example.nz' } }),
    await client.call('paymentCreate', { body: paymentUrls(world, quote.id) }),
    await client.call('paymentRetry', { body: { uuid: quote.id } }),
  ])
    expect([answer.status, answer.json, answer.headers.get('retry-after')]).toMatchObject([
      503,
      { code: 'BIND_PENDING' },
      '5',
    ])
  const standing = (of: Client) => of.call('policyRetrieve', { query: { uuid: quote.id } })
  expect((await standing(client)).status).toBe(202)
  expect((await standing(await world.browser())).json).toEqual({})
  isSilent = false
  await clickUntilBound(customer)
  expect((await standing(client)).json).toMatchObject({ policyId: await policyNumber(world, customer) })
})

it('[EDGE-13] [PAY-05] a key that the insurer knows from another request is no refusal: its policy is looked up', async () => {
  let asked = 0
  const trade = await openTrade('keys', undefined, insurer => ({
    ...insurer,
    async bind(policy) {
      asked += 1
      if (asked === 1) await insurer.bind({ ...policy, businessName: 'as an older version wrote it' })
      return insurer.bind(policy)
    },
  }))
  const customer = await byBank(trade.world)
  expect((await click(customer)).json).toMatchObject({ code: 'BIND_PENDING' })
  await clickUntilBound(customer)
  expect([asked, trade.soldPolicies()]).toMatchObject([1, [expect.anything()]])
})

it('[EDGE-09] [QUOTE-12] treats an insurer that does not respond in time as unavailable', async () => {
  let isSlow = false
  const quotingMs = 2_000
  const { world } = await openTrade(
    'keys',
    () => (isSlow ? { when: 'before', how: 'delay', delayMs: 2 * quotingMs } : null),
    insurer => insurer,
    quotingMs,
  )
  const { client, quote } = await byBank(world)
  isSlow = true
  const answer = await client.call('quoteAmend', { body: quote.body })
  expect(answer).toMatchObject({ status: 502, json: { code: 'PARTNER_UNAVAILABLE' } })
  isSlow = false
  expect((await client.call('quoteAmend', { body: quote.body })).status).toBeLessThan(410)
})

it('[EDGE-09] [PAY-11] after an amend without a response, the quote is rated again before it can be sold', async () => {
  let says: 'yes' | 'nothing' = 'yes'
  const { world } = await openTrade(
    'keys',
    () => null,
    insurer => ({
      ...insurer,
      async amend(...asked) {
        const made = await insurer.amend(...asked)
        return says === 'yes' ? made : { outcome: 'failed', reason: 'timeout' }
      },
    }),
  )
  const { client, quote } = await byCard(world)
  const amend = async () => {
    const policyHistory = (await client.call('prospectCar', { query: { id: quote.id } })).ok().quote?.data
      .attributes.policyHistory
    const { attributes, ...rest } = quote.body
    const body = { ...rest, attributes: { ...attributes, ...(policyHistory && { policyHistory }) } }
    return client.call('quoteAmend', { body })
  }
  says = 'nothing'
  expect((await amend()).json).toMatchObject({ code: 'PARTNER_UNAVAILABLE' })
  const page = () => client.call('paymentCreate', { body: paymentUrls(world, quote.id) })
  expect((await page()).json).toMatchObject({ code: 'NOT_READY' })
  expect((await click({ client, quote, page: null })).json).toMatchObject({ code: 'NOT_READY' })
  says = 'yes'
  // The insurer holds what was never heard of: told so once, then amended from there.
  expect((await amend()).json).toMatchObject({ code: 'STALE' })
  ;(await amend()).ok()
  ;(await page()).ok()
})

it('[EDGE-13] the environment selects the HTTP insurer, here the sandbox', async () => {
  const world = await appForTest({ environment: { INSURER: 'sandbox', INSURER_IDEMPOTENCY: 'keys' } })
  const customer = await byBank(world)
  expect((await click(customer)).status).toBe(200)
  expect(world.sandbox.soldPolicies()).toMatchObject([{ policy_number: await policyNumber(world, customer) }])
  const rows = await world.query('select 1 from insurer.quote')
  expect(rows).toEqual([])
})

async function riskBehind(world: TestApp, quote: RatedCustomer) {
  const kept = await world.repositories.findQuote(quote.id)
  if (!kept?.car || !kept.risk_address || !kept.choice || !kept.drivers) throw new Error('not rated')
  return {
    plate: kept.plate,
    vehicleKey: kept.car.vehicleKey,
    carValueDollars: kept.car.valueDollars,
    riskAddress: kept.risk_address,
    drivers: kept.drivers,
    choice: kept.choice,
    ...indicators,
    financeCompany: '',
  }
}

it('[QUOTE-04] [QUOTE-01] [EDGE-08] [EDGE-09] a third party cover has excess 500 and still states the imposed excess of comprehensive cover', async () => {
  const { world } = await openTrade('keys')
  const { client, quote } = await byBank(world)
  const excesses = async (cover: CoverType, born = '1988-04-12') => {
    const asWished = JSON.stringify(ratedBody(quote.id, quote.car, { cover }))
    const body = JSON.parse(asWished.replaceAll('1988-04-12', born))
    const { policyComponent, comprehensiveExcess } = (await client.call('quoteAmend', { body })).ok().data
      .attributes
    return [policyComponent.coverages[0]?.imposedExcess, comprehensiveExcess]
  }
  expect(await excesses('THIRD_PARTY')).toEqual([500, 300])
  expect(await excesses('THIRD_PARTY_FIRE_THEFT')).toEqual([500, 300])
  expect(await excesses('COMPREHENSIVE')).toEqual([300, 300])
  // Of other drivers it was never told.
  expect(await excesses('THIRD_PARTY', '2006-03-01')).toEqual([500, 500])
  // Nothing was told before: as where an insurer names none (decision 0004).
  const other = await world.browser()
  const begun = await createRatedQuote(other, { cover: 'THIRD_PARTY' })
  expect(begun.attributes.comprehensiveExcess).toBe(500)
})
