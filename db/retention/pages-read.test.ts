/** Tests of how few rows the purge reads when none is due, because it runs hourly on every node. */
import type { Transaction } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import type { Schema } from '#db/schema.ts'
import { addYears, nzToday } from '#journey/dates.ts'
import { databaseForFile } from '#test/database.ts'
import { explain, statementsOf } from '#test/query-plans.ts'
import { deleteExpiredPolicies } from './purchases.ts'
import {
  deleteExpiredCaptchaAndRateLimits,
  deleteExpiredLoginTokens,
} from './sessions-tokens-and-counters.ts'

const { pool } = await databaseForFile()
const client = await pool.connect()
afterAll(() => client.release())

/** Some levels of an index; each table below has more than forty pages. */
const fewPages = 25

/** Inserts rows of one table alone, whatever its foreign keys. */
async function insertAlone(statement: string, values: unknown[] = []) {
  await client.query('set session_replication_role = replica')
  await client.query(statement, values)
}

/** How many pages of 8 kB the statements of a purge read, if nothing is due. */
async function pagesRead(purge: (db: Transaction<Schema>) => Promise<number>): Promise<number> {
  const { result, sent } = await statementsOf(pool, db => purge(db as Transaction<Schema>))
  expect(result).toBe(0)
  // With few rows, the planner would read the whole table instead of the index.
  await client.query('set enable_seqscan = off')
  let pages = 0
  for (const statement of sent) pages += (await explain(client, statement)).pages
  return pages
}

it('does not read policies whose cover ended six and a half years ago', async () => {
  await insertAlone(
    `insert into policy (policy_number, quote_id, brand, record, declared_at, issued_at)
     select 'OR' || n, gen_random_uuid(), 'openroad',
       jsonb_build_object('endDate', (at + interval '1 year')::date::text), at, at
     from generate_series(1, 2000) n,
       lateral (select now() - interval '7 years 6 months' - n * interval '1 minute') as t(at)`,
  )
  await client.query(`select brin_summarize_new_values('policy_age')`)
  const endedBefore = addYears(nzToday(new Date()), -7)
  const limits = { endedBefore, auditBefore: new Date(endedBefore) }
  expect(await pagesRead(db => deleteExpiredPolicies(db, limits))).toBeLessThan(fewPages)
})

it('does not read today’s counters', async () => {
  await insertAlone(
    `insert into rate_limit (key, window_start, count)
     select 'bench|' || n, now() - (n % 20) * interval '1 hour', 1 from generate_series(1, 20000) n`,
  )
  const before = new Date(Date.now() - 86_400_000)
  const limits = { before, countedBefore: before }
  expect(await pagesRead(db => deleteExpiredCaptchaAndRateLimits(db, limits))).toBeLessThan(fewPages)
})

it.each(['link', 'return', 'documents'])('does not read valid tokens of the kind %s', async kind => {
  await insertAlone(
    `insert into login_token (token_hash, quote_id, kind, expires_at)
     select sha256(($1 || n)::bytea), gen_random_uuid(), $1, now() + n * interval '1 minute' from generate_series(1, 20000) n`,
    [kind],
  )
  const now = new Date()
  expect(await pagesRead(db => deleteExpiredLoginTokens(db, { now, linksBefore: now }))).toBeLessThan(
    fewPages,
  )
})

it('summarises a full range of the index at once, without waiting for a vacuum', async () => {
  const { rows } = await client.query(
    `select relname as name, coalesce('autosummarize=on' = any (reloptions), false) as "isSummedUp"
     from pg_class where relkind = 'i' and relam = (select oid from pg_am where amname = 'brin') order by relname`,
  )
  expect(rows).toEqual(['audit_age', 'policy_age'].map(name => ({ name, isSummedUp: true })))
})
