/**
 * Tests of prepared statements: which statements are prepared, and what happens when a table changes or a
 * pooler forgets them.
 */
import pg from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { createStatementRegistry } from './auto-prepare.ts'
import { type Database, openDatabase } from './client.ts'
import type { Connection } from './row-description-cache.ts'
import { withTransaction } from './transaction.ts'

async function oneConnection(): Promise<Database> {
  const database = await testDatabase()
  const opened = await openDatabase({ url: database.url }, { max: 1, onError: () => undefined })
  onTestFinished(async () => {
    await opened.close()
    await database.close()
  })
  return opened
}

const prepared = async ({ pool }: Database): Promise<number> =>
  Number((await pool.query('select count(*) as n from pg_prepared_statements')).rows[0]?.n)

const sessions = ({ kysely }: Pick<Database, 'kysely'>) =>
  kysely.selectFrom('session').selectAll().where('brand', '=', 'openroad').execute()

const keepSession = ({ pool }: Database) =>
  pool.query(
    `insert into session (id, sid_hash, brand, created_at, last_seen_at) values (gen_random_uuid(), '\\x01', 'openroad', now(), now())`,
  )

const oftenEnough = async (database: Database): Promise<void> => {
  for (let times = 0; times < 6; times += 1) await sessions(database)
}

it('a statement is prepared when it comes for the sixth time, and answers the same', async () => {
  const database = await oneConnection()
  for (let times = 0; times < 5; times += 1) expect(await sessions(database)).toEqual([])
  expect(await prepared(database)).toBe(0)
  expect(await sessions(database)).toEqual([])
  expect(await sessions(database)).toEqual([])
  expect(await prepared(database)).toBe(1)
})

it('a table that a newer node changes is read on, outside a transaction and inside one', async () => {
  const database = await oneConnection()
  await oftenEnough(database)
  await database.pool.query(`alter table session add column newer text default 'yes'`)
  expect(await sessions(database)).toEqual([])
  await oftenEnough(database)
  expect(await prepared(database)).toBeGreaterThan(0)
  await database.pool.query(`alter table session add column newest text default 'yes'`)
  let runs = 0
  const read = await withTransaction(database.kysely, async tx => {
    runs += 1
    return sessions({ kysely: tx })
  })
  expect([read, runs]).toEqual([[], 2])
})

it('behind a pooler that does not keep what was prepared, nothing is prepared any more', async () => {
  const database = await oneConnection()
  await oftenEnough(database)
  await database.pool.query('deallocate all')
  expect(await sessions(database)).toEqual([])
  await oftenEnough(database)
  expect(await prepared(database)).toBe(0)
})

it('asks once a connection what the rows of a prepared statement look like, and reads them the same', async () => {
  const database = await oneConnection()
  await keepSession(database)
  const client = await database.pool.connect()
  const asked = vi.spyOn((client as unknown as { connection: Connection }).connection, 'describe')
  client.release()
  const first = await sessions(database)
  expect(first).toMatchObject([{ sid_hash: Buffer.from([1]), created_at: expect.any(Date) }])
  for (let times = 2; times <= 9; times += 1) expect(await sessions(database)).toEqual(first)
  expect(asked).toHaveBeenCalledTimes(6)
})

it('does not read rows that came with other columns than it knows, and asks anew', async () => {
  const database = await oneConnection()
  await keepSession(database)
  await oftenEnough(database)
  // As a pooler does that prepares for its clients, on a connection of its own where the table has another column by now.
  const { rows } = await database.pool.query<{ name: string }>('select name from pg_prepared_statements')
  await database.pool.query(`deallocate "${rows[0]?.name}"`)
  await database.pool.query(
    `prepare "${rows[0]?.name}" (text) as select 'more' as more, session.* from session where brand = $1`,
  )
  await expect(sessions(database)).rejects.toThrow('other columns')
  expect(await sessions(database)).toMatchObject([{ more: 'more', brand: 'openroad' }])
})

it('a failure that has nothing to do with it is told as it is', async () => {
  const database = await oneConnection()
  const wrong = () => database.kysely.selectFrom('quote').select('id').where('id', '=', 'no uuid').execute()
  for (let times = 0; times < 8; times += 1) await expect(wrong()).rejects.toThrow(pg.DatabaseError)
})

it('takes a name that is unknown because preparing it failed for no sign of a pooler', () => {
  const statements = createStatementRegistry()
  const coded = (code: string) => Object.assign(new Error(code), { code })
  const isOn = () => {
    for (let time = 0; time < 6; time += 1) statements.nameOf('select 1')
    return statements.nameOf('select 1') !== undefined
  }
  expect(statements.learnFrom(coded('26000'), false)).toBe(true)
  expect(statements.learnFrom(coded('42P05'), true)).toBe(true)
  expect(statements.learnFrom(coded('57014'), false)).toBe(false)
  expect(isOn()).toBe(true)
  expect(statements.learnFrom(coded('26000'), true)).toBe(true)
  expect(isOn()).toBe(false)
})

it('keeps to two hundred statements', () => {
  const statements = createStatementRegistry()
  const send = (text: string, times: number) => {
    let name: string | undefined
    for (let time = 0; time < times; time += 1) name = statements.nameOf(text)
    return name
  }
  for (let one = 0; one < 200; one += 1) expect(send(`select ${one}`, 6)).toBeDefined()
  expect(send('select 200', 20)).toBeUndefined()
  expect(statements.nameOf('select 7')).toBe(statements.nameOf('select 7'))
  for (let one = 0; one < 5_000; one += 1) expect(send(`in (${one})`, 1)).toBeUndefined()
})

it('a prepared statement that fails says who sent it, as one that is sent as it comes does', async () => {
  const { pool } = await oneConnection()
  const client = await pool.connect()
  onTestFinished(() => client.release())
  const divide = async (by: number): Promise<unknown> =>
    await client.query('select 1 / $1::int as part', [by])
  for (let times = 0; times < 6; times += 1) await divide(1)
  const failure = await divide(0).catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: '22012', stack: expect.stringMatching(/auto-prepare\.test\.ts/) })
})
