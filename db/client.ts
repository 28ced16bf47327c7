/** Opens the connection pool to PostgreSQL, and sets how values are parsed and when a silent connection counts as lost. */
import { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, type Logger, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from 'kysely'
import pg from 'pg'
import {
  adminShutdown,
  ConnectionUnavailableError,
  cannotConnectNow,
  errorCode,
  isConnectionLost,
  unusableConnectionCodes,
} from './postgres-errors.ts'
import { preparedStatementNames } from './prepared-statements.ts'
import type { Schema } from './schema.ts'
import { changedSettingsCondition } from './session-defaults.ts'

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
  /**
   * For an operator's command: no time limits, and a lost standby is no reason to refuse. The URL must lead to the
   * server itself, not to a pooler.
   */
  readonly isUnlimited?: boolean
  /** A connection on which the server is silent for this long counts as lost; default 15,000. */
  readonly silenceMs?: number
  /** Called after each statement, and after the start and the end of each transaction. */
  readonly onStatement?: Logger | undefined
  readonly onError: (error: unknown) => void
}

/** Its message says in one sentence what is wrong with the database, and contains no part of the URL. */
class DatabaseUnreachableError extends Error {
  override name = 'DatabaseUnreachableError'
  constructor(reason: string, cause?: unknown) {
    super(`The database of DATABASE_URL cannot be used: ${reason}.`, { cause })
  }
}

/** Longer than any statement runs: after its time limit (db/session-defaults.ts) the server answers. */
const defaultSilenceMs = 15_000

/** pg's own settings for clients that need a session (the job queue, a migration): they use the direct address. */
export interface ConnectionSettings {
  readonly connectionString: string
  /** Run on every new connection, before anything else. */
  readonly onConnect?: (client: pg.ClientBase) => Promise<unknown>
}

export interface Database {
  readonly pool: pg.Pool
  readonly kysely: Kysely<Schema>
  readonly connection: ConnectionSettings
  /** True if the database accepts writes, and answers within the time that a call waits for a connection of the pool. */
  isReachable(): Promise<boolean>
  /** By how many seconds this node's clock is at least ahead of the server's, negative if it is behind; null without an answer. */
  clockAheadSeconds(): Promise<number | null>
  /** Waits for the connections in use. */
  close(): Promise<void>
}

/** A call waits this long for a connection of the pool. The readiness check waits as long: a busy pool must not make a node unready. */
const connectWithinMs = 5_000

/** In seconds, the smallest that fits the round trip: we do not know when during it the server read its clock. */
function clockDifference(sentAt: number, tookMs: number, serverAt: Date): number {
  const aheadMs = sentAt + tookMs / 2 - serverAt.getTime()
  return (Math.sign(aheadMs) * Math.max(0, Math.abs(aheadMs) - tookMs / 2)) / 1_000
}

/**
 * Reads the server's time. Also closes a read-only session, or one with changed settings, so the pool opens a
 * new one. The role is reset first, because after SET ROLE PostgreSQL does not allow a session to terminate
 * itself.
 */
const serverTime = sql<{ at: Date }>`select clock_timestamp() as at,
  case when (current_setting('transaction_read_only') = 'on' or ${changedSettingsCondition})
    and set_config('role', 'none', true) = 'none' then pg_terminate_backend(pg_backend_pid()) end as ended`

/** Throws DatabaseUnreachableError if the server cannot be reached or is older than 15. */
export async function openDatabase(source: DatabaseSource, options: DatabaseOptions): Promise<Database> {
  const { onError, onStatement, max = 10, isUnlimited = false, silenceMs = defaultSilenceMs } = options
  let isServing = false
  const onConnect = (client: pg.ClientBase) => refuseUselessServer(client, isServing)
  const connection = { connectionString: source.directUrl ?? source.url, onConnect }
  const pool = new pg.Pool({
    connectionString: source.url,
    max,
    types: { getTypeParser },
    application_name: 'openroad',
    connectionTimeoutMillis: connectWithinMs,
    keepAlive: true,
    async onConnect(client) {
      await onConnect(client)
      if (isUnlimited)
        await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    },
    ...(isUnlimited ? {} : { stream: socketWithIdleTimeout(silenceMs) }),
  })
  // Without listeners a restart of the database ends this process; the second is for connections in use.
  pool.on('error', onError)
  pool.on('connect', client => void client.on('error', () => undefined))
  const kysely = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: kyselyPool(pool) }),
    ...(onStatement && { log: onStatement }),
  }).withSchema('public')
  const clockAheadSeconds = async () => {
    // A slow statement has a longer limit than a load balancer waits for readiness.
    const tooLate = delay(connectWithinMs, null, { ref: false })
    return Promise.race([askClock(kysely, performance.now() + connectWithinMs), tooLate])
  }
  const isReachable = async () => (await clockAheadSeconds()) !== null
  const close = async () => {
    // Kysely ends only a pool it has used itself.
    await kysely.destroy()
    if (!pool.ending) await pool.end()
  }
  try {
    await rejectOldServer(pool)
    isServing = !isUnlimited
  } catch (error) {
    await close()
    throw error instanceof DatabaseUnreachableError ? error : toDatabaseUnreachableError(error)
  }
  return { pool, kysely, connection, isReachable, clockAheadSeconds, close }
}

/** Repeats the query if the session has ended itself; null without an answer. */
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

/** If so many sessions have waited for the standby longer than a statement may take, it counts as lost. */
const lostStandbySessions = 3
/** The advice for the operator, at the end of the message of a node that cannot start. */
const standbyRemedy = 'bring it back or let commits go on without it (docs/runbook.md, "Lost standby")'

