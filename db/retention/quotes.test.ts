/**
 * Tests of how few rows the hourly purge reads when they are not due, since it runs on every node however
 * large the tables are.
 */
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import type pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import type { Schema } from '#db/schema.ts'
import { addYears, nzToday } from '#journey/dates.ts'
import { testDatabase } from '#test/database.ts'
import { deleteExpiredPolicies } from './policies.ts'
import { deleteExpiredCaptchaAndRateLimits, deleteExpiredLoginTokens } from './quotes.ts'

/** How many pages of 8 kB the statements read, without the begin and commit that cannot be explained. */
async function pagesRead(
  pool: pg.Pool,
  client: pg.PoolClient,
  purge: (db: Transaction<Schema>) => Promise<number>,
): Promise<number> {
  const sent: { sql: string; parameters: readonly unknown[] }[] = []
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void sent.push({ sql: query.sql, parameters: query.parameters }),
  })
  expect(await purge(db as Transaction<Schema>)).toBe(0)
  // However few rows a test has: it is the index that is to tell.
  await client.query('set enable_seqscan = off')
  let pages = 0
  for (const { sql, parameters } of sent) {
    const { rows } = await client.query(`explain (analyze, buffers, format json) ${sql}`, [...parameters])
    const { Plan } = rows[0]['QUERY PLAN'][0]
    pages += Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']
  }
  return pages
}

async function freshDatabase() {
  const { pool, close } = await testDatabase()
  onTestFinished(close)
  const client = await pool.connect()
  onTestFinished(() => client.release())
  return { pool, client }
}

it('policies whose cover ended six and a half years ago are not read', async () => {
  const { pool, client } = await freshDatabase()
  // Rows of this table alone.
  await client.query('set session_replication_role = replica')
  await client.query(
    `insert into policy (policy_number, quote_id, brand, record, declared_at, issued_at)
     select 'OR' || n, gen_random_uuid(), 'openroad',
       jsonb_build_object('endDate', (at + interval '1 year')::date::text), at, at
     from generate_series(1, 2000) n,
       lateral (select now() - interval '7 years 6 months' - n * interval '1 minute') as t(at)`,
  )
  await client.query(`select brin_summarize_new_values('policy_age')`)
  const endedBefore = addYears(nzToday(new Date()), -7)
  const auditBefore = new Date(endedBefore)
  expect(
    await pagesRead(pool, client, db => deleteExpiredPolicies(db, { endedBefore, auditBefore })),
  ).toBeLessThan(10)
})

it('counters of today are not read', async () => {
  const { pool, client } = await freshDatabase()
  await client.query(
    `insert into rate_limit (key, window_start, count)
     select 'bench|' || n, now() - (n % 20) * interval '1 hour', 1 from generate_series(1, 20000) n`,
  )
  const before = new Date(Date.now() - 86_400_000)
  const times = { before, countedBefore: before }
  expect(await pagesRead(pool, client, db => deleteExpiredCaptchaAndRateLimits(db, times))).toBeLessThan(10)
})

it.each(['link', 'return', 'documents'])(
  'tokens of the kind %s that are still good are not read',
  async kind => {
    const { pool, client } = await freshDatabase()
    // Rows of this table alone.
    await client.query('set session_replication_role = replica')
    await client.query(
      `insert into login_token (token_hash, quote_id, kind, expires_at)
     select sha256(n::text::bytea), gen_random_uuid(), $1, now() + n * interval '1 minute' from generate_series(1, 20000) n`,
      [kind],
    )
    const now = new Date()
    expect(
      await pagesRead(pool, client, db => deleteExpiredLoginTokens(db, { now, linksBefore: now })),
    ).toBeLessThan(10)
  },
)

it('a range of blocks is summed up once it is full: until a vacuum came by it would be read every hour', async () => {
  const { client } = await freshDatabase()
  const { rows } = await client.query(
    `select relname as name, coalesce('autosummarize=on' = any (reloptions), false) as "isSummedUp"
     from pg_class where relkind = 'i' and relam = (select oid from pg_am where amname = 'brin') order by relname`,
  )
  expect(rows).toEqual(['audit_age', 'policy_age'].map(name => ({ name, isSummedUp: true })))
})
