/** Tests of the database client: connection limits, timeouts, retries and errors. */
import { CompiledQuery, type Kysely, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startPostgres } from '#dev/postgres.ts'
import { breakableConnectionTo } from '#test/breakable-connection.ts'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { temporaryDir } from '#test/sandbox.ts'
import { openDatabase } from './client.ts'
import { migrate } from './migrate.ts'
import { isConnectionLost, isDatabaseUnavailable, isTransactionRolledBack } from './postgres-errors.ts'
import type { Schema } from './schema.ts'
import { assertTimeLimits } from './session-defaults.ts'
import { runTransaction } from './transaction.ts'

/** As if the server took no more writes; for a pool of one connection. */
const makeReadOnly = (db: Kysely<Schema>) =>
  sql`select set_config('default_transaction_read_only', 'on', false)`.execute(db)

describe('the database client', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await testDatabase()
  })
  afterAll(() => database.close())

  /** A second pool until the end of the test, of one connection by default. */
  async function open(options: Partial<Parameters<typeof openDatabase>[1]> = {}, url = database.url) {
    const second = await openDatabase({ url }, { max: 1, onError: () => undefined, ...options })
    onTestFinished(() => second.close())
    return second
  }
  async function openRoad() {
    const road = await breakableConnectionTo(database.url)
    onTestFinished(() => road.close())
    return road
  }
  /** The error of this work, as our code classifies it. */
  async function failureOf(work: Promise<unknown>) {
    const error = await work.then(
      () => null,
      thrown => thrown,
    )
    return { error, isUnavailable: isDatabaseUnavailable(error), isLost: isConnectionLost(error) }
  }

  const value = async (expression: string): Promise<unknown> =>
    (await database.query(`select ${expression} as value`))[0]?.value

  it('reads a date as a day, in any time zone', async () => {
    expect(await value(`date '2026-04-05'`)).toBe('2026-04-05')
  })

  it('reads counts and big integers as numbers, and refuses larger ones', async () => {
    expect(await value('count(*)')).toBe(1)
    expect(await value('9007199254740991::int8')).toBe(Number.MAX_SAFE_INTEGER)
    await expect(value('9007199254740993::int8')).rejects.toThrow('9007199254740993')
  })

  it('leaves numeric as text and reads an instant as a Date', async () => {
    expect(await value('12.30::numeric')).toBe('12.30')
    expect(await value(`timestamptz '2026-04-05T00:00:00+12:00'`)).toEqual(new Date('2026-04-04T12:00:00Z'))
  })

  it('limits statements and idle transactions', async () => {
    expect(await value(`current_setting('statement_timeout')`)).toBe('10s')
    expect(await value(`current_setting('idle_in_transaction_session_timeout')`)).toBe('10s')
  })

  it('[INFRA-01] has no limits for an operator’s command, whatever the database or role sets', async () => {
    const second = await open({ isUnlimited: true })
    const { rows } = await second.pool.query(
      `select current_setting('statement_timeout') as statement,
         current_setting('idle_in_transaction_session_timeout') as idle`,
    )
    expect(rows).toEqual([{ statement: '0', idle: '0' }])
  })

  it('[INFRA-01] a node refuses to start on a database without time limits', async () => {
    const name = await value('current_database()')
    await sql`set statement_timeout = 0`.execute(database.kysely)
    await assertTimeLimits(database.kysely)
    await database.query(`alter database ${name} set statement_timeout = 0`)
    const second = await open()
    await expect(assertTimeLimits(second.kysely)).rejects.toThrow(
      'The database sets no statement_timeout of at most 10 s: run `npm run migrate`',
    )
    await database.query(`alter database ${name} set statement_timeout = '10s'`)
  })

  it('[INFRA-01] closes a pooled session that another client has changed', async () => {
    const second = await open()
    const setting = (name: string) =>
      second.pool.query('select current_setting($1) as value', [name]).then(({ rows }) => rows[0].value)
    // pg_dump leaves this setting behind.
    await second.pool.query(`set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`)
    expect(await second.isReachable()).toBe(true)
    expect(await setting('statement_timeout')).toBe('10s')
    await second.pool.query(`set default_transaction_isolation = serializable`)
    const isolation = sql<{ level: string }>`select current_setting('transaction_isolation') as level`
    const { rows } = await runTransaction(second.kysely, tx => isolation.execute(tx))
    expect(rows).toEqual([{ level: 'read committed' }])
    expect(await second.isReachable()).toBe(true)
    expect(await setting('default_transaction_isolation')).toBe('read committed')
  })

  it('[INFRA-01] closes a connection to a database without our tables', async () => {
    const second = await open()
    const pid = async () => (await second.pool.query('select pg_backend_pid() as pid')).rows[0].pid
    const before = await pid()
    for (const statement of ['select from public.none', 'select from none.none']) {
      const failed = await failureOf(second.kysely.executeQuery(CompiledQuery.raw(statement)))
      expect(failed).toMatchObject({ isUnavailable: true, isLost: false })
    }
    expect(await pid()).not.toBe(before)
  })

  it('reports a lost idle connection and opens another', async () => {
    const lost = Promise.withResolvers<unknown>()
    const second = await open({ onError: lost.resolve })
    const { rows } = await second.pool.query('select pg_backend_pid() as pid')
    await database.query('select pg_terminate_backend($1)', [rows[0].pid])
    expect(await lost.promise).toBeInstanceOf(Error)
    expect((await second.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  it('closes the connections to a vanished server and reconnects', async () => {
    const road = await openRoad()
    const second = await open({ silenceMs: 300 }, road.url)
    expect((await second.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    road.swallow(true)
    await expect(second.pool.query('select 2 as two')).rejects.toThrow(
      'the database has been silent for 0.3 s',
    )
    road.swallow(false)
    expect((await second.pool.query('select 3 as three')).rows).toEqual([{ three: 3 }])
  })

  it('is reachable during a slow statement, and not without a server', async () => {
    const road = await openRoad()
    const second = await open({ max: 2 }, road.url)
    const slow = second.pool.query('select pg_sleep(0.5)')
    expect(await second.isReachable()).toBe(true)
    await slow
    await road.cut()
    expect(await second.isReachable()).toBe(false)
  })

  it('leaves a read-only server and finds the new primary', async () => {
    const name = await value('current_database()')
    const second = await open()
    const write = () =>
      second.kysely.executeQuery(CompiledQuery.raw('create table if not exists public.written ()'))
    const close = async (client: { query(text: string): Promise<unknown> }) => {
      await client.query('set default_transaction_read_only = on')
    }
    // As where the address leads to another by now: who is there already has to leave.
    const client = await second.pool.connect()
    await close(client)
    client.release()
    await expect(write()).rejects.toMatchObject({ code: '25006' })
    await write()
    await makeReadOnly(second.kysely)
    expect(await second.isReachable()).toBe(true)

    await database.query(`alter database ${name} set default_transaction_read_only = on`)
    await close(second.pool)
    await expect(write()).rejects.toMatchObject({ code: '25006' })
    const refused = { isUnavailable: true, error: { message: 'it takes no writes' } }
    expect(await failureOf(write())).toMatchObject(refused)
    for (const _ of [1, 2]) expect(await second.isReachable()).toBe(false)
    await expect(openDatabase({ url: database.url }, { onError: () => undefined })).rejects.toThrow(
      'The database of DATABASE_URL cannot be used: it takes no writes.',
    )
    await database.query(`alter database ${name} reset default_transaction_read_only`)
    await write()
    await expect.poll(() => second.isReachable()).toBe(true)
  })

  it('leaves it also with a second role that acts as the owner', async () => {
    const name = await value('current_database()')
    const [owner, entering] = [`owner_of_${name}`, `entering_${name}`]
    await database.query(
      `create role ${owner}; create role ${entering} login in role ${owner}; alter role ${entering} set role ${owner}`,
    )
    const road = await openRoad()
    const url = new URL(road.url)
    url.username = entering
    const second = await open({}, url.href)
    expect((await second.pool.query('select current_user as acts')).rows).toEqual([{ acts: owner }])
    await makeReadOnly(second.kysely)
    expect(await second.isReachable()).toBe(true)
    const { rows } = await second.pool.query('show default_transaction_read_only')
    expect(rows).toEqual([{ default_transaction_read_only: 'off' }])
    await second.close()
    await database.query(`drop role ${entering}; drop role ${owner}`)
  })

  it('tells a rolled-back statement from one with an unknown result', async () => {
    const second = await open()
    await second.pool.query('set statement_timeout = 100')
    const raise = (code: string) => `do $$ begin raise sqlstate '${code}'; end $$`
    const failed = (statement: string) => failureOf(second.pool.query(statement))
    for (const statement of ['select pg_sleep(9)', ...['53100', '53200', '53300', '25006'].map(raise)])
      expect(await failed(statement)).toMatchObject({ isUnavailable: true, isLost: false })
    expect(await failed('select nothing')).toMatchObject({ isUnavailable: false })
    // 58000: PgBouncer’s word for a server that it cannot reach.
    for (const statement of [raise('58000'), 'select pg_terminate_backend(pg_backend_pid())'])
      expect(await failed(statement)).toMatchObject({ isUnavailable: true, isLost: true })
  })

  it('[EDGE-13] reports that nothing was sent if no connection could be opened', async () => {
    const name = await value('current_database()')
    const entering = `refused_in_${name}`
    await database.query(`create role ${entering} login superuser`)
    const road = await openRoad()
    const url = new URL(road.url)
    url.username = entering
    const second = await open({}, url.href)
    const write = () => failureOf(second.kysely.executeQuery(CompiledQuery.raw('select 1')))
    const held = await second.pool.connect()
    const full = await write()
    expect(full).toMatchObject({ isUnavailable: true, isLost: false })
    expect(isTransactionRolledBack(full.error)).toBe(false)
    held.release(true)

    // As a password that is not right any more, or a certificate that is over.
    await database.query(`alter role ${entering} nologin`)
    const refused = { isUnavailable: true, isLost: false, error: { code: '28000' } }
    expect(await write()).toMatchObject(refused)
    await expect(openDatabase({ url: url.href }, { onError: () => undefined })).rejects.toThrow(
      `The database of DATABASE_URL cannot be used: role "${entering}" is not permitted to log in.`,
    )
    await second.close()
    await database.query(`drop role ${entering}`)
  })

  it('measures the clock difference to the server', async () => {
    expect(Math.abs((await database.clockAheadSeconds()) ?? 9)).toBeLessThan(5)
    const clock = vi.spyOn(Date, 'now')
    for (const apart of [40, -40]) {
      clock.mockImplementation(() => Math.round(performance.timeOrigin + performance.now()) + apart * 1_000)
      const told = ((await database.clockAheadSeconds()) ?? 0) / apart
      // Never more than is certain: a slow round trip is taken off.
      expect(told).toBeGreaterThan(0.75)
      expect(told).toBeLessThan(1.01)
    }
    clock.mockRestore()
    const road = await openRoad()
    const second = await open({ max: 2 }, road.url)
    await road.close()
    expect(await second.clockAheadSeconds()).toBe(null)
  })

  it('closes all sessions, even unused ones', async () => {
    const second = await openDatabase({ url: database.url }, { onError: () => undefined })
    const { rows } = await second.pool.query('select pg_backend_pid() as pid')
    await second.close()
    const left = async () =>
      (await database.query('select from pg_stat_activity where pid = $1', [rows[0].pid])).length
    await expect.poll(left).toBe(0)
  })
})

it('[INFRA-03] commits that wait for a lost standby do not use up the pool, and finish once it is back', async () => {
  const server = await startPostgres(await temporaryDir())
  onTestFinished(() => server.stop())
  const node = await openDatabase({ url: server.url }, { silenceMs: 2_000, onError: () => undefined })
  onTestFinished(() => node.close())
  const administrator = new pg.Pool({ connectionString: server.url, max: 1 })
  onTestFinished(() => administrator.end())
  await administrator.query('create table public.written (n int)')
  await migrate(node.connection)
  const standby = async (name: string) => {
    await administrator.query(`alter system set synchronous_standby_names = '${name}'`)
    await administrator.query('select pg_reload_conf()')
  }
  const waiting = async () => {
    const { rows } = await administrator.query(
      `select count(*)::int as sessions from pg_stat_activity where wait_event = 'SyncRep'`,
    )
    return rows[0].sessions
  }
  const write = () =>
    sql`insert into public.written values (1)`.execute(node.kysely).then(
      () => null,
      (error: unknown) => error,
    )

  await standby('lost')
  const refusal = { message: expect.stringContaining('commits wait for its synchronous standby') }
  await expect.poll(write, { timeout: 100_000 }).toMatchObject(refusal)
  const held = await waiting()
  expect(held).toBeGreaterThan(0)
  for (const _ of [1, 2, 3]) {
    const refused = await write()
    expect(refused).toMatchObject(refusal)
    expect(isDatabaseUnavailable(refused)).toBe(true)
  }
  expect(await waiting()).toBe(held)
  // The node is not ready either, so that an alert tells of it.
  expect(await node.isReachable()).toBe(false)

  // Commands and migrations work, because the operator needs them now. A node opens, and refuses once it serves.
  const command = await openDatabase({ url: server.url }, { isUnlimited: true, onError: () => undefined })
  onTestFinished(() => command.close())
  const asked = () => command.pool.query('select pg_sleep(0.1)')
  expect(await Promise.all([asked(), asked()])).toHaveLength(2)
  expect(await migrate(command.connection)).toEqual([])
  const another = await openDatabase({ url: server.url }, { onError: () => undefined })
  onTestFinished(() => another.close())
  const probe = await another.pool.connect()
  await expect(another.pool.connect()).rejects.toMatchObject(refusal)
  probe.release()

  await standby('')
  await expect.poll(waiting).toBe(0)
  await expect.poll(write).toBe(null)
  await expect.poll(() => node.isReachable()).toBe(true)
})
