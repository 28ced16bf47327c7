/** Tests of the migration runner: order, locking, concurrent indexes and failures. */
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { temporaryDir } from '#test/sandbox.ts'
import { openDatabase } from './client.ts'
import { assertSchemaCurrent, migrate } from './migrate.ts'
import { assertTimeLimits } from './session-defaults.ts'

let database: TestDatabase
let folder: string
beforeEach(async () => {
  database = await testDatabase()
  await database.query('drop table if exists kysely_migration, kysely_migration_lock')
  folder = await temporaryDir()
  await write('0001-first.sql', 'create table migrated (n int); insert into migrated values (1);')
})
afterEach(() => database.close())

const write = (file: string, text: string) => writeFile(join(folder, file), text)
const insertInto = (file: string, n: number) => write(file, `insert into migrated values (${n});`)
const remove = (file: string) => rm(join(folder, file))
const run = () => migrate(database.connection, folder)
const rows = async () => (await database.query('select n from migrated order by n')).map(({ n }) => n)
const indexes = () =>
  database.query(
    `select relname as name, indisvalid as "isValid" from pg_index join pg_class on pg_class.oid = indexrelid
     where indrelid = 'migrated'::regclass`,
  )
/** Changes what the sessions of this database begin with. */
const alterDatabase = async (change: string) => {
  const [named] = await database.query('select current_database() as name')
  await database.query(`alter database ${named?.name} ${change}`)
}
/** Starts a migration that a lock holds up. */
const runHeldUp = () => {
  const state = { isDone: false }
  const applied = run().finally(() => {
    state.isDone = true
  })
  return { state, applied }
}

describe('migrations', () => {
  it('are applied in order, once', async () => {
    await insertInto('0002-second.sql', 2)
    expect(await run()).toEqual(['0001-first.sql', '0002-second.sql'])
    await insertInto('0003-third.sql', 3)
    expect(await run()).toEqual(['0003-third.sql'])
    expect(await run()).toEqual([])
    expect(await rows()).toEqual([1, 2, 3])
  })

  it('are one transaction each: a failing file is named and rolled back, and earlier ones stay', async () => {
    await write('0002-bad.sql', 'insert into migrated values (2); insert into missing values (1);')
    await insertInto('0003-later.sql', 3)
    await expect(run()).rejects.toThrow('0002-bad.sql: relation "missing" does not exist')
    expect(await rows()).toEqual([1])
    await insertInto('0002-bad.sql', 2)
    expect(await run()).toEqual(['0002-bad.sql', '0003-later.sql'])
  })

  it('[INFRA-01] are applied once by several nodes, and set the session defaults of the database', async () => {
    await alterDatabase('reset all')
    await alterDatabase(`set default_transaction_isolation = 'repeatable read'`)
    await write('0002-slow.sql', 'select pg_sleep(0.1); insert into migrated values (2);')
    await write('0003-found.sql', 'create index concurrently if not exists migrated_n on migrated (n);')
    const applied = await Promise.all([1, 2, 3, 4].map(run))
    expect(applied.flat().sort()).toEqual(['0001-first.sql', '0002-slow.sql', '0003-found.sql'])
    expect(await rows()).toEqual([1, 2])
    const node = await openDatabase({ url: database.url }, { max: 1, onError: () => undefined })
    await assertTimeLimits(node.kysely)
    const { rows: levels } = await node.pool.query(`select current_setting('transaction_isolation') as level`)
    expect(levels).toEqual([{ level: 'read committed' }])
    await node.close()
  })

  it('have no statement time limit', async () => {
    // All but the slow one is there before: the table of locks is made like any other statement, and a busy machine takes its time.
    await run()
    await write('0002-slow.sql', 'select pg_sleep(0.8);')
    await alterDatabase('set statement_timeout = 500')
    expect(await run()).toEqual(['0002-slow.sql'])
  })

  it('that are missing stop a node at its start, with the command to run', async () => {
    const check = () => assertSchemaCurrent(database.kysely, folder)
    await expect(check()).rejects.toThrow(
      'The database lacks the migration 0001-first.sql: run `npm run migrate` first.',
    )
    await run()
    await check()
    await insertInto('0002-second.sql', 2)
    await expect(check()).rejects.toThrow('0002-second.sql')
  })

  it('of a newer version are ignored by an older node', async () => {
    await insertInto('0002-second.sql', 2)
    await run()
    await remove('0002-second.sql')
    expect(await run()).toEqual([])
    await assertSchemaCurrent(database.kysely, folder)
    await insertInto('0002-second.sql', 2)
    await insertInto('0003-third.sql', 3)
    expect(await run()).toEqual(['0003-third.sql'])
    expect(await rows()).toEqual([1, 2, 3])
  })

  it('are refused if an applied file has another name than its number’s file', async () => {
    await insertInto('0002-second.sql', 2)
    await run()
    await remove('0002-second.sql')
    await insertInto('0002-other.sql', 2)
    await expect(run()).rejects.toThrow('0002-second.sql')
  })

  it('give way to readers of a table and retry', async () => {
    await run()
    await write('0002-wider.sql', 'alter table migrated add column more int;')
    const dump = await database.pool.connect()
    await dump.query('begin; select from migrated')
    const { state, applied } = runHeldUp()
    // A reader who comes while the migration waits is behind it until it gives way.
    for (let reader = 0; reader < 3; reader += 1) {
      await delay(300)
      expect(await rows()).toEqual([1])
    }
    expect(state.isDone).toBe(false)
    await dump.query('commit')
    dump.release()
    expect(await applied).toEqual(['0002-wider.sql'])
  })

  it('build an index concurrently', async () => {
    await run()
    await write(
      '0002-found.sql',
      '-- Found by its number.\ncreate index concurrently if not exists migrated_n on migrated (n);\n',
    )
    const customer = await database.pool.connect()
    await customer.query('begin; insert into migrated values (2)')
    const { state, applied } = runHeldUp()
    await expect.poll(async () => (await indexes()).length, { interval: 20 }).toBe(1)
    // The migration waits for earlier writers, and lets later ones write.
    await database.query('insert into migrated values (3)')
    expect(state.isDone).toBe(false)
    await customer.query('commit')
    customer.release()
    expect(await applied).toEqual(['0002-found.sql'])
    expect(await rows()).toEqual([1, 2, 3])
    expect(await indexes()).toEqual([{ name: 'migrated_n', isValid: true }])
    await write('0003-gone.sql', 'drop index concurrently if exists migrated_n;')
    expect(await run()).toEqual(['0003-gone.sql'])
    expect(await indexes()).toEqual([])
  })

  it('rebuild an index that was left invalid', async () => {
    await run()
    await database.query('insert into migrated values (1)')
    const index = 'create unique index concurrently if not exists migrated_once on migrated (n);'
    await write('0002-once.sql', index)
    await expect(run()).rejects.toThrow('0002-once.sql: could not create')
    expect(await indexes()).toEqual([{ name: 'migrated_once', isValid: false }])
    await database.query('truncate migrated')
    expect(await run()).toEqual(['0002-once.sql'])
    expect(await indexes()).toEqual([{ name: 'migrated_once', isValid: true }])
  })

  it.each([
    ['0003-gap.sql', 'select 1;'],
    ['0002-both.sql', 'create index concurrently if not exists n on migrated (n); select 1;'],
    ['0002-ends-itself.sql', 'select 1;\ncommit;\n'],
  ])('are refused before any is applied if one is invalid: %s', async (file, text) => {
    await write(file, text)
    await expect(run()).rejects.toThrow(file)
    await expect(rows()).rejects.toThrow('does not exist')
  })
})
