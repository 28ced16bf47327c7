/** Abuse tests of partners with invalid responses, URLs in requests, and jobs that always fail. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { type CannedResponse, cannedServer } from '#test/canned-server.ts'
import { customerReadyToPay, ratedCustomer } from '#test/purchase.ts'
import { appForTest, eventually } from '#test/test-app.ts'
import { goodRequests } from './good-requests.ts'

/** Most often a success. */
const statuses = '200 200 200 201 202 204 301 302 400 401 403 404 409 410 422 429 500 502 503'
  .split(' ')
  .map(Number)

/** Responses that break a careless parser, and some that are almost valid. */
const nonsense: fc.Arbitrary<CannedResponse> = fc.record({
  status: fc.constantFrom(...statuses),
  headers: fc.constantFrom<Record<string, string>>(
    { 'content-type': 'application/json' },
    { 'content-type': 'text/html' },
    { 'content-type': 'application/json', location: 'http://127.0.0.1:9/', 'retry-after': '99999999' },
    {},
  ),
  body: fc.oneof(
    fc.json(),
    fc.string(),
    fc.constantFrom('', '\u0000', ...'null [] {} {"id": <html> [[[[ 1e999'.split(' ')),
    fc.constantFrom('{"success":true}', '{"__proto__":{"x":1}}'),
    fc.constantFrom(2_000_000, 300_000).map(size => JSON.stringify({ x: 'x'.repeat(size) })),
    fc
      .record({
        id: fc.anything(),
        success: fc.boolean(),
        state: fc.constantFrom<unknown>('complete', 'init', 'pending', 7, null),
        links: fc.oneof(
          fc.anything(),
          fc.constant([{ rel: 'hpp', href: 'https://evil.example', method: 'REDIRECT' }]),
        ),
        transactions: fc.oneof(
          fc.anything(),
          fc.constant([{ authorised: true, amount: 'NaN', currency: 'NZD' }]),
        ),
        completions: fc.oneof(fc.anything(), fc.constant([{ a: '<b>x</b>', pxid: 7 }])),
        data: fc.anything(),
        idh: fc.anything(),
        policyNumber: fc.anything(),
      })
      .map(value =>
        JSON.stringify(value, (_key, inner) => (typeof inner === 'bigint' ? String(inner) : inner)),
      ),
  ),
})

/** The statuses that the specification allows when a partner fails. */
const allowedStatuses: Record<string, readonly number[]> = {
  vehicleDetails: [200, 204, 400, 404, 422, 502, 503],
  vehicleLookup: [200, 204, 404, 422, 502, 503],
  addressSuggest: [200, 502, 503],
  addressRisk: [200, 204, 404, 502, 503],
  quoteAmend: [200, 204, 409, 422, 502, 503],
  paymentCreate: [200, 409, 422, 502, 503],
  policyRetrieve: [200, 202, 204],
}

const environment = { LIMIT_FACTOR: '1000' }

it('[T40] [T6] [EDGE-17] [DRIVER-07] [QUOTE-12] invalid responses of partners cause only results that the specification allows', async () => {
  let answer: CannedResponse = {}
  const { origin } = await cannedServer(() => answer)
  // Honest partners make the quote; then another node uses the faulty ones.
  const honest = await appForTest({ environment })
  const customer = await customerReadyToPay(honest, { frequency: 'ANNUAL' })
  const faulty = {
    VEHICLE: 'carjam',
    VEHICLE_URL: origin,
    VEHICLE_KEY: 'k',
    ADDRESS: 'addressfinder',
    ADDRESS_URL: origin,
    ADDRESS_KEY: 'k',
    ADDRESS_SECRET: 's',
    PAYMENT: 'windcave',
    PAYMENT_URL: origin,
    PAYMENT_USERNAME: 'u',
    PAYMENT_API_KEY: 'k',
    PAYMENT_PAGE_ORIGIN: 'https://sec.windcave.example',
    INSURER: 'http',
    INSURER_URL: origin,
    INSURER_KEY: 'k',
  }
  const world = await appForTest({ beside: honest, environment: { ...environment, ...faulty } })
  const client = world.at(new URL(world.origin).host, customer.client)
  const good = goodRequests(world, customer.quote)
  const names = Object.keys(allowedStatuses) as (keyof typeof good)[]
  let plates = 0
  await fc.assert(
    fc.asyncProperty(nonsense, fc.constantFrom(...names), async (given, name) => {
      answer = given
      // A new plate each time, because the register's answers are cached.
      plates += 1
      const request = name === 'vehicleDetails' ? { params: { regNumber: `T${plates}` } } : good[name]
      const { status, bytes } = await client.call(name, request as never)
      expect(allowedStatuses[name]).toContain(status)
      expect(bytes.toString()).not.toMatch(/evil\.example|<b>|<html>/)
    }),
    { numRuns: Number(process.env.HOSTILE_REQUESTS ?? 500) / 5 },
  )
  const rows = await world.query(
    "select 1 from policy union all select 1 from payment where state = 'APPROVED'",
  )
  expect(rows).toEqual([])
})

