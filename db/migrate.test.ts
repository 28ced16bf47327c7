/** Tests of the migration runner: order, locking, concurrent indexes and failures. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { type Database, openDatabase } from './client.ts'
import { assertSchemaCurrent, migrate } from './migrate.ts'
import { assertTimeLimits } from './session-defaults.ts'

describe('migrations', () => {
  let database: TestDatabase
  let folder: string
  beforeEach(async () => {
    database = await testDatabase()
    await database.query('drop table if exists kysely_migration, kysely_migration_lock')
    folder = await mkdtemp(join(tmpdir(), 'migrations-'))
    await write('0001-first.sql', 'create table migrated (n int); insert into migrated values (1);')
  })
  afterEach(async () => {
    await database.close()
    await rm(folder, { recursive: true })
  })

  const write = (file: string, text: string) => writeFile(join(folder, file), text)
  const rows = async () => (await database.query('select n from migrated order by n')).map(({ n }) => n)

  it('are applied in order, once', async () => {
    await write('0002-second.sql', 'insert into migrated values (2);')
    expect(await migrate(database.connection, folder)).toEqual(['0001-first.sql', '0002-second.sql'])
    await write('0003-third.sql', 'insert into migrated values (3);')
    expect(await migrate(database.connection, folder)).toEqual(['0003-third.sql'])
    expect(await migrate(database.connection, folder)).toEqual([])
    expect(await rows()).toEqual([1, 2, 3])
  })

  it('are one transaction each: a failing file is named and rolled back, and earlier ones stay', async () => {
    await write('0002-bad.sql', 'insert into migrated values (2); insert into missing values (1);')
    await write('0003-later.sql', 'insert into migrated values (3);')
    await expect(migrate(database.connection, folder)).rejects.toThrow(
      '0002-bad.sql: relation "missing" does not exist',
    )
    expect(await rows()).toEqual([1])
    await write('0002-bad.sql', 'insert into migrated values (2);')
    expect(await migrate(database.connection, folder)).toEqual(['0002-bad.sql', '0003-later.sql'])
  })

  it('are applied once when several nodes start together', async () => {
    await write('0002-slow.sql', 'select pg_sleep(0.1); insert into migrated values (2);')
    await write('0003-found.sql', 'create index concurrently if not exists migrated_n on migrated (n);')
    const open = () => openDatabase({ url: database.url }, { max: 2, onError: () => undefined })
    const nodes: Database[] = await Promise.all([open(), open(), open(), open()])
    const applied = await Promise.all(nodes.map(node => migrate(node.connection, folder)))
    expect(applied.flat().sort()).toEqual(['0001-first.sql', '0002-slow.sql', '0003-found.sql'])
    expect(await rows()).toEqual([1, 2])
    await Promise.all(nodes.map(node => node.close()))
  })

  it('have no statement time limit', async () => {
    // All but the slow one is there before: the table of locks is made like any other statement, and a busy machine takes its time.
    await migrate(database.connection, folder)
    await write('0002-slow.sql', 'select pg_sleep(0.8);')
    const rows = await database.query('select current_database() as name')
    await database.query(`alter database ${rows[0].name} set statement_timeout = 500`)
    const other = new pg.Client(database.connection)
    await other.connect()
    await expect(other.query('select pg_sleep(0.8)')).rejects.toThrow('statement timeout')
    await other.end()
    expect(await migrate(database.connection, folder)).toEqual(['0002-slow.sql'])
  })

  it('[INFRA-01] set the time limits of the database, also from several nodes at once', async () => {
    const rows = await database.query('select current_database() as name')
    await database.query(`alter database ${rows[0].name} reset all`)
    await Promise.all([1, 2, 3].map(() => migrate(database.connection, folder)))
    const node = await openDatabase({ url: database.url }, { max: 1, onError: () => undefined })
    await assertTimeLimits(node.kysely)
    await node.close()
  })

  it('that are missing stop a node at its start, with the command to run', async () => {
    const check = () => assertSchemaCurrent(database.kysely, folder)
    await expect(check()).rejects.toThrow(
      'The database lacks the migration 0001-first.sql: run `npm run migrate` first.',
    )
    await migrate(database.connection, folder)
    await check()
    await write('0002-second.sql', 'insert into migrated values (2);')
    await expect(check()).rejects.toThrow('0002-second.sql')
    await migrate(database.connection, folder)
    await rm(join(folder, '0002-second.sql'))
    await check()
  })

  it('of a newer version are ignored by an older node', async () => {
    await write('0002-second.sql', 'insert into migrated values (2);')
    await migrate(database.connection, folder)
    await rm(join(folder, '0002-second.sql'))
    expect(await migrate(database.connection, folder)).toEqual([])
    await write('0002-second.sql', 'insert into migrated values (2);')
    await write('0003-third.sql', 'insert into migrated values (3);')
    expect(await migrate(database.connection, folder)).toEqual(['0003-third.sql'])
    expect(await rows()).toEqual([1, 2, 3])
  })

  it('are refused if an applied file has another name than its number’s file', async () => {
    await write('0002-second.sql', 'insert into migrated values (2);')
    await migrate(database.connection, folder)
    await rm(join(folder, '0002-second.sql'))
    await write('0002-other.sql', 'insert into migrated values (2);')
    await expect(migrate(database.connection, folder)).rejects.toThrow('0002-second.sql')
  })

  it('give way to readers of a table and retry', async () => {
    await migrate(database.connection, folder)
    await write('0002-wider.sql', 'alter table migrated add column more int;')
    const dump = await database.pool.connect()
    await dump.query('begin; select from migrated')
    let isDone = false
    const migrated = migrate(database.connection, folder).finally(() => {
      isDone = true
    })
    // A reader who comes while the migration waits is behind it until it gives way.
    for (let reader = 0; reader < 3; reader += 1) {
      await new Promise(resolve => setTimeout(resolve, 300))
      expect(await rows()).toEqual([1])
    }
    expect(isDone).toBe(false)
    await dump.query('commit')
    dump.release()
    expect(await migrated).toEqual(['0002-wider.sql'])
  })

  const indexes = async () =>
    await database.query(
      `select relname as name, indisvalid as "isValid" from pg_index join pg_class on pg_class.oid = indexrelid
         where indrelid = 'migrated'::regclass`,
    )

  it('build an index concurrently', async () => {
    await migrate(database.connection, folder)
    await write(
      '0002-found.sql',
      '-- Found by its number.\ncreate index concurrently if not exists migrated_n on migrated (n);\n',
    )
    const customer = await database.pool.connect()
    await customer.query('begin; insert into migrated values (2)')
    let isDone = false
    const migrated = migrate(database.connection, folder).finally(() => {
      isDone = true
    })
    await expect.poll(async () => (await indexes()).length, { interval: 20 }).toBe(1)
    // The migration waits for earlier writers, and lets later ones write.
    await database.query('insert into migrated values (3)')
    expect(isDone).toBe(false)
    await customer.query('commit')
    customer.release()
    expect(await migrated).toEqual(['0002-found.sql'])
    expect(await rows()).toEqual([1, 2, 3])
    expect(await indexes()).toEqual([{ name: 'migrated_n', isValid: true }])
    await write('0003-gone.sql', 'drop index concurrently if exists migrated_n;')
    expect(await migrate(database.connection, folder)).toEqual(['0003-gone.sql'])
    expect(await indexes()).toEqual([])
  })

  it('build an index in a database whose default isolation is serializable', async () => {
    const names = await database.query('select current_database() as name')
    await database.query(
      `alter database ${names[0].name} set default_transaction_isolation = 'repeatable read'`,
    )
    await write('0002-found.sql', 'create index concurrently if not exists migrated_n on migrated (n);')
    expect(await migrate(database.connection, folder)).toEqual(['0001-first.sql', '0002-found.sql'])
    const node = await openDatabase({ url: database.url }, { max: 2, onError: () => undefined })
    const { rows: levels } = await node.pool.query(`select current_setting('transaction_isolation') as level`)
    expect(levels).toEqual([{ level: 'read committed' }])
    await node.close()
  })

  it('rebuild an index that was left invalid', async () => {
    await migrate(database.connection, folder)
    await database.query('insert into migrated values (1)')
    await write(
      '0002-once.sql',
      'create unique index concurrently if not exists migrated_once on migrated (n);',
    )
    await expect(migrate(database.connection, folder)).rejects.toThrow('0002-once.sql: could not create')
    expect(await indexes()).toEqual([{ name: 'migrated_once', isValid: false }])
    await database.query('truncate migrated')
    expect(await migrate(database.connection, folder)).toEqual(['0002-once.sql'])
    expect(await indexes()).toEqual([{ name: 'migrated_once', isValid: true }])
  })

  it.each([
    ['0003-gap.sql', 'select 1;'],
    ['0002-both.sql', 'create index concurrently if not exists n on migrated (n); select 1;'],
    ['0002-once.sql', 'create index concurrently n on migrated (n);'],
    ['second.sql', 'select 1;'],
    ['0002-ends-itself.sql', 'select 1;\ncommit;\n'],
  ])('are refused before any is applied if one is invalid: %s', async (file, text) => {
    await write(file, text)
    await expect(migrate(database.connection, folder)).rejects.toThrow(file)
    await expect(rows()).rejects.toThrow('does not exist')
  })
})
