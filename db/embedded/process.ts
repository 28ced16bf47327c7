/**
 * The process of the embedded server: connect, start and shut down. server.ts calls these functions under
 * the start lock, so that one process always sees the finished work of another.
 */
import { open } from 'node:fs/promises'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { errorCode } from '#db/postgres-errors.ts'
import type { AccountChoice } from './account.ts'
import { type DataDirectory, port, readPidFile, superuser } from './files.ts'
import { launch } from './run-as-account.ts'
import { isAlive } from './start-lock.ts'

const recoverWithinMs = 300_000
const stopWithinMs = 30_000
const closingMs = 300
const askAgainMs = 15

/** A connection held all the time: it tells other nodes that we are here, and `lost` us that the server is gone. */
export interface ServerHandle {
  readonly client: pg.Client
  /** Resolves when the connection ends, whoever ended it. */
  readonly lost: Promise<void>
}

/** A connection to the running server, or undefined where none runs. Waits for one that is starting or recovering. */
export async function connectToServer(place: DataDirectory): Promise<ServerHandle | undefined> {
  const giveUpAt = Date.now() + recoverWithinMs
  for (;;) {
    const client = newClient((await readPidFile(place))?.socket ?? place.socket)
    const lost = new Promise<void>(resolve => client.once('end', resolve))
    try {
      await client.connect()
      await ensureDatabase(client)
      return { client, lost }
    } catch (error) {
      client.end().catch(() => undefined)
      const code = errorCode(error)
      if (code !== undefined && notRunning.has(code)) return undefined
      // "Cannot connect now": starting up, recovering after a crash, or shutting down.
      if (!(code === '57P03' || code === undefined) || Date.now() > giveUpAt) throw error
      await delay(askAgainMs)
    }
  }
}

const notRunning = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'])

function newClient(socket: string): pg.Client {
  const client = new pg.Client({
    host: socket,
    port,
    user: superuser,
    database: 'postgres',
    ssl: false,
    // Nobody's process stays alive for the presence alone.
    stream: () => new Socket().unref(),
    application_name: 'openroad presence',
    connectionTimeoutMillis: 10_000,
  })
  // The loss of the server arrives as 'end' as well, which is what is listened to.
  client.on('error', () => undefined)
  return client
}

async function ensureDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [superuser])
  if (rowCount === 0) await client.query('create database openroad')
}

/** Launches the server; undefined when it ends before it answers (its log says why). */
export async function launchServer(
  place: DataDirectory,
  { account, binaries }: AccountChoice,
): Promise<ServerHandle | undefined> {
  const log = await open(place.log, 'a', 0o600)
  const child = launch(account, join(binaries, 'postgres'), ['-D', place.data], log.fd)
  let ended = false
  const end = () => {
    ended = true
  }
  child.once('error', end).once('exit', end)
  child.unref()
  await log.close()
  while (!ended) {
    const presence = await connectToServer(place)
    if (presence !== undefined) return presence
    await delay(askAgainMs)
  }
  return undefined
}

/** Whether no other client is connected. A session closed a moment ago still shows for some milliseconds. */
export async function isOnlySession({ client }: ServerHandle): Promise<boolean> {
  const giveUpAt = Date.now() + closingMs
  for (;;) {
    const { rowCount } = await client.query(
      `select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )
    if (rowCount === 0) return true
    if (Date.now() > giveUpAt) return false
    await delay(askAgainMs)
  }
}

/** Fast shutdown: sessions end, the data are written, the process is gone when this resolves. */
export async function shutDown(place: DataDirectory): Promise<void> {
  const file = await readPidFile(place)
  if (file === undefined || !isAlive(file.pid)) return
  process.kill(file.pid, 'SIGINT')
  const giveUpAt = Date.now() + stopWithinMs
  while (isAlive(file.pid)) {
    if (Date.now() > giveUpAt) throw new Error(`The embedded database does not stop: ${place.log} says why.`)
    await delay(askAgainMs)
  }
}
