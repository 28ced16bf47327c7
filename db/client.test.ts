/** Tests of the database client: connection limits, timeouts, retries and errors. */
import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startPostgres } from '#dev/postgres.ts'
import { breakableConnectionTo } from '#test/breakable-connection.ts'
import { databaseForFile } from '#test/database.ts'
import { temporaryDir } from '#test/sandbox.ts'
import { openDatabase } from './client.ts'
import { migrate } from './migrate.ts'
import { isConnectionLost, isDatabaseUnavailable, isTransactionRolledBack } from './postgres-errors.ts'
import { assertTimeLimits } from './session-defaults.ts'
import { runTransaction } from './transaction.ts'

const database = await databaseForFile()
const ignoreErrors = { onError: () => undefined }

/** A second pool until the end of the test, of one connection by default. */
async function open(options: Partial<Parameters<typeof openDatabase>[1]> = {}, url = database.url) {
  const second = await openDatabase({ url }, { max: 1, ...ignoreErrors, ...options })
  onTestFinished(() => second.close())
  return second
}
async function openProxy(user?: string) {
  const proxy = await breakableConnectionTo(database.url)
  onTestFinished(() => proxy.close())
  const url = new URL(proxy.url)
  if (user) url.username = user
  return { ...proxy, url: url.href }
}
/** The error of this work, as our code classifies it. */
const failureOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    thrown => thrown,
  )
  return { error, isUnavailable: isDatabaseUnavailable(error), isLost: isConnectionLost(error) }
}
const backendPid = 'select pg_backend_pid() as pid'
const setReadOnly = 'set default_transaction_read_only = on'
const value = async (expression: string): Promise<unknown> =>
  (await database.query(`select ${expression} as value`))[0]?.value

it.each([
  ['a date as a day, in any time zone', `date '2026-04-05'`, '2026-04-05'],
  ['a count as a number', 'count(*)', 1],
  ['the largest exact integer', '9007199254740991::int8', Number.MAX_SAFE_INTEGER],
  ['numeric as text', '12.30::numeric', '12.30'],
  ['an instant as a Date', `timestamptz '2026-04-05T00:00:00+12:00'`, new Date('2026-04-04T12:00:00Z')],
])('reads %s', async (_, expression, expected) => {
  expect(await value(expression)).toEqual(expected)
})

it('refuses an integer that is too large to be exact', async () => {
  await expect(value('9007199254740993::int8')).rejects.toThrow('9007199254740993')
})

it('[INFRA-01] has no limits for an operator’s command, whatever the database or role sets', async () => {
  const second = await open({ isUnlimited: true })
  const { rows } = await second.pool.query(
    `select current_setting('statement_timeout') || current_setting('idle_in_transaction_session_timeout') as limits`,
  )
  expect(rows).toEqual([{ limits: '00' }])
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
  expect(await setting('idle_in_transaction_session_timeout')).toBe('10s')
  await second.pool.query(`set default_transaction_isolation = serializable`)
  const isolation = sql<{ level: string }>`select current_setting('transaction_isolation') as level`
  const { rows } = await runTransaction(second.kysely, tx => isolation.execute(tx))
  expect(rows).toEqual([{ level: 'read committed' }])
  expect(await second.isReachable()).toBe(true)
  expect(await setting('default_transaction_isolation')).toBe('read committed')
})

