/**
 * Files of the embedded server: data directory, socket, log, settings and pid. server.ts depends on this: a
 * data directory is either complete or absent.
 */
import { createHash } from 'node:crypto'
import {
  appendFile,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Account, AccountChoice } from './account.ts'
import { changeOwner, run } from './run-as-account.ts'
import { isAlive } from './start-lock.ts'

export const port = 5432
/** The name of the server's user and of its database. */
export const superuser = 'openroad'

/** Absolute paths of one embedded server. */
export interface DataDirectory {
  readonly root: string
  readonly data: string
  readonly socket: string
  readonly log: string
  readonly lock: string
}

/** Makes the root directory when it is missing. */
export async function dataDirectoryAt(dataDir: string): Promise<DataDirectory> {
  await mkdir(dataDir, { recursive: true })
  const root = await realpath(dataDir)
  const data = join(root, 'postgres')
  return {
    root,
    data,
    socket: socketDirectory(root),
    log: join(root, 'postgres.log'),
    lock: join(root, 'postgres.lock'),
  }
}

/** The socket's address holds 103 bytes on macOS and 107 on Linux, and the setting's list syntax knows special characters. */
function socketDirectory(root: string): string {
  const beside = join(root, 'postgres-socket')
  if (Buffer.byteLength(`${beside}/.s.PGSQL.${port}`) <= 100 && /^[\w./-]+$/.test(beside)) return beside
  const name = createHash('sha256').update(`${process.geteuid?.()} ${root}`).digest('hex').slice(0, 16)
  return join(tmpdir(), `openroad-${name}`)
}

/** Makes the socket's directory, private and the account's. One that is not (in a shared temporary folder) goes first. */
export async function prepareSocketDirectory(place: DataDirectory, account: Account): Promise<void> {
  const found = await lstat(place.socket).catch(() => undefined)
  const uid = account.owner?.uid ?? process.geteuid?.()
  if (found?.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0) return
  await rm(place.socket, { recursive: true, force: true })
  await mkdir(place.socket, { mode: 0o700 })
  await changeOwner(account, place.socket)
}

export const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  )

const stagingPrefix = 'postgres.new-'

/** An empty private directory to be filled by `initialise`; those of killed starters are cleared away. */
export async function createStagingDirectory(place: DataDirectory): Promise<string> {
  for (const name of await readdir(place.root)) {
    if (name.startsWith(stagingPrefix)) {
      // An initdb whose starter was killed may still be writing: then the next start clears it away.
      await rm(join(place.root, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
    }
  }
  return mkdtemp(join(place.root, stagingPrefix))
}

/** Makes the data directory beside its place and moves it there whole: a kill in between leaves nothing half-made. */
export async function initialise(
  place: DataDirectory,
  { account, binaries }: AccountChoice,
  staging: string,
  fsync: boolean,
) {
  const args = [
    '-D',
    staging,
    '-U',
    superuser,
    '--encoding=UTF8',
    '--locale=C',
    '--auth=trust',
    '--no-instructions',
  ]
  const { ok, lastLine } = await run(account, join(binaries, 'initdb'), fsync ? args : [...args, '--no-sync'])
  if (!ok) throw new Error(`The embedded database could not be set up: ${lastLine}`)
  await appendFile(join(staging, 'postgresql.conf'), "\ninclude 'openroad.conf'\n")
  // Who may enter the socket's directory (0700) is the whole answer to who may connect.
  await writeFile(join(staging, 'pg_hba.conf'), 'local all all trust\n')
  await rename(staging, place.data)
}

/** Written anew at each start. Statements and values stay out of the log: they hold personal details. */
export async function writeSettings(place: DataDirectory, account: Account, fsync: boolean): Promise<void> {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: place.socket,
    unix_socket_permissions: '0700',
    port,
    max_connections: 100,
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    ...(fsync ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  const text = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`)
  await writeAs(account, join(place.data, 'openroad.conf'), text.join(''))
}

/** What postmaster.pid says: the server's process and its socket's directory. */
export async function readPidFile(
  place: DataDirectory,
): Promise<{ pid: number; socket: string } | undefined> {
  const lines = await readFile(join(place.data, 'postmaster.pid'), 'utf8').then(
    text => text.split('\n'),
    () => [],
  )
  const pid = Number(lines[0])
  return pid > 0 ? { pid, socket: lines[4] || place.socket } : undefined
}

/**
 * PostgreSQL takes any process with the pid of its lock files for a running server. After a container's restart that
 * may be a stranger, and a killed server stays a zombie until somebody collects it. Where /proc proves such a case the
 * pid becomes our own, which PostgreSQL knows as its parent and so as stale. The file must stay: by its other lines
 * PostgreSQL sees whether children of the killed server still write.
 */
export async function rewriteStalePid(place: DataDirectory, account: Account): Promise<void> {
  const file = await readPidFile(place)
  if (file === undefined || process.platform !== 'linux') return
  const workingFolder = await readlink(`/proc/${file.pid}/cwd`).catch(() => place.data)
  if (isAlive(file.pid) && workingFolder === place.data) return
  const path = join(place.data, 'postmaster.pid')
  const content = await readFile(path, 'utf8')
  await writeAs(account, `${path}.new`, content.replace(/^\d+/, String(process.pid)))
  await rename(`${path}.new`, path)
  await rm(join(place.socket, `.s.PGSQL.${port}.lock`), { force: true })
}

async function writeAs(account: Account, path: string, text: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600 })
  if (account.owner !== undefined) await chown(path, account.owner.uid, account.owner.gid)
}
