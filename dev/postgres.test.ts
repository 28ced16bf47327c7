/** Tests of the development database: start, join, crash recovery and stop. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import {
  candidateOsUsers,
  type DevPostgres,
  DevPostgresError,
  type OsUser,
  startPostgres,
} from './postgres.ts'

const isRoot = process.geteuid?.() === 0
const nobody = 65534

let dataDir: string
let children: ChildProcess[]
/** A data folder created once, which tests copy. */
let made: string
beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), 'embedded-made-'))
  await (await startPostgres(made, { fsync: false })).stop()
})
afterAll(() => rm(made, { recursive: true, force: true }))
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'embedded-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }))
  dataDir = folder
  children = []
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  const pid = await postmasterPid()
  if (isThere(pid)) process.kill(pid, 'SIGKILL')
  await isGone(pid)
})

/** Copies owners and modes too: no other user may read the files. */
const bringData = async () => {
  await mkdir(dataDir, { recursive: true })
  execFileSync('cp', ['-a', join(made, 'postgres'), join(dataDir, 'postgres')])
}

/** 0 without a server. */
const postmasterPid = async () => {
  const file = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')
  return Number.parseInt(file, 10) || 0
}
const isGone = (pid: number) => vi.waitFor(() => expect(isThere(pid)).toBe(false), { timeout: 60_000 })

async function query(server: Pick<DevPostgres, 'url'>, text: string): Promise<unknown[]> {
  const client = new pg.Client(server.url)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
const answers = async (server: Pick<DevPostgres, 'url'>) =>
  expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])

