/**
 * Opens the database (an external PostgreSQL or the embedded one) with timeouts and exact column types.
 * Server, commands and tests query through it; migrations and the job queue open connections of their own
 * with its `connection`.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import pg from 'pg'
import { socketWithIdleTimeout } from './idle-timeout-socket.ts'
import { PooledDialect } from './postgres-dialect.ts'
import { cannotConnectNow, errorCode } from './postgres-errors.ts'
import type { Schema } from './schema.ts'
import { getTypeParser } from './type-parsers.ts'

/** The URL of a PostgreSQL 15 or later. */
export interface DatabaseSource {
  readonly url: string
}

export interface DatabaseOptions {
  /** The maximum number of connections, default 10. */
  readonly max?: number
  /** The statement timeout in milliseconds, default 10,000; 0 for none. */
  readonly statementTimeoutMs?: number
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

/** The server reports a statement timeout itself; after this much longer without a word the connection counts as lost. */
const silenceAfterMs = 5_000

/** pg's own settings, for other clients (the job queue, a migration). */
export interface DatabaseConnection {
  readonly connectionString: string
  /** Run on every new connection, before anything else. */
  readonly onConnect?: (client: pg.ClientBase) => Promise<unknown>
}

export interface Database {
  readonly pool: pg.Pool
  readonly kysely: Kysely<Schema>
  readonly connection: DatabaseConnection
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
 * The server's time. On a server that takes no writes the session also ends itself, so that the pool opens another, which
 * `prepareConnection` refuses there. The role is reset first: a role that acts as another may not end its own session
 * (runbook, database password).
 */
const serverTime = sql<{ at: Date }>`select clock_timestamp() as at,
  case when current_setting('transaction_read_only') = 'on' and set_config('role', 'none', true) = 'none'
    then pg_terminate_backend(pg_backend_pid()) end as ended`

/** Throws DatabaseUnreachable if the server cannot be reached or is older than 15. */
export async function openDatabase(source: DatabaseSource, options: DatabaseOptions): Promise<Database> {
  const { onError, max = 10, statementTimeoutMs = 10_000 } = options
  const connection = { connectionString: source.url, onConnect: prepareConnection }
  const settings: pg.PoolConfig = {
    ...connection,
    types: { getTypeParser },
    application_name: 'openroad',
    connectionTimeoutMillis: 5_000,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    ...(statementTimeoutMs > 0 ? { stream: socketWithIdleTimeout(statementTimeoutMs + silenceAfterMs) } : {}),
  }
  const pool = new pg.Pool({ ...settings, max })
  // Without listeners a restart of the database ends this process; the second is for connections in use.
  pool.on('error', onError)
  pool.on('connect', client => void client.on('error', () => undefined))
  const kysely = new Kysely<Schema>({ dialect: new PooledDialect(pool) })
  const clockAheadSeconds = async () => {
    const [sentAt, since] = [Date.now(), performance.now()]
    // The pool's queue and a slow statement have longer limits than a load balancer waits for readiness.
    const tooLate = delay(answerWithinMs, null, { ref: false })
    const answer = await Promise.race([serverTime.execute(kysely), tooLate]).catch(() => null)
    const at = answer?.rows[0]?.at
    return at ? clockDifference(sentAt, performance.now() - since, at) : null
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
  return { pool, kysely, connection, isReachable, clockAheadSeconds, close }
}

/**
 * Sets READ COMMITTED, whatever the database or the role has as default: a statement that waited for a row must see the row
 * as the other transaction left it. Refuses a server that takes no writes: after a failover the address may lead to the
 * old primary for a while.
 */
async function prepareConnection(client: pg.ClientBase): Promise<void> {
  await client.query(`set default_transaction_isolation = 'read committed'`)
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
  if (rows[0]?.transaction_read_only === 'on')
    throw Object.assign(new Error('it takes no writes'), { code: cannotConnectNow })
}

/**
 * The code of a network error, or the sentence of a server's refusal: 'password authentication failed for
 * user "x"'.
 */
function unreachable(error: unknown): DatabaseUnreachable {
  const code = errorCode(error)
  const said = error instanceof Error ? error.message : 'no answer'
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
