/**
 * Tests of what a start reads of the encrypted bank details: only the key ids, however many details there
 * are.
 */
import { Kysely, PostgresDialect } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import type { Schema } from '#db/schema.ts'
import { testDatabase } from '#test/database.ts'
import { encryptionKeyIdsInUse } from './bind-attempts.ts'

interface Plan {
  readonly 'Index Name'?: string
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
  readonly Plans?: readonly Plan[]
}
const indexesOf = (plan: Plan): readonly string[] => [
  ...(plan['Index Name'] === undefined ? [] : [plan['Index Name']]),
  ...(plan.Plans ?? []).flatMap(indexesOf),
]

it('the keys that bank details are locked with are found without reading the details', async () => {
  const { pool, close } = await testDatabase()
  onTestFinished(close)
  const client = await pool.connect()
  onTestFinished(() => client.release())
  // Rows of this table alone.
  await client.query('set session_replication_role = replica')
  await client.query(
    `insert into bind_attempt (quote_id, idempotency_key, quote_version, request_hash, encrypted_request, state, created_at, changed_at)
     select gen_random_uuid(), gen_random_uuid(), 1, '',
       case when n % 10 > 0 then 'v1.' || (array['second', 'first', 'third'])[1 + n % 3] || '.' || details end,
       'ISSUED', now(), now()
     from generate_series(1, 4000) n,
       lateral (select string_agg(md5(n || ' ' || part), '') from generate_series(1, 80) part) locked (details)`,
  )
  await client.query('vacuum (analyze) bind_attempt')
  const sent: { sql: string; parameters: readonly unknown[] }[] = []
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void sent.push({ sql: query.sql, parameters: query.parameters }),
  })
  expect(await encryptionKeyIdsInUse(db)).toEqual(['first', 'second', 'third'])
  for (const { sql, parameters } of sent) {
    const { rows } = await client.query(`explain (analyze, buffers, format json) ${sql}`, [...parameters])
    const { Plan } = rows[0]['QUERY PLAN'][0]
    expect(indexesOf(Plan)).toEqual(['bind_attempt_kid'])
    expect(Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']).toBeLessThan(20)
  }
  expect(sent).not.toEqual([])
})
