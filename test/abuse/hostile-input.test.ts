/**
 * Abuse tests with hostile requests over every call: no response of 500 or above, no write by a refused request, and
 * the same price for the next honest request. `npm run hostile-input` sends ten thousand.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { type Endpoint, endpoints } from '#contract/endpoints.ts'
import type { EndpointName } from '#contract/routes.ts'
import { passThroughAuthorization } from '#contract/tokens-and-cookies.ts'
import { createRatedQuote, type RatedCustomer, ratedCustomer } from '#test/purchase.ts'
import { appForFile, type Client } from '#test/test-app.ts'

interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly prefixItems?: readonly JsonSchema[]
}

/** Texts that often break programs. */
const hostileTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\r\nX-Evil: 1',
  "' or '1'='1",
  "1'; drop table quote; --",
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '../../../../etc/passwd',
  '%00%0d%0a',
  '{{7*7}}',
  '\ud800',
  '\u202e\u2066',
  'Ａ'.repeat(500),
  'x'.repeat(5_000),
  'NaN',
  'Infinity',
  '-0',
  '1e309',
  '9'.repeat(400),
  'true',
  'null',
  '[]',
  '__proto__',
  'constructor',
  'AUTHENTICATED_V2',
  '//evil.example/',
  'javascript:alert(1)',
  'data:text/html,x',
] as const

const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...hostileTexts),
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 1e21, Number.MAX_SAFE_INTEGER),
  fc.constantFrom<unknown>([], {}, [[]], [{}], [null], { $gt: '' }, { length: 1e9 }),
  fc.constantFrom<unknown>({ toString: 1, valueOf: 1 }, -Number.MAX_SAFE_INTEGER),
  fc.anything({ maxDepth: 3, withBigInt: false, withDate: false }),
)

function looksRight(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map(looksRight))
  if (schema.allOf) return fc.tuple(...schema.allOf.map(looksRight)).map(parts => Object.assign({}, ...parts))
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, value]) => [key, leaf(value)])),
        { requiredKeys: [] },
      )
    case 'array':
      return fc.array(leaf(schema.items ?? {}), { maxLength: 4 })
    case 'integer':
    case 'number':
      return fc.oneof(
        fc.integer({ min: -10, max: 200_000 }),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
      )
    case 'boolean':
      return fc.boolean()
    case 'string':
      return fc.oneof(
        fc.constantFrom('JHU968', 'NO', 'YES', '2026-11-21', '1010', 'a@b.nz', 'Queen Street'),
        fc.string(),
      )
    default:
      return hostile
  }
}

/** Usually a valid value, sometimes a hostile one. */
const leaf = (schema: JsonSchema): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 5, arbitrary: looksRight(schema) }, { weight: 1, arbitrary: hostile })

const stowaways: fc.Arbitrary<Record<string, unknown>> = fc.dictionary(
  fc.constantFrom(...'status premium policyNumber brand isAdmin constructor prototype id $where'.split(' ')),
  hostile,
  { maxKeys: 2 },
)

/** Values for a part of a call: mostly valid, with hostile values, missing keys and unknown keys. */
function fromSchema(schema: z.ZodType): fc.Arbitrary<unknown> {
  const shaped = leaf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema)
  return fc
    .tuple(shaped, stowaways)
    .map(([value, extra]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value, ...extra } : value,
    )
}

const requests = Number(process.env.HOSTILE_REQUESTS ?? 500)
const perSession = 250

const world = await appForFile({ environment: { LIMIT_FACTOR: '100' } })

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
      as: fc.constantFrom(...(['customer', 'customer', 'pass-through', 'anonymous'] as const)),
    })
  }),
)

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : []

function addressOf({ name, params, query }: Hostile): string {
  const given = new Map(entriesOf(params))
  const path = endpoints[name].path.replace(/:(\w+)/g, (_, key: string) => {
    const text = asText(given.get(key) ?? 'x').toWellFormed()
    return encodeURIComponent(text.slice(0, 200))
  })
  const search = new URLSearchParams()
  for (const [key, value] of entriesOf(query))
    for (const one of Array.isArray(value) ? value.slice(0, 3) : [value])
      search.append(key, asText(one).slice(0, 2_000))
  return `/edge${path}${search.size > 0 ? `?${search}` : ''}`
}

async function send(client: Client, request: Hostile): Promise<number> {
  const call: Endpoint = endpoints[request.name]
  const headers = new Headers()
  if (request.as !== 'anonymous') headers.set('authorization', passThroughAuthorization)
  if (request.as === 'customer') headers.set('authorization', `Bearer ${client.token}`)
  let body: string | null = null
  if (call.method === 'POST') {
    headers.set('content-type', call.form ? 'application/x-www-form-urlencoded' : 'application/json')
    const fields = entriesOf(request.body).map(([key, value]) => [key, asText(value)])
    body = call.form ? new URLSearchParams(fields).toString() : JSON.stringify(request.body ?? {})
  }
  const response = await client.request(addressOf(request), { method: call.method, headers, body })
  await response.arrayBuffer()
  return response.status
}

const purchaseTables = ['quote', 'payment', 'bind_attempt', 'policy', 'insurer.quote', 'insurer.policy']
const tableRows = purchaseTables.map(
  table => `select '${table} ' || row_to_json(t)::text as line from ${table} t`,
)

/** A hash of all rows of purchases. */
async function purchaseRowsHash(): Promise<string> {
  const [row] = await world.query(
    `select md5(string_agg(line, E'\\n' order by line)) as hash from (${tableRows.join(' union all ')}) as book`,
  )
  return row.hash
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
