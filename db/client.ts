/**
 * Opens the database (an external PostgreSQL or the embedded one) with timeouts and exact column types.
 * Server, commands and tests query through it; migrations and the job queue open connections of their own
 * with its `connection`.
 */
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { createStatementRegistry, enableAutoPrepare } from './auto-prepare.ts'
import { type EmbeddedConnection, startEmbedded } from './embedded/server.ts'
import { socketWithIdleTimeout } from './idle-timeout-socket.ts'
import { cannotConnectNow, errorCode } from './postgres-errors.ts'
import { precompileRead } from './precompiled-query.ts'
import { createReadClient } from './read-connection.ts'
import type { Schema } from './schema.ts'
import { getTypeParser } from './type-parsers.ts'

/** The URL of an external PostgreSQL (15 or later), or the folder of the embedded one. */
export type DatabaseSource = { readonly url: string } | { readonly dataDir: string }

export interface DatabaseOptions {
  /** Connections at most, 10 unless told, and two at least: one of them is for the reads that come with every call. */
  readonly max?: number
  /** The statement timeout in milliseconds, default 10,000; 0 for none. */
  readonly statementTimeoutMs?: number
  /** Called when an idle connection is lost, and when an embedded server does not come back. */
  readonly onError: (error: unknown) => void
}

/** The message says in one sentence what is wrong with the database that was given, and nothing of the URL. */
class DatabaseUnreachable extends Error {
  override name = 'DatabaseUnreachable'
  constructor(reason: string, cause?: unknown) {
    super(`The database of DATABASE_URL cannot be used: ${reason}.`, { cause })
  }
}

/** Between the end of a statement's time, of which the server tells, and the thought that there is no server any more. */
const silenceAfterMs = 5_000

/** pg's own settings, for other clients (the job queue, a migration). */
export type DatabaseConnection = (EmbeddedConnection | { readonly connectionString: string }) & {
  /** Run on every new connection, before anything else. */
  readonly onConnect?: (client: pg.ClientBase) => Promise<unknown>
}

export interface Database {
  readonly pool: pg.Pool
  readonly kysely: Kysely<Schema>
  readonly connection: DatabaseConnection
  /** Of those that come with every call and share a connection. */
  readsUnderWay(): number
  /** Asked as those are: a pool that is merely busy says nothing of the server. */
  isReachable(): Promise<boolean>
  /** By how many seconds this node's clock is surely ahead of the server's, negative where it is behind; null without an answer. */
  clockAheadSeconds(): Promise<number | null>
  /** Waits for the connections in use, then leaves the embedded server. */
  close(): Promise<void>
}

/** Of what lies between two clocks no more than is certain: the server read its own at any moment of the round trip. */
function surelyAhead(sentAt: number, tookMs: number, serverAt: Date): number {
  const aheadMs = sentAt + tookMs / 2 - serverAt.getTime()
  return (Math.sign(aheadMs) * Math.max(0, Math.abs(aheadMs) - tookMs / 2)) / 1_000
}

/**
 * A server that takes no writes is left, not only told of: the session ends itself, and the next one is refused where it is
 * still that server (`asWeNeedIt`).
 */
const asked = precompileRead((db, _: object) =>
  db.selectNoFrom([
    sql<Date>`clock_timestamp()`.as('at'),
    // As who logged in: one who acts as another may not end a session of their own (runbook, database password).
    sql`case when current_setting('transaction_read_only') = 'on' and set_config('role', 'none', true) = 'none'
      then pg_terminate_backend(pg_backend_pid()) end`.as('left'),
  ]),
)

/** Throws EmbeddedUnavailableError, or DatabaseUnreachable where the server cannot be reached or is older than 15. */
export async function openDatabase(source: DatabaseSource, options: DatabaseOptions): Promise<Database> {
  const { onError, max = 10, statementTimeoutMs = 10_000 } = options
  const { connection, stop } = await reachServer(source, onError)
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
  const prepared = createStatementRegistry()
  const poolOf = (own: pg.PoolConfig): pg.Pool => {
    const made = new pg.Pool({ ...settings, ...own })
    // Without listeners a restart of the database ends this process; the second is for connections in use.
    made.on('error', onError)
    made.on('connect', client => {
      client.on('error', () => undefined)
      enableAutoPrepare(client, prepared)
    })
    return made
  }
  const pool = poolOf({ max: Math.max(1, max - 1) })
  // Bounded here as well: a read waits for those before it, which the server does not count as its time, and whoever sends
  // without a pause never falls silent, be the server gone or not.
  const line = poolOf({ max: 1, pipeline: true, query_timeout: statementTimeoutMs })
  const { kysely, readsUnderWay } = createReadClient(pool, line)
  const clockAheadSeconds = async () => {
    const [sentAt, since] = [Date.now(), performance.now()]
    const answer = await kysely.executeQuery(asked({})).catch(() => null)
    const at = answer?.rows[0]?.at
    return at ? surelyAhead(sentAt, performance.now() - since, at) : null
  }
  const isReachable = async () => (await clockAheadSeconds()) !== null
  const close = async () => {
    await kysely.destroy()
    // Kysely ends only a pool it has used itself, and a session left open keeps the embedded server up.
    await Promise.all([pool, line].map(async each => each.ending || (await each.end())))
    await stop()
  }
  try {
    await refuseOldServer(pool)
  } catch (error) {
    await close()
    throw 'url' in source && !(error instanceof DatabaseUnreachable) ? unreachable(error) : error
  }
  return { pool, kysely, connection, readsUnderWay, isReachable, clockAheadSeconds, close }
}

async function reachServer(
  source: DatabaseSource,
  onError: (error: unknown) => void,
): Promise<{ connection: DatabaseConnection; stop: () => Promise<void> }> {
  if ('dataDir' in source) {
    const { connection, stop } = await startEmbedded(source.dataDir, { onError })
    return { connection: { ...connection, onConnect: asWeNeedIt }, stop }
  }
  return {
    connection: { connectionString: source.url, onConnect: asWeNeedIt },
    stop: () => Promise.resolve(),
  }
}

/**
 * Whatever a database or a role has for its default. Who waited for a row is to find it as the other left it: a
 * compare-and-set by itself would fail instead, and an index wait for the transaction that takes the turn (decision 0016).
 * After a failover the address may lead to the server that was the first one for a while: it is as good as none.
 */
async function asWeNeedIt(client: pg.ClientBase): Promise<void> {
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