it('[INFRA-01] closes a connection to a database without our tables', async () => {
  const second = await open()
  const pid = async () => (await second.pool.query(backendPid)).rows[0].pid
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
  const { rows } = await second.pool.query(backendPid)
  await database.query('select pg_terminate_backend($1)', [rows[0].pid])
  expect(await lost.promise).toBeInstanceOf(Error)
  expect((await second.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

it('closes the connections to a vanished server and reconnects', async () => {
  const proxy = await openProxy()
  const second = await open({ silenceMs: 300 }, proxy.url)
  expect((await second.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  proxy.swallow(true)
  await expect(second.pool.query('select 2 as two')).rejects.toThrow('the database has been silent for 0.3 s')
  proxy.swallow(false)
  expect((await second.pool.query('select 3 as three')).rows).toEqual([{ three: 3 }])
})

it('is reachable during a slow statement, and not without a server', async () => {
  const proxy = await openProxy()
  const second = await open({ max: 2 }, proxy.url)
  const slow = second.pool.query('select pg_sleep(0.5)')
  expect(await second.isReachable()).toBe(true)
  await slow
  await proxy.cut()
  expect(await second.isReachable()).toBe(false)
})

it('[EDGE-13] stays reachable while a busy pool gives connections to calls', async () => {
  const second = await open()
  const held = second.pool.query('select pg_sleep(3.5)')
  expect(await second.isReachable()).toBe(true)
  await held
})

it('leaves a read-only server and finds the new primary', async () => {
  const name = await value('current_database()')
  const second = await open()
  const write = () =>
    second.kysely.executeQuery(CompiledQuery.raw('create table if not exists public.written ()'))
  // As where the address leads to another by now: who is there already has to leave.
  await second.pool.query(setReadOnly)
  await expect(write()).rejects.toMatchObject({ code: '25006' })
  await write()
  await second.pool.query(setReadOnly)
  expect(await second.isReachable()).toBe(true)

  await database.query(`alter database ${name} set default_transaction_read_only = on`)
  await second.pool.query(setReadOnly)
  await expect(write()).rejects.toMatchObject({ code: '25006' })
  expect(await failureOf(write())).toMatchObject({
    isUnavailable: true,
    error: { message: 'it takes no writes' },
  })
  for (const _ of [1, 2]) expect(await second.isReachable()).toBe(false)
  await expect(openDatabase({ url: database.url }, ignoreErrors)).rejects.toThrow(
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
  const { url } = await openProxy(entering)
  const second = await open({}, url)
  expect((await second.pool.query('select current_user as acts')).rows).toEqual([{ acts: owner }])
  await second.pool.query(setReadOnly)
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
  const { url } = await openProxy(entering)
  const second = await open({}, url)
  const write = () => failureOf(second.kysely.executeQuery(CompiledQuery.raw('select 1')))
  const held = await second.pool.connect()
  const full = await write()
  expect(full).toMatchObject({ isUnavailable: true, isLost: false })
  expect(isTransactionRolledBack(full.error)).toBe(false)
  held.release(true)

  // As a password that is not right any more, or a certificate that is over.
  await database.query(`alter role ${entering} nologin`)
  expect(await write()).toMatchObject({ isUnavailable: true, isLost: false, error: { code: '28000' } })
  await expect(openDatabase({ url }, ignoreErrors)).rejects.toThrow(
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
})

it('closes all sessions, even unused ones', async () => {
  const second = await openDatabase({ url: database.url }, ignoreErrors)
  const { rows } = await second.pool.query(backendPid)
  await second.close()
  const left = async () =>
    (await database.query('select from pg_stat_activity where pid = $1', [rows[0].pid])).length
  await expect.poll(left).toBe(0)
})

it('[INFRA-03] commits that wait for a lost standby do not use up the pool, and finish once it is back', async () => {
  const server = await startPostgres(await temporaryDir())
  onTestFinished(() => server.stop())
  const node = await open({ max: 10, silenceMs: 2_000 }, server.url)
  const administrator = new pg.Pool({ connectionString: server.url, max: 1 })
  onTestFinished(() => administrator.end())
  await administrator.query('create table public.written (n int)')
  await migrate(node.connection)
  const standby = async (name: string) => {
    await administrator.query(`alter system set synchronous_standby_names = '${name}'`)
    await administrator.query('select pg_reload_conf()')
  }
  const waiting = async () => {
    const sessions = `select from pg_stat_activity where wait_event = 'SyncRep'`
    return (await administrator.query(sessions)).rowCount
  }
  const write = async () =>
    (await failureOf(sql`insert into public.written values (1)`.execute(node.kysely))).error

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
  const command = await open({ max: 2, isUnlimited: true }, server.url)
  const asked = () => command.pool.query('select pg_sleep(0.1)')
  expect(await Promise.all([asked(), asked()])).toHaveLength(2)
  expect(await migrate(command.connection)).toEqual([])
  const another = await open({ max: 2 }, server.url)
  const probe = await another.pool.connect()
  await expect(another.pool.connect()).rejects.toMatchObject(refusal)
  probe.release()

  await standby('')
  await expect.poll(waiting).toBe(0)
  await expect.poll(write).toBe(null)
  await expect.poll(() => node.isReachable()).toBe(true)
})
