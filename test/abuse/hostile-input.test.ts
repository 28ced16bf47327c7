/**
 * Abuse tests with hostile requests over every call: no response of 500 or above, no write by a refused request, and
 * the same price for the next honest request. `npm run hostile-input` sends ten thousand.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Endpoint, type EndpointName, endpoints } from '#contract/endpoints.ts'
import { passThroughValue } from '#contract/public-constants.ts'
import { createRatedQuote, type RatedCustomer, ratedCustomer } from '#test/purchase.ts'
import { type Client, openTestApp, type TestApp } from '#test/test-app.ts'
import { fromSchema, hostile } from './schema-arbitraries.ts'

const requests = Number(process.env.HOSTILE_REQUESTS ?? 1_000)
const perSession = 250

let world: TestApp
beforeAll(async () => {
  world = await openTestApp({ environment: { LIMIT_FACTOR: '100' } })
})
afterAll(() => world.close())

const names = Object.keys(endpoints) as EndpointName[]
const asText = (value: unknown): string => (typeof value === 'string' ? value : String(JSON.stringify(value)))

interface Hostile {
  readonly name: EndpointName
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  /** With a customer's session, with the pass-through value alone, or without credentials. */
  readonly as: 'customer' | 'pass-through' | 'anonymous'
}

const partOf = (schema: Endpoint['body']) => (schema ? fromSchema(schema) : fc.constant(undefined))

const hostileRequests: fc.Arbitrary<Hostile> = fc.oneof(
  ...names.map(name => {
    const call: Endpoint = endpoints[name]
    return fc.record({
      name: fc.constant(name),
      params: partOf(call.params),
      query: fc.oneof({ weight: 4, arbitrary: partOf(call.query) }, { weight: 1, arbitrary: hostile }),
      body: partOf(call.body),
      as: fc.constantFrom(
        'customer' as const,
        'customer' as const,
        'pass-through' as const,
        'anonymous' as const,
      ),
    })
  }),
)

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : []

function addressOf({ name, params, query }: Hostile): string {
  const given = new Map(entriesOf(params))
  const path = endpoints[name].path.replace(/:(\w+)/g, (_, key: string) =>
    encodeURIComponent(
      asText(given.get(key) ?? 'x')
        .toWellFormed()
        .slice(0, 200),
    ),
  )
  const search = new URLSearchParams()
  for (const [key, value] of entriesOf(query))
    for (const one of Array.isArray(value) ? value.slice(0, 3) : [value])
      search.append(key, asText(one).slice(0, 2_000))
  return `/edge${path}${search.size > 0 ? `?${search}` : ''}`
}

async function send(client: Client, request: Hostile): Promise<number> {
  const call: Endpoint = endpoints[request.name]
  const authorization =
    request.as === 'customer' && client.token
      ? `Bearer ${client.token}`
      : request.as === 'anonymous'
        ? undefined
        : passThroughValue
  const form = call.form === true
  const body = form
    ? new URLSearchParams(entriesOf(request.body).map(([key, value]) => [key, asText(value)])).toString()
    : JSON.stringify(request.body ?? {})
  const response = await client.request(addressOf(request), {
    method: call.method,
    headers: {
      ...(authorization ? { authorization } : {}),
      ...(call.method === 'POST'
        ? { 'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json' }
        : {}),
    },
    ...(call.method === 'POST' ? { body } : {}),
  })
  await response.arrayBuffer()
  return response.status
}

const purchaseTables = ['quote', 'payment', 'bind_attempt', 'policy', 'insurer.quote', 'insurer.policy']
const tableRows = purchaseTables.map(
  table => `select '${table} ' || row_to_json(t)::text as line from ${table} t`,
)

/** A hash of all rows of purchases. */
async function purchaseRowsHash(): Promise<string> {
  const { rows } = await world.database.pool.query<{ hash: string }>(
    `select md5(string_agg(line, E'\\n' order by line)) as hash from (${tableRows.join(' union all ')}) as book`,
  )
  return rows[0]?.hash ?? ''
}

async function pricedAgain(client: Client, quote: RatedCustomer): Promise<unknown> {
  const honest = await createRatedQuote(client)
  expect(honest.car.value).toBe(quote.car.value)
  return honest.attributes.policyComponent.premium
}

it('[EDGE-17] [EDGE-18] hostile requests cause no 500, no write by a refused request, and no other price', async () => {
  const seed = Date.now() % 2 ** 31
  const sample = fc.sample(hostileRequests, { numRuns: requests, seed })
  const bad: string[] = []
  const answered = new Map<number, number>()
  for (let from = 0; from < sample.length; from += perSession) {
    const { client, quote } = await ratedCustomer(world)
    let before = await purchaseRowsHash()
    for (const [index, request] of sample.slice(from, from + perSession).entries()) {
      const status = await send(client, request)
      answered.set(status, (answered.get(status) ?? 0) + 1)
      if (status >= 500) bad.push(`${status} ${JSON.stringify(request).slice(0, 400)}`)
      // Accepted requests may write; refused ones must not.
      if (status < 300) before = await purchaseRowsHash()
      else if (index % 50 === 49 && (await purchaseRowsHash()) !== before)
        bad.push(`a refused request wrote, near ${from + index}`)
    }
    expect(await pricedAgain(await world.browser(), quote), `seed ${seed}, after ${from}`).toEqual(
      quote.attributes.policyComponent.premium,
    )
  }
  expect(bad, `seed ${seed}, answers ${JSON.stringify([...answered])}`).toEqual([])
  expect([...answered.values()].reduce((sum, count) => sum + count, 0)).toBe(requests)
}, 3_600_000)