/** Starts another process that starts or joins the server, prints its connection and keeps running. */
const startElsewhere = async (user?: { uid: number; gid: number }) => {
  const script = `import { startPostgres } from ${JSON.stringify(import.meta.resolve('./postgres.ts'))}
    const server = await startPostgres(${JSON.stringify(dataDir)}, { fsync: false })
    process.once('SIGTERM', () => server.stop().then(() => process.exit(0)))
    process.stdout.write(server.url)
    setInterval(() => undefined, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: '/',
    ...user,
  })
  children.push(child)
  let errors = ''
  child.stderr.on('data', chunk => {
    errors += chunk
  })
  const [said] = await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'close').then(() => Promise.reject(new Error(errors))),
  ])
  return { child, url: String(said) }
}

const start = (users = candidateOsUsers) => startPostgres(dataDir, { fsync: false, users })

it('starts in an empty folder, keeps its data and listens on a private socket only', async () => {
  const first = await startPostgres(dataDir)
  await query(first, 'create table kept (n int)')
  expect(await query(first, 'insert into kept values (1) returning n')).toEqual([{ n: 1 }])
  const settings = `select name, setting from pg_settings where name in ('fsync', 'listen_addresses', 'server_encoding')`
  expect(await query(first, `${settings} order by name`)).toEqual([
    { name: 'fsync', setting: 'on' },
    { name: 'listen_addresses', setting: '' },
    { name: 'server_encoding', setting: 'UTF8' },
  ])
  for (const folder of [join(dataDir, 'postgres'), socketOf(first)])
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
  const pid = await postmasterPid()
  await first.stop()
  await isGone(pid)

  const second = await startPostgres(dataDir)
  expect(await query(second, 'select n from kept')).toEqual([{ n: 1 }])
  await second.stop()
})

it('has a short socket path however long the folder is', async () => {
  dataDir = join(dataDir, 'a-folder-with-a-long-name'.repeat(5), "and 'quotes', $signs")
  await bringData()
  const server = await start()
  expect(Buffer.byteLength(`${socketOf(server)}/.s.PGSQL.5432`)).toBeLessThan(104)
  expect((await stat(socketOf(server))).mode & 0o777).toBe(0o700)
  await answers(server)
  await server.stop()
  await rm(socketOf(server), { recursive: true })
})

it('starts once for two concurrent processes, and stops when the last one leaves', async () => {
  const [one, two] = await Promise.all([startElsewhere(), startElsewhere()])
  const pid = await postmasterPid()
  for (const leaving of [one, two]) {
    await answers(leaving)
    expect(await postmasterPid()).toBe(pid)
    leaving.child.kill('SIGTERM')
    await once(leaving.child, 'close')
  }
  await isGone(pid)
})

it('can be joined after the process that started it was killed', async () => {
  await bringData()
  const { child, url } = await startElsewhere()
  await query({ url }, 'create table kept as select 1 as n')
  const pid = await postmasterPid()
  child.kill('SIGKILL')
  await once(child, 'close')
  const server = await start()
  expect(await postmasterPid()).toBe(pid)
  expect(await query(server, 'select n from kept')).toEqual([{ n: 1 }])
  await server.stop()
})

it.each([
  ['while the data are being made', 'postgres.new-'],
  ['when they are made and nothing runs', 'postgres'],
  ['when the server is about to be launched', 'postgres-socket'],
])('starts correctly after the first start was killed %s', async (_when, sign) => {
  const starting = startElsewhere().catch(() => undefined)
  const seen = (name: string) => name === sign || (sign.endsWith('-') && name.startsWith(sign))
  const isReached = async () => expect((await readdir(dataDir)).some(seen)).toBe(true)
  await vi.waitFor(isReached, { timeout: 60_000, interval: 2 })
  for (const child of children) child.kill('SIGKILL')
  await starting
  const server = await start()
  await answers(server)
  await server.stop()
})

it.each([
  ['is killed', 'SIGKILL'],
  ['is stopped by another process', 'SIGINT'],
] as const)('keeps committed data when the server %s, and restarts by itself', async (_why, signal) => {
  await bringData()
  const server = await startPostgres(dataDir)
  await query(server, 'create table kept as select 1 as n')
  const pid = await postmasterPid()
  process.kill(pid, signal)
  const restarted = async () => {
    expect(await query(server, 'select n from kept')).toEqual([{ n: 1 }])
    expect(await postmasterPid()).not.toBe(pid)
  }
  await vi.waitFor(restarted, { timeout: 60_000 })
  await server.stop()
})

it('starts when its old pid belongs to another process', async () => {
  await bringData()
  const server = await start()
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
  const content = await readFile(pidFile, 'utf8')
  await server.stop()
  await writeFile(pidFile, content.replace(/^\d+/, String(process.ppid)))
  const again = await start()
  await answers(again)
  await again.stop()
})

it('explains in one sentence why it cannot start and what to set instead', async () => {
  const refused = start([noWay])
  await expect(refused).rejects.toBeInstanceOf(DevPostgresError)
  await expect(refused).rejects.toThrow(
    /^PostgreSQL cannot run here \(.+\): set DATABASE_URL to a PostgreSQL 15 or later\.$/,
  )
})

it('runs for an ordinary user', async () => {
  // Root runs this test as another user, if that user may read the project.
  const other = isRoot ? { uid: nobody, gid: nobody } : undefined
  const file = join(import.meta.dirname, 'postgres.ts')
  const user = spawnSync(process.execPath, ['--check', file], other).status === 0 ? other : undefined
  if (user !== undefined) await chown(dataDir, nobody, nobody)
  const { url } = await startElsewhere(user)
  await answers({ url })
})

if (isRoot) {
  it('runs for root, in a user namespace or as nobody, and takes over the files of the other user', async () => {
    await chmod(dataDir, 0o755)
    const all = candidateOsUsers
    const asNobody = all.filter(({ uid }) => uid === nobody)
    for (const users of [asNobody, all, [noWay, ...asNobody]]) {
      const server = await start(users)
      await query(server, 'create table if not exists kept (n int)')
      if (users !== all) expect((await stat(join(dataDir, 'postgres'))).uid).toBe(nobody)
      await server.stop()
    }
  })
}

/** A user that fails when used, as a forbidden user namespace does. */
const noWay: OsUser = { command: ['/bin/false'], uid: 0 }

function isThere(pid: number): boolean {
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
}

const socketOf = ({ url }: Pick<DevPostgres, 'url'>) => new pg.Client(url).host