/** A copy of a request with this URL in place of every text, except the quote's id. */
function withUrls(value: unknown, url: string): unknown {
  if (typeof value === 'string') return url
  if (Array.isArray(value)) return value.map(one => withUrls(one, url))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  return Object.fromEntries(entries.map(([key, inner]) => [key, key === 'id' ? inner : withUrls(inner, url)]))
}

it('[T36] [EDGE-17] URLs in requests are never called, from a body, query, header or partner’s redirect', async () => {
  const trap = await cannedServer(() => ({}))
  const elsewhere: string[] = []
  const watch = (message: unknown) => {
    const { socket } = message as { socket: Socket }
    socket.once('connect', () => {
      const address = socket.remoteAddress ?? ''
      // The database uses a path, not an address.
      if (address !== '' && !/^(::ffff:)?127\.|^::1$/.test(address)) elsewhere.push(address)
    })
  }
  subscribe('net.client.socket', watch)
  onTestFinished(() => void unsubscribe('net.client.socket', watch))
  const world = await appForTest({ environment })
  const { client, quote } = await ratedCustomer(world)
  for (const url of [
    trap.origin,
    'http://169.254.169.254/latest/meta-data/',
    'http://[::ffff:7f00:1]/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:25/x',
  ]) {
    const named = ['referer', 'x-forwarded-host', 'x-callback-url', 'from', 'x-wap-profile', 'via']
    const headers = Object.fromEntries(named.map(name => [name, url]))
    for (const [name, request] of Object.entries(goodRequests(world, quote)))
      for (const sent of [withUrls(request, url) as object, request])
        await client.call(name as 'login', { ...sent, headers } as never)
  }
  expect(trap.requests).toEqual([])
  expect(elsewhere).toEqual([])

  const redirecting = await cannedServer(() => ({ status: 302, headers: { location: trap.origin } }))
  const led = await appForTest({
    environment: { VEHICLE: 'carjam', VEHICLE_URL: redirecting.origin, VEHICLE_KEY: 'k' },
  })
  const answer = await (await led.browser()).call('vehicleDetails', { params: { regNumber: 'ABC123' } })
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect([redirecting.requests.length > 0, trap.requests.length]).toEqual([true, 0])
})

it('[T37] [EDGE-11] jobs that always fail are queued once, retried a limited number of times with growing pauses, and then listed for an operator', async () => {
  let tries = 0
  const send = async () => {
    tries += 1
    return { outcome: 'failed', reason: 'timeout' } as const
  }
  const world = await appForTest({ environment, replace: { partners: { mail: { send } } } })
  const queues = await world.query(
    'select retry_limit, retry_backoff from jobs.queue where name not like $1 and dead_letter is not null',
    ['\\_\\_%'],
  )
  expect(queues.length).toBeGreaterThanOrEqual(5)
  const limited = expect.toSatisfy((most: number) => most > 0 && most <= 80)
  for (const queue of queues) expect(queue).toEqual({ retry_backoff: true, retry_limit: limited })

  const { quote, bind, retrievePolicy } = await ratedCustomer(world)
  ;(await bind()).ok()
  await eventually(async () => tries > 0)
  const waiting = () =>
    world.query("select from jobs.job where name = 'policy-mail' and state in ('created', 'retry', 'active')")
  for (let again = 0; again < 500; again += 1)
    await world.services.jobs.put('policy-mail', { quoteId: quote.id })
  // One waits for its retry; a new one is queued or in progress.
  await eventually(async () => (await waiting()).length <= 4)
  const soon = tries
  await delay(3_000)
  // At least five seconds between tries.
  expect(tries - soon).toBeLessThanOrEqual(3)
  // Requests are served meanwhile.
  ;(await retrievePolicy()).ok()
})
