/** Tests of the number of database round trips and connections that the most frequent calls use. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bindBody, createRatedQuote, ratedBody } from '#test/purchase.ts'
import { eventually, openTestApp, type TestApp } from '#test/test-app.ts'
import { statementsOf } from '../../bench/load/pgbench.ts'

let world: TestApp
beforeAll(async () => {
  world = await openTestApp({ isIdle: true })
})
afterAll(() => world.close())

/** Without those of the insurer that is built in, another company's were it not here, and of the queue, which tidies when it likes. */
const ours = async (work: () => Promise<unknown>): Promise<string[]> =>
  (await statementsOf(work)).map(({ text }) => text).filter(text => !/"insurer"|\bjobs\b/.test(text))

it('[EDGE-09] no index covers a column that an amend changes, so PostgreSQL updates no index', async () => {
  const client = await world.browser()
  const quote = await createRatedQuote(client)
  const sent = await statementsOf(async () => (await client.call('quoteAmend', { body: quote.body })).ok())
  const written = sent.flatMap(({ text }) => {
    const [, table = '', set = ''] = /update ((?:"insurer"\.)?"quote") set (.*?) where/.exec(text) ?? []
    return [...set.matchAll(/"(\w+)" = /g)].map(([, column]) => `${table.replaceAll('"', '')}.${column}`)
  })
  expect(written).toEqual(expect.arrayContaining(['quote.insurer_quote', 'insurer.quote.answer']))
  // Of an index its key and its condition: PostgreSQL counts what stands in either.
  const { rows } = await world.database.pool.query<{ column: string }>(`
    select distinct refobjid::regclass || '.' || attname as column
    from pg_depend join pg_index on indexrelid = objid and classid = 'pg_class'::regclass
    join pg_attribute on attrelid = refobjid and attnum = refobjsubid`)
  const stay = ['quote.status', 'quote.quote_number']
  const read = rows.map(({ column }) => column)
  expect(written.filter(column => read.includes(column) && !stay.includes(column))).toEqual([])
})

it('[EDGE-02] retrieving a quote by id takes one round trip', async () => {
  const client = await world.browser()
  const { id } = await createRatedQuote(client)
  const sent = await ours(async () => (await client.call('prospectCar', { query: { id } })).ok())
  expect(sent).toHaveLength(1)
})

it('[T1] [EDGE-16] a bearer call without a valid token is refused before any database read, whatever its session cookie', async () => {
  const made = randomUUID().replaceAll('-', '')
  const bind = (authorization: string) =>
    world.plainClient().request('/edge/vero/quote/bind', {
      method: 'POST',
      headers: { authorization, cookie: `sid=${made}`, 'content-type': 'application/json' },
      body: '{}',
    })
  const sent = await ours(async () => {
    for (const authorization of [
      '',
      'Bearer',
      `Bearer ${'x'.repeat(200)}`,
      'Bearer eyJhbGciOiJub25lIn0.e30.',
    ])
      expect((await bind(authorization)).status).toBe(401)
  })
  expect(sent).toEqual([])
})

it.each(['/cc-payment-success', '/cc-payment-failure'])(
  '[T1] [PAY-10] %s is given without a look at the session',
  async path => {
    const sent = await ours(async () => {
      const answer = await world.plainClient().request(path, { headers: { cookie: `sid=${randomUUID()}` } })
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []])
    })
    expect(sent).toEqual([])
  },
)

it('[EDGE-13] [PAY-05] repeating a completed bind takes two round trips: the quote, and its issuance', async () => {
  const client = await world.browser()
  const quote = await createRatedQuote(client)
  const bind = async () => (await client.call('quoteBind', { body: bindBody(quote) })).ok()
  const bought = await bind()
  const sent = await ours(async () => expect(await bind()).toEqual(bought))
  expect(sent).toHaveLength(2)
  expect(sent.join('\n')).not.toMatch(/\b(begin|update|insert|for update)\b/i)
})

it('[EDGE-09] an amend with a slow body is stale if another amend was written meanwhile', async () => {
  const client = await world.browser()
  const quote = await createRatedQuote(client)
  const { pool } = world.database
  // The door marks a session that was not seen for a while: so one can tell that it was passed.
  await pool.query(`update session set last_seen_at = now() - interval '1 minute'`)
  const wished = (voluntaryExcess: number) => ratedBody(quote.id, quote.car, { voluntaryExcess })
  const body = JSON.stringify(wished(100))
  const slow = request(`${world.origin}/edge/vero/quote/amend`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${client.token}`,
      cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    },
  })
  const answered = once(slow, 'response') as Promise<[IncomingMessage]>
  slow.write(body.slice(0, 1))
  await eventually(async () => {
    const seen = await pool.query(`select 1 from session where last_seen_at > now() - interval '30 seconds'`)
    return seen.rows.length > 0
  })
  ;(await client.call('quoteAmend', { body: wished(500) })).ok()
  slow.end(body.slice(1))
  const [answer] = await answered
  expect(answer.resume().statusCode).toBe(409)
  // The insurer has made it all the same: its newest is kept to be shown, and is sold only once it was asked for again.
  expect((await world.application.services.repositories.findQuote(quote.id))?.insurer_quote).toMatchObject({
    choice: { voluntaryExcess: 100 },
    requiresReprice: true,
  })
})

it('[EDGE-02] [EDGE-16] no quote is preloaded without a session, for an expired session or for a session of another brand', async () => {
  const client = await world.browser()
  const { id } = await createRatedQuote(client)
  const stranger = await world.browser()
  expect((await stranger.call('prospectCar', { query: { id } })).status).toBe(204)
  expect((await world.plainClient().call('prospectCar', { query: { id } })).status).toBe(204)
  await world.database.pool.query(`update session set brand = 'fern'`)
  expect((await client.call('prospectCar', { query: { id } })).status).toBe(204)
  await world.database.pool.query(
    `update session set brand = 'openroad', last_seen_at = now() - interval '2 hours'`,
  )
  expect((await client.call('prospectCar', { query: { id } })).status).toBe(204)
  expect((await stranger.call('prospectCar', { query: { id: 'no-such-id' } })).status).toBe(204)
})

it('[T1] [EDGE-01] a log-in with a guessed token runs the same queries for a quote of this brand, of another brand, or of none', async () => {
  const client = await world.browser()
  const { id } = await createRatedQuote(client)
  const stranger = await world.browser()
  const guess = (user_id: string) =>
    ours(async () => {
      const answer = await stranger.call('login', { body: { user_id, password: randomUUID() } })
      expect(answer.status).toBe(401)
    })
  await guess(id)
  const there = await guess(id)
  expect(await guess(randomUUID())).toEqual(there)
  await world.database.pool.query(`update quote set brand = 'fern' where id = $1`, [id])
  expect(await guess(id)).toEqual(there)
})
