/** Tests of purchases over a connection to the insurer that loses, delays and repeats messages. */
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { CoverType } from '#journey/cover.ts'
import { type IdempotencyMode, type Insurer, idempotencyModes } from '#partners/insurer/port.ts'
import type { Fault } from '#sandbox/faults.ts'
import { goodCard } from '#test/cards.ts'
import { insuredRisk, overHttp } from '#test/insurer-adapters.ts'
import { createRatedQuote, customerReadyToPay, ratedBody, ratedCustomer } from '#test/purchase.ts'
import { submitForm, testSandbox } from '#test/sandbox.ts'
import { appForTest, eventually, type TestApp } from '#test/test-app.ts'

/** For binds only: quotes have more time, because the machine may be slow. */
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
  change: (insurer: Insurer) => Insurer = insurer => insurer,
) {
  const { origin, soldPolicies } = await testSandbox({ idempotency, faults })
  const at = `${origin}/api/insurer`
  const { insurer: patient, catalogue } = overHttp(at, idempotency, { timeoutMs: 20_000, quietSeconds })
  // A short timeout for binds only.
  const hasty = overHttp(at, idempotency, { timeoutMs, quietSeconds }).insurer
  const insurer: Insurer = { ...hasty, quote: patient.quote, amend: patient.amend }
  const world = await appForTest({ replace: { partners: { insurer: change(insurer), catalogue } } })
  return { world, insurer, soldPolicies }
}

type Customer = Awaited<ReturnType<typeof ratedCustomer>>

async function byCard(world: TestApp) {
  const customer = await customerReadyToPay(world, { frequency: 'ANNUAL' })
  const page = (await customer.openPage()).ok().data.attributes.url
  return { ...customer, pay: () => submitForm(page, goodCard) }
}

/** Repeats the click as the page does, slowly enough for the rate limit. */
async function clickUntilBound({ bind }: Customer): Promise<void> {
  while ((await bind()).status !== 200) await pause(500)
}

const policyNumber = async (world: TestApp, { quote }: Customer) =>
  (await world.repositories.findPolicy(quote.id))?.policy_number

