/** Tests of a failed start: it prints one sentence and stops everything it started. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { migrate } from '#db/migrate.ts'
import { startPostgres } from '#dev/postgres.ts'
import { parseConfig } from '#server/config.ts'
import { createApplication } from '#server/container.ts'
import { createJsonLog } from '#server/lib/logger.ts'
import { describeStartupError } from '#server/lib/startup-errors.ts'
import { serverNodeFlags } from '../scripts/server-node-flags.mjs'
import { breakableConnectionTo } from './breakable-connection.ts'
import { testDatabase } from './database.ts'
import { listenLocally } from './local-ports.ts'
import { temporaryDir } from './sandbox.ts'

const root = join(import.meta.dirname, '..')

const silent = createJsonLog(() => {})

/** The product's sessions, without the test's own. */
const sessions = `select application_name from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and application_name like 'openroad%'`

const environment = (dataDir: string) => ({ HOST: '127.0.0.1', DATA_DIR: dataDir })

async function aStart() {
  const database = await testDatabase({ max: 1 })
  onTestFinished(() => database.close())
  const [row] = await database.query('select current_database() as name')
  return { database, dataDir: await temporaryDir(), name: String(row.name) }
}

const startError = (dataDir: string, url: string) =>
  createApplication(parseConfig(environment(dataDir)), silent, { database: { url } }).then(
    () => 'it started',
    error => describeStartupError(error),
  )

it('explains a role without ownership in one sentence', async () => {
  const { database, dataDir, name } = await aStart()
  const stranger = `stranger_${name}`
  await database.query(`create role ${stranger} login`)
  const proxy = await breakableConnectionTo(database.url)
  try {
    const url = new URL(proxy.url)
    url.username = stranger
    expect(await startError(dataDir, url.href)).toBe(
      'The role of DATABASE_URL may not do what a node does: it has to own the database and all that is in it.',
    )
  } finally {
    await proxy.close()
    await database.query(`drop role ${stranger}`)
  }
})

it('explains commits that wait for a lost standby in one sentence, with what to do', async () => {
  const dataDir = await temporaryDir()
  const server = await startPostgres(dataDir, { fsync: false })
  onTestFinished(() => server.stop())
  await migrate({ connectionString: server.url })
  const administrator = new pg.Pool({ connectionString: server.url, max: 1 })
  onTestFinished(() => administrator.end())
  const standby = async (name: string) => {
    await administrator.query(`alter system set synchronous_standby_names = '${name}'`)
    await administrator.query('select pg_reload_conf()')
  }
  const long = `select count(*)::int as sessions from pg_stat_activity
    where wait_event = 'SyncRep' and query_start < clock_timestamp() - interval '10 seconds'`
  await administrator.query('create table written (n int)')
  await standby('lost')
  const commits = [1, 2, 3].map(async () => {
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    await client.query('set synchronous_commit = on; insert into written values (1)')
    await client.end()
  })
  await expect
    .poll(async () => (await administrator.query(long)).rows, { timeout: 100_000 })
    .toEqual([{ sessions: 3 }])
  expect(await startError(dataDir, server.url)).toBe(
    'The database of DATABASE_URL cannot be used: commits wait for its synchronous standby; bring it back or let commits go on without it (docs/runbook.md, "Lost standby").',
  )
  await standby('')
  await Promise.all(commits)
}, 120_000)

it('a node that gets a signal during its start ends at once, also as a container’s first process', async () => {
  const { database, dataDir } = await aStart()
  const proxy = await breakableConnectionTo(database.url)
  onTestFinished(() => proxy.close())
  proxy.swallow(true)
  const child = spawn(process.execPath, [...serverNodeFlags, 'server/main.ts'], {
    cwd: root,
    env: { PATH: process.env.PATH, ...environment(dataDir), DATABASE_URL: proxy.url },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  // The node handles signals before it connects to the database.
  await expect.poll(() => proxy.isUsed()).toBe(true)
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})

it('fails if the metrics port is in use, and leaves no database session', async () => {
  const { database, dataDir } = await aStart()
  const other = createServer()
  onTestFinished(() => void other.close())
  const port = await listenLocally(other)
  const settings = { ...environment(dataDir), METRICS_PORT: String(port) }
  const started = createApplication(parseConfig(settings), silent, { database: { url: database.url } })
  await expect(started).rejects.toMatchObject({ code: 'EADDRINUSE', port })
  // The test's own idle session ends after ten seconds.
  await expect.poll(() => database.query(sessions)).toEqual([])
})