/**
 * Refuses a server that takes no writes: after a failover the address may lead to the old primary for a while. A serving node
 * also refuses one whose synchronous standby is lost. There commits never return, and the server keeps the session of each,
 * even after the node closed its connection: new sessions would use up the server's connections.
 */
async function refuseUselessServer(client: pg.ClientBase, isServing: boolean): Promise<void> {
  const { rows } = await client.query<{ readOnly: string; waiting: number }>(
    `select current_setting('transaction_read_only') as "readOnly",
       (select count(*)::int from pg_stat_activity where datname = current_database() and wait_event = 'SyncRep'
          and query_start < clock_timestamp() - interval '10 seconds') as waiting`,
  )
  const refuse = (reason: string) => Object.assign(new Error(reason), { code: cannotConnectNow })
  if (rows[0]?.readOnly === 'on') throw refuse('it takes no writes')
  if (isServing && (rows[0]?.waiting ?? 0) >= lostStandbySessions)
    throw refuse(`commits wait for its synchronous standby; ${standbyRemedy}`)
}

/**
 * For pg's `stream`: sockets that close after this many milliseconds without traffic, because a host can fail
 * without closing its connections; the operating system would retransmit for about 15 minutes. An idle
 * connection is closed too. This is fine for a pool, which closes idle connections earlier anyway.
 */
export const socketWithIdleTimeout = (silenceMs: number) => (): Socket => {
  const socket = new Socket()
  return socket.setTimeout(silenceMs, () =>
    socket.destroy(
      new Error(
        `the database has been silent for ${silenceMs / 1000} s; if a standby is lost, ${standbyRemedy}`,
      ),
    ),
  )
}

const { INT8, DATE } = pg.types.builtins

/**
 * For pg's `types`: parsers of the values that pg returns. int8 becomes a number, or an error if it is not exact; a date
 * stays the text 'yyyy-mm-dd', because a JavaScript Date would shift a New Zealand day. Do not select arrays of dates: pg parses them itself.
 */
export const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') => {
  if (format === 'binary') return pg.types.getTypeParser(oid, 'binary')
  if (oid === INT8) return exactInteger
  return oid === DATE ? (text: string) => text : pg.types.getTypeParser(oid, 'text')
}

function exactInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`The database holds ${text}, too large to be exact.`)
  return value
}

const unknownAuthority = /^(SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER))/

/** With the code of a network error, or the server's sentence: 'password authentication failed for user "x"'. */
export function toDatabaseUnreachableError(error: unknown): DatabaseUnreachableError {
  const code = errorCode(error)
  const message = error instanceof Error ? error.message : 'no answer'
  if (unknownAuthority.test(code ?? ''))
    return new DatabaseUnreachableError(
      `${code}: its sslrootcert=FILE must name the certificate of the authority that signed the server's`,
      error,
    )
  // A file named by DATABASE_URL, such as a certificate.
  const path = error instanceof Error && 'path' in error ? `, ${error.path}` : ''
  return new DatabaseUnreachableError(/^E[A-Z_]+$/.test(code ?? '') ? `${code}${path}` : message, error)
}

async function rejectOldServer(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  )
  const version = rows[0]?.version ?? 0
  if (version < 150_000)
    throw new DatabaseUnreachableError(
      `it is PostgreSQL ${Math.trunc(version / 10_000)}; version 15 or later is required`,
    )
}

/** A migration has changed the columns that a prepared statement returns. */
const outdatedStatement = '0A000'
/** The statement is not prepared on this connection, or already is: a pooler without prepared statements hands connections around. */
const unknownStatement: readonly unknown[] = ['26000', '42P05']
/** An earlier error has undone the transaction. */
const failedTransaction = '25P02'

function kyselyPool(pool: pg.Pool): PostgresPool {
  let version = 0
  let areNamesUsable = true

  const send = (client: pg.PoolClient, text: string, values: readonly unknown[]) => {
    const name = areNamesUsable ? preparedStatementNames.get(text) : undefined
    return client.query({ text, values: [...values], ...(name && { name: `${name}/${version}` }) })
  }
  /** True if the statement can be sent again, under another name or without one. */
  const canSendAgain = (text: string, error: unknown): boolean => {
    if (!preparedStatementNames.has(text)) return false
    if (errorCode(error) === outdatedStatement) version += 1
    else if (unknownStatement.includes(errorCode(error))) areNamesUsable = false
    else return false
    return true
  }

  async function connect(): Promise<PostgresPoolClient> {
    const client = await pool.connect().catch((cause: unknown) => {
      throw new ConnectionUnavailableError(cause)
    })
    let isUnusable = false
    const query = async (text: string, values: readonly unknown[]) => {
      try {
        return await send(client, text, values)
      } catch (error) {
        // The next connection finds the right server and database, or is rejected (db/client.ts).
        isUnusable ||= unusableConnectionCodes.includes(errorCode(error)) || isConnectionLost(error)
        if (!canSendAgain(text, error)) throw error
        // The first error tells db/transaction.ts to run the whole transaction again.
        return send(client, text, values).catch((second: unknown) => {
          throw errorCode(second) === failedTransaction ? error : second
        })
      }
    }
    const release = (isDiscarded = false) => client.release(isDiscarded || isUnusable)
    // The other overload of Kysely's `query` takes a cursor, which we do not use.
    return { query, release } as unknown as PostgresPoolClient
  }

  return { connect, end: () => pool.end(), options: pool.options }
}
