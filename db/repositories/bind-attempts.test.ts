/** Tests of what a start reads of the encrypted bank details: only the key ids, however many details there are. */
import { expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { explain, statementsOf } from '#test/query-plans.ts'
import { findEncryptionKeyIdsInUse } from './bind-attempts.ts'

it('finds the encryption keys in use without reading bank details', async () => {
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
  const { result, sent } = await statementsOf(pool, findEncryptionKeyIdsInUse)
  expect(result).toEqual(['first', 'second', 'third'])
  for (const statement of sent) {
    const { nodes, pages } = await explain(client, statement)
    expect(nodes.flatMap(node => node['Index Name'] ?? [])).toEqual(['bind_attempt_kid'])
    expect(pages).toBeLessThan(20)
  }
})
