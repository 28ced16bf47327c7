/** Abuse tests of random hostile requests to every call; `npm run hostile-input` sends ten thousand. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Endpoint, endpoints } from '#contract/endpoints.ts'
import type { EndpointName } from '#contract/routes.ts'
import { passThroughAuthorization } from '#contract/tokens-and-cookies.ts'
import { createRatedQuote, type RatedCustomer, ratedCustomer } from '#test/purchase.ts'
import { appForFile, type Client } from '#test/test-app.ts'
import { goodRequests, leafPaths, withLeaf } from './good-requests.ts'

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

const requests = Number(process.env.HOSTILE_REQUESTS ?? 500)
const perSession = 250

const world = await appForFile({ environment: { LIMIT_FACTOR: '100' } })

const names = Object.keys(endpoints) as EndpointName[]
const asText = (value: unknown): string => (typeof value === 'string' ? value : String(JSON.stringify(value)))

interface Hostile {
  readonly name: EndpointName
  /** Replaces the parts at these places of a valid request. */
  readonly changes: readonly { readonly place: number; readonly value: unknown }[]
  /** With a customer's session, with the pass-through value alone, or without credentials. */
  readonly as: 'customer' | 'pass-through' | 'anonymous'
}

const hostileRequests: fc.Arbitrary<Hostile> = fc.record({
  name: fc.constantFrom(...names),
  changes: fc.array(fc.record({ place: fc.nat(), value: hostile }), { minLength: 1, maxLength: 3 }),
  as: fc.constantFrom('customer', 'customer', 'pass-through', 'anonymous'),
})

interface RequestParts {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

const unknownKeys = 'status premium policyNumber brand isAdmin constructor prototype id $where'.split(' ')

/** The valid request of a call with these changes: of a value, of a whole part, or of a key that the call does not have. */
function spoiled({ name, changes }: Hostile, quote: RatedCustomer): RequestParts {
  const good: RequestParts = { query: {}, ...goodRequests(world, quote)[name] }
  const parts = Object.keys(good)
  const unknown = parts.flatMap(part => unknownKeys.map(key => `${part}.${key}`))
  // Values count twice, because their checks differ most.
  const places = [...parts, ...leafPaths(good), ...leafPaths(good), ...unknown]
  // From the deepest place to the outermost: a whole part replaces what is in it.
  const chosen = changes.map(({ place, value }) => ({ path: places[place % places.length] ?? '', value }))
  return chosen
    .sort((one, other) => other.path.split('.').length - one.path.split('.').length)
    .reduce((request, { path, value }) => withLeaf(request, path, value), good)
}

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : []

function addressOf(name: EndpointName, { params, query }: RequestParts): string {
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

async function send(client: Client, quote: RatedCustomer, request: Hostile): Promise<number> {
  const parts = spoiled(request, quote)
  const call: Endpoint = endpoints[request.name]
  const headers = new Headers()
  if (request.as !== 'anonymous') headers.set('authorization', passThroughAuthorization)
  if (request.as === 'customer') headers.set('authorization', `Bearer ${client.token}`)
  let body: string | null = null
  if (call.method === 'POST') {
    headers.set('content-type', call.form ? 'application/x-www-form-urlencoded' : 'application/json')
    const fields = entriesOf(parts.body).map(([key, value]) => [key, asText(value)])
    body = call.form ? new URLSearchParams(fields).toString() : JSON.stringify(parts.body ?? {})
  }
  const response = await client.request(addressOf(request.name, parts), {
    method: call.method,
    headers,
    body,
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
  const [row] = await world.query(
    `select md5(string_agg(line, E'\\n' order by line)) as hash from (${tableRows.join(' union all ')}) as book`,
  )
  return row.hash
}

/** The statuses of all responses. */
const statuses: number[] = []

/** The car's value and the price, as text. */
const quotedOf = ({ car, attributes }: RatedCustomer): string =>
  JSON.stringify([car.value, attributes.policyComponent.premium])

/** Sends the requests for the quote of one customer; returns the server's errors. */
async function sendAll(sample: readonly Hostile[]): Promise<string[]> {
  let { client, quote } = await ratedCustomer(world)
  const quoted = quotedOf(quote)
  const bad: string[] = []
  let before = await purchaseRowsHash()
  for (const [index, request] of sample.entries()) {
    const status = await send(client, quote, request)
    statuses.push(status)
    if (status >= 500) bad.push(`${status} ${JSON.stringify(request).slice(0, 400)}`)
    // The requests after a purchase need a quote that is still for sale.
    if (request.name === 'quoteBind' && status === 200) ({ client, quote } = await ratedCustomer(world))
    // An accepted request may write, and so may a declined one, whose answers are kept; the others must not.
    if (status < 300 || status === 422) before = await purchaseRowsHash()
    else if (index % 50 === 49 && (await purchaseRowsHash()) !== before)
      bad.push(`a refused request wrote, near ${index} of this customer`)
  }
  const honest = await createRatedQuote(await world.browser())
  if (quotedOf(honest) !== quoted) bad.push(`another customer is quoted ${quotedOf(honest)}, not ${quoted}`)
  return bad
}

it('[EDGE-17] [EDGE-18] hostile requests cause no 500, no write by a refused request, and no other price', async () => {
  const seed = Date.now() % 2 ** 31
  const sample = fc.sample(hostileRequests, { numRuns: requests, seed })
  for (let from = 0; from < sample.length; from += perSession) {
    const bad = await sendAll(sample.slice(from, from + perSession))
    expect(bad, `seed ${seed}, from ${from}, statuses ${[...new Set(statuses)]}`).toEqual([])
  }
  expect(statuses).toHaveLength(requests)
}, 3_600_000)
