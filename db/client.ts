/**
 * Opens the database (an external PostgreSQL or the embedded one) with exact column types. Server, commands and tests query
 * through it; migrations and the job queue open connections of their own with its `connection`.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import pg from 'pg'
import { ConnectionCircuitBreaker } from './connection-circuit-breaker.ts'
import { socketWithIdleTimeout } from './idle-timeout-socket.ts'
import { PooledDialect } from './postgres-dialect.ts'
import { adminShutdown, cannotConnectNow, errorCode } from './postgres-errors.ts'
import type { Schema } from './schema.ts'
import { isForeignSession } from './session-settings.ts'
import { getTypeParser } from './type-parsers.ts'

/** A PostgreSQL 15 or later. */
export interface DatabaseSource {
  /** May lead through a pooler in transaction mode. */
  readonly url: string
  /** Leads to the server itself, for what needs a session; `url` if it is not given. */
  readonly directUrl?: string | undefined
}

export interface DatabaseOptions {
  /** The maximum number of connections, default 10. */
  readonly max?: number
  /** True ends no statement and no transaction for its duration; the URL must then lead to the server itself. */
  readonly isUnlimited?: boolean
  /** A connection on which the server is silent for this long counts as lost; default 15,000. */
  readonly silenceMs?: number
  /** Called when an idle connection is lost. */
  readonly onError: (error: unknown) => void
}

/** The message says in one sentence what is wrong with the database that was given, and nothing of the URL. */
class DatabaseUnreachable extends Error {
  override name = 'DatabaseUnreachable'
  constructor(reason: string, cause?: unknown) {
    super(`The database of DATABASE_URL cannot be used: ${reason}.`, { cause })
  }
}

/** Longer than any statement runs: after its time limit (db/session-settings.ts) the server answers. */
const defaultSilenceMs = 15_000

/** pg's own settings for clients that need a session (the job queue, a migration): they use the direct address. */
export interface DatabaseConnection {
  readonly connectionString: string
  /** Run on every new connection, before anything else. */
  readonly onConnect?: (client: pg.ClientBase) => Promise<unknown>
}

export interface Database {
  readonly pool: pg.Pool
  readonly kysely: Kysely<Schema>
  readonly connection: DatabaseConnection
  readonly unanswered: ConnectionCircuitBreaker
  /** True if the database answers through the pool within three seconds and accepts writes. */
  isReachable(): Promise<boolean>
  /** By how many seconds this node's clock is at least ahead of the server's, negative if it is behind; null without an answer. */
  clockAheadSeconds(): Promise<number | null>
  /** Waits for the connections in use. */
  close(): Promise<void>
}

const answerWithinMs = 3_000

/**
 * How far the clocks are apart in seconds, without the part that the round trip may explain: the server read its clock at
 * some moment of it.
 */
function clockDifference(sentAt: number, tookMs: number, serverAt: Date): number {
  const aheadMs = sentAt + tookMs / 2 - serverAt.getTime()
  return (Math.sign(aheadMs) * Math.max(0, Math.abs(aheadMs) - tookMs / 2)) / 1_000
}

/**
 * The server's time. A session that takes no writes, or whose settings another client of a pooler has changed, also ends
 * itself, so that another one takes its place. The role is reset first: a role that acts as another may not end its own
 * session (runbook, database password).
 */
const serverTime = sql<{ at: Date }>`select clock_timestamp() as at,
  case when (current_setting('transaction_read_only') = 'on' or ${isForeignSession})
    and set_config('role', 'none', true) = 'none' then pg_terminate_backend(pg_backend_pid()) end as ended`

/** Throws DatabaseUnreachable if the server cannot be reached or is older than 15. */
export async function openDatabase(source: DatabaseSource, options: DatabaseOptions): Promise<Database> {
  const { onError, max = 10, isUnlimited = false, silenceMs = defaultSilenceMs } = options
  const unanswered = new ConnectionCircuitBreaker()
  const prepare = (client: pg.ClientBase) => prepareConnection(client, unanswered)
  const connection = { connectionString: source.directUrl ?? source.url, onConnect: prepare }
  const pool = new pg.Pool({
    connectionString: source.url,
    max,
    types: { getTypeParser },
    application_name: 'openroad',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    async onConnect(client) {
      await prepare(client)
      if (isUnlimited)
        await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    },
    ...(isUnlimited ? {} : { stream: socketWithIdleTimeout(silenceMs, () => unanswered.add()) }),
  })
  // Without listeners a restart of the database ends this process; the second is for connections in use.
  pool.on('error', onError)
  pool.on('connect', client => void client.on('error', () => undefined))
  const kysely = new Kysely<Schema>({ dialect: new PooledDialect(pool, unanswered) }).withSchema('public')
  const clockAheadSeconds = async () => {
    // The pool's queue and a slow statement have longer limits than a load balancer waits for readiness.
    const tooLate = delay(answerWithinMs, null, { ref: false })
    return Promise.race([askClock(kysely, performance.now() + answerWithinMs), tooLate])
  }
  const isReachable = async () => (await clockAheadSeconds()) !== null
  const close = async () => {
    // Kysely ends only a pool it has used itself.
    await kysely.destroy()
    if (!pool.ending) await pool.end()
  }
  try {
    await refuseOldServer(pool)
  } catch (error) {
    await close()
    throw error instanceof DatabaseUnreachable ? error : unreachable(error)
  }
  return { pool, kysely, connection, unanswered, isReachable, clockAheadSeconds, close }
}

/** Asks again where the asked session has ended itself; null without an answer. */
async function askClock(kysely: Kysely<Schema>, untilMs: number): Promise<number | null> {
  for (;;) {
    const [sentAt, since] = [Date.now(), performance.now()]
    try {
      const { rows } = await serverTime.execute(kysely)
      return rows[0] ? clockDifference(sentAt, performance.now() - since, rows[0].at) : null
    } catch (error) {
      if (errorCode(error) !== adminShutdown || performance.now() > untilMs) return null
    }
  }
}

/**
 * Refuses a server that takes no writes: after a failover the address may lead to the old primary for a while. Also refuses
 * one where commits of ours still wait for a standby.
 */
async function prepareConnection(client: pg.ClientBase, unanswered: ConnectionCircuitBreaker): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
  if (rows[0]?.transaction_read_only === 'on')
    throw Object.assign(new Error('it takes no writes'), { code: cannotConnectNow })
  await unanswered.refuseWaitingServer(client)
}

/** The codes of a certificate whose authority is unknown here. */
const unknownAuthority = /^(SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER))/

/**
 * The code of a network error, or the sentence of a server's refusal: 'password authentication failed for
 * user "x"'.
 */
function unreachable(error: unknown): DatabaseUnreachable {
  const code = errorCode(error)
  const said = error instanceof Error ? error.message : 'no answer'
  if (unknownAuthority.test(code ?? ''))
    return new DatabaseUnreachable(
      `${code}: its sslrootcert=FILE must name the certificate of the authority that signed the server's`,
      error,
    )
  // A file named by DATABASE_URL, such as a certificate.
  const path = error instanceof Error && 'path' in error ? `, ${error.path}` : ''
  return new DatabaseUnreachable(/^E[A-Z_]+$/.test(code ?? '') ? `${code}${path}` : said, error)
}

async function refuseOldServer(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  )
  const version = rows[0]?.version ?? 0
  if (version < 150_000)
    throw new DatabaseUnreachable(`it is PostgreSQL ${Math.trunc(version / 10_000)}, 15 or later is needed`)
}