async function sellThroughTroubles(idempotency: IdempotencyMode): Promise<void> {
  const planned: (Fault | null)[] = []
  const { world, soldPolicies } = await openTrade(idempotency, call =>
    call.endsWith('/quote/bind') ? (planned.shift() ?? null) : null,
  )
  const atBank: Customer[] = []
  const atCard: Awaited<ReturnType<typeof byCard>>[] = []
  for (const _ of troubles) {
    atBank.push(await ratedCustomer(world))
    atCard.push(await byCard(world))
  }
  planned.push(...troubles, ...troubles)
  await Promise.all([...atBank.map(clickUntilBound), ...atCard.map(({ pay }) => pay())])
  const customers = [...atBank, ...atCard]
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
  const bank = await ratedCustomer(world)
  const card = await byCard(world)
  for (const { quote } of [bank, card]) {
    const { policyDetails, policyHistory } = quote.attributes
    const { outcome } = await insurer.amend(policyDetails.quoteNum, insuredRisk, policyHistory)
    expect(outcome).toBe('quoted')
  }
  expect(await bank.bind()).toMatchObject({ status: 409, json: { code: 'STALE' } })
  await card.pay()
  const payments = () => world.repositories.findPaymentsOfQuote(card.quote.id)
  await eventually(async () => (await payments())[0]?.state === 'REFUNDED')
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
      // As if the process had died here: it is unknown whether the request was sent.
      if (sentAt.length === 1) throw new Error('gone')
      return insurer.bind(policy)
    },
  }))
  const customer = await ratedCustomer(trade.world)
  const first = Date.now()
  expect((await customer.bind()).json).toMatchObject({ code: 'BIND_PENDING' })
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
      isSilent ? { outcome: 'pending', reason: 'timeout' } : insurer.lookupBind(policy),
    bind: async policy => (isSilent ? { outcome: 'pending', reason: 'timeout' } : insurer.bind(policy)),
  }))
  const customer = await ratedCustomer(world)
  const { client, quote, amend, openPage, retry, retrievePolicy } = customer
  expect((await customer.bind()).json).toMatchObject({ code: 'BIND_PENDING' })
  for (const answer of [
    await amend(),
    await client.call('quoteCreate', { body: quote.body }),
    await client.call('emailQuote', { body: { id: quote.id, email: 'm@example.nz' } }),
    await openPage(),
    await retry(),
  ]) {
    expect(answer).toMatchObject({ status: 503, json: { code: 'BIND_PENDING' } })
    expect(answer.headers.get('retry-after')).toBe('5')
  }
  expect((await retrievePolicy()).status).toBe(202)
  const stranger = await world.browser()
  expect((await stranger.call('policyRetrieve', { query: { uuid: quote.id } })).json).toEqual({})
  isSilent = false
  await clickUntilBound(customer)
  expect((await retrievePolicy()).json).toMatchObject({ policyId: await policyNumber(world, customer) })
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
  const customer = await ratedCustomer(trade.world)
  expect((await customer.bind()).json).toMatchObject({ code: 'BIND_PENDING' })
  await clickUntilBound(customer)
  expect([asked, trade.soldPolicies()]).toMatchObject([1, [expect.anything()]])
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
  const { quote, bind, openPage, prospect, ...customer } = await byCard(world)
  const amend = async () => {
    const policyHistory = (await prospect()).ok().quote?.data.attributes.policyHistory
    const { attributes, ...rest } = quote.body
    return customer.amend({ ...rest, attributes: { ...attributes, ...(policyHistory && { policyHistory }) } })
  }
  says = 'nothing'
  expect(await amend()).toMatchObject({ status: 502, json: { code: 'PARTNER_UNAVAILABLE' } })
  expect((await openPage()).json).toMatchObject({ code: 'NOT_READY' })
  expect((await bind()).json).toMatchObject({ code: 'NOT_READY' })
  says = 'yes'
  // The insurer has a version that we never received: the customer gets STALE once, then the amend is accepted.
  expect((await amend()).json).toMatchObject({ code: 'STALE' })
  ;(await amend()).ok()
  ;(await openPage()).ok()
})

it('[EDGE-13] the environment selects the HTTP insurer, here the sandbox', async () => {
  const world = await appForTest({ environment: { INSURER: 'sandbox', INSURER_IDEMPOTENCY: 'keys' } })
  const customer = await ratedCustomer(world)
  ;(await customer.bind()).ok()
  expect(world.sandbox.soldPolicies()).toMatchObject([{ policy_number: await policyNumber(world, customer) }])
  expect(await world.query('select 1 from insurer.quote')).toEqual([])
})

it('[QUOTE-04] [QUOTE-01] [EDGE-08] [EDGE-09] a third party cover has excess 500 and still states the imposed excess of comprehensive cover', async () => {
  const { world } = await openTrade('keys')
  const { quote, amend } = await ratedCustomer(world)
  const excesses = async (cover: CoverType, born = '1988-04-12') => {
    const asWished = JSON.stringify(ratedBody(quote.id, quote.car, { cover }))
    const body = JSON.parse(asWished.replaceAll('1988-04-12', born))
    const { policyComponent, comprehensiveExcess } = (await amend(body)).ok().data.attributes
    return [policyComponent.coverages[0]?.imposedExcess, comprehensiveExcess]
  }
  expect(await excesses('THIRD_PARTY')).toEqual([500, 300])
  expect(await excesses('THIRD_PARTY_FIRE_THEFT')).toEqual([500, 300])
  expect(await excesses('COMPREHENSIVE')).toEqual([300, 300])
  // The insurer has not seen these drivers.
  expect(await excesses('THIRD_PARTY', '2006-03-01')).toEqual([500, 500])
  // The insurer has seen no drivers yet, so the default applies (decision 0004).
  const begun = await createRatedQuote(await world.browser(), { cover: 'THIRD_PARTY' })
  expect(begun.attributes.comprehensiveExcess).toBe(500)
})
