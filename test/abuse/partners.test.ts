/** Abuse tests of partners with invalid responses, URLs in requests, and jobs that always fail. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CannedResponse, cannedServer } from '#test/canned-server.ts'
import { bindBody, ratedCustomer, savePolicyholders } from '#test/purchase.ts'
import { appForTest, eventually, openTestApp } from '#test/test-app.ts'
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
    fc.constantFrom(
      '',
      'null',
      '[]',
      '{}',
      '{"id":',
      '<html>',
      '\u0000',
      '[[[[',
      '{"success":true}',
      '{"__proto__":{"x":1}}',
      '1e999',
    ),
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

describe('partners with invalid responses', () => {
  it('[T40] [T6] [EDGE-17] [DRIVER-07] [QUOTE-12] invalid responses of partners cause only results that the specification allows', async () => {
    let answer: CannedResponse = {}
    const { origin } = await cannedServer(() => answer)
    // Honest partners make the quote; then another node uses the faulty ones.
    const honest = await appForTest({ environment: { LIMIT_FACTOR: '1000' } })
    const customer = await ratedCustomer(honest, { frequency: 'ANNUAL' })
    await savePolicyholders(customer.client, customer.quote)
    const world = await appForTest({
      beside: honest,
      environment: {
        LIMIT_FACTOR: '1000',
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
      },
    })
    const client = world.at(new URL(world.origin).host, customer.client)
    const good = goodRequests(world, customer.quote)
    const names = Object.keys(allowedStatuses) as (keyof typeof good)[]
    let plate = 0
    await fc.assert(
      fc.asyncProperty(nonsense, fc.constantFrom(...names), async (given, name) => {
        answer = given
        plate += 1
        const asked =
          name === 'vehicleDetails'
            ? client.call(name, { params: { regNumber: `T${plate}` } })
            : client.call(name, good[name] as never)
        const { status, bytes } = await asked
        expect(allowedStatuses[name]).toContain(status)
        expect(bytes.toString()).not.toMatch(/evil\.example|<b>|<html>/)
      }),
      { numRuns: Number(process.env.HOSTILE_REQUESTS ?? 500) / 5 },
    )
    const { rows } = await world.database.pool.query(
      "select 1 from policy union all select 1 from payment where state = 'APPROVED'",
    )
    expect(rows).toEqual([])
  })
})

describe('URLs in requests', () => {
  it('[T36] [EDGE-17] are never called, from a body, query, header or partner’s redirect', async () => {
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
    const world = await openTestApp({ environment: { LIMIT_FACTOR: '1000' } })
    try {
      const { client, quote } = await ratedCustomer(world)
      const good = goodRequests(world, quote)
      for (const url of [
        trap.origin,
        'http://169.254.169.254/latest/meta-data/',
        'http://[::ffff:7f00:1]/',
        'file:///etc/passwd',
        'gopher://127.0.0.1:25/x',
      ]) {
        const headers = {
          referer: url,
          'x-forwarded-host': url,
          'x-callback-url': url,
          from: url,
          'x-wap-profile': url,
          via: url,
        }
        for (const [name, request] of Object.entries(good)) {
          const spoil = (value: unknown): unknown =>
            typeof value === 'string'
              ? url
              : Array.isArray(value)
                ? value.map(spoil)
                : typeof value === 'object' && value !== null
                  ? Object.fromEntries(
                      Object.entries(value).map(([key, inner]) => [key, key === 'id' ? inner : spoil(inner)]),
                    )
                  : value
          await client.call(name as 'login', { ...(spoil(request) as object), headers })
          await client.call(name as 'login', { ...(request as object), headers } as never)
        }
      }
      expect(trap.requests).toEqual([])
      expect(elsewhere).toEqual([])
    } finally {
      unsubscribe('net.client.socket', watch)
      await world.close()
    }

    const redirecting = await cannedServer(() => ({ status: 302, headers: { location: trap.origin } }))
    const environment = { VEHICLE: 'carjam', VEHICLE_URL: redirecting.origin, VEHICLE_KEY: 'k' }
    const led = await openTestApp({ environment })
    const answer = await (await led.browser()).call('vehicleDetails', { params: { regNumber: 'ABC123' } })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect([redirecting.requests.length > 0, trap.requests.length]).toEqual([true, 0])
    await led.close()
  })
})

describe('jobs that always fail', () => {
  it('[T37] [EDGE-11] are queued once, retried a limited number of times with growing pauses, and then listed for an operator', async () => {
    let tries = 0
    const world = await appForTest({
      environment: { LIMIT_FACTOR: '1000' },
      replace: {
        partners: {
          mail: {
            send: async () => {
              tries += 1
              return { outcome: 'failed', reason: 'down' }
            },
          },
        },
      },
    })
    const { pool } = world.database
    const queues = (
      await pool.query(
        'select name, retry_limit, retry_backoff, retry_delay from jobs.queue where name not like $1 and dead_letter is not null',
        ['\\_\\_%'],
      )
    ).rows
    expect(queues.length).toBeGreaterThanOrEqual(5)
    for (const queue of queues)
      expect(queue).toMatchObject({
        retry_backoff: true,
        retry_limit: expect.toSatisfy((most: number) => most > 0 && most <= 80),
      })

    const { client, quote } = await ratedCustomer(world)
    ;(await client.call('quoteBind', { body: bindBody(quote) })).ok()
    await eventually(async () => tries > 0)
    const { jobs } = world.application.services
    const waiting = async () =>
      Number(
        (
          await pool.query(
            "select count(*) as n from jobs.job where name = 'policy-mail' and state in ('created', 'retry', 'active')",
          )
        ).rows[0].n,
      )
    for (let again = 0; again < 500; again += 1) await jobs.put('policy-mail', { quoteId: quote.id })
    // One waits for its retry; a new one is queued or in progress.
    await eventually(async () => (await waiting()) <= 4)
    const soon = tries
    await new Promise(resolve => setTimeout(resolve, 3_000))
    // At least five seconds between tries.
    expect(tries - soon).toBeLessThanOrEqual(3)
    // Requests are served meanwhile.
    ;(await client.call('policyRetrieve', { query: { uuid: quote.id } })).ok()
  })
})
