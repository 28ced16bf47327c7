/** Tests of named statements: values, transactions, and what happens when a prepared statement no longer fits. */
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { preparedStatement } from './prepared-statements.ts'
import { runTransaction } from './transaction.ts'

const sessionsOf = preparedStatement('sessions-of-brand', (db, values: { readonly brand: string }) =>
  db.selectFrom('session').selectAll().where('brand', '=', values.brand),
)
const seen = preparedStatement('brand-seen', (db, values: { readonly brand: string; readonly at: Date }) =>
  db.updateTable('session').set({ last_seen_at: values.at }).where('brand', '=', values.brand),
)

async function oneConnection() {
  const database = await testDatabase({ max: 1 })
  onTestFinished(() => database.close())
  const { kysely } = database
  await database.query(
    `insert into session (id, sid_hash, brand, created_at, last_seen_at)
     select gen_random_uuid(), brand::bytea, brand, now(), now() from unnest(array['openroad', 'harbour']) brand`,
  )
  const prepared = async () =>
    (await sql<{ name: string }>`select name from pg_prepared_statements order by name`.execute(kysely)).rows
  const brands = async (brand: string, db = kysely) =>
    (await db.executeQuery(sessionsOf({ brand }))).rows.map(row => row.brand)
  return { kysely, prepared, brands }
}

it('is prepared once per connection and bound to the values of each call', async () => {
  const { kysely, prepared, brands } = await oneConnection()
  for (const brand of ['openroad', 'harbour']) expect(await brands(brand)).toEqual([brand])
  const at = new Date('2026-11-21T09:30:00Z')
  expect((await kysely.executeQuery(seen({ brand: 'harbour', at }))).numAffectedRows).toBe(1n)
  expect((await kysely.executeQuery(sessionsOf({ brand: 'harbour' }))).rows[0]?.last_seen_at).toEqual(at)
  expect(await prepared()).toHaveLength(2)
})

it('is prepared again after a migration changed its columns, also inside a transaction', async () => {
  const { kysely, brands } = await oneConnection()
  await brands('openroad')
  await sql`alter table public.session add column first integer`.execute(kysely)
  expect(await brands('openroad')).toEqual(['openroad'])
  await sql`alter table public.session add column second integer`.execute(kysely)
  expect(await runTransaction(kysely, tx => brands('openroad', tx))).toEqual(['openroad'])
})

it('is sent without a name if a pooler does not know the prepared statement', async () => {
  const { kysely, prepared, brands } = await oneConnection()
  await brands('openroad')
  await sql`deallocate all`.execute(kysely)
  expect(await brands('openroad')).toEqual(['openroad'])
  expect(await prepared()).toEqual([])
})

it('an ignored failure of a statement makes the commit fail', async () => {
  const { kysely } = await oneConnection()
  const work = runTransaction(kysely, async tx => {
    await tx.deleteFrom('session').execute()
    await sql`select 1 / 0`.execute(tx).catch(() => undefined)
  })
  await expect(work).rejects.toThrow('rolled back instead of committed')
  expect(await kysely.selectFrom('session').select('brand').execute()).toHaveLength(2)
})
