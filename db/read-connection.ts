/**
 * One shared connection for the reads of every call, pipelined: each is sent without waiting for the
 * previous result. With one connection per read, node and server wake each other for every read, which costs
 * several times the read itself (decision 0054). All other statements use a connection of the pool.
 */
import {
  type AbortableQueryOptions,
  type Compilable,
  type CompiledQuery,
  Kysely,
  PostgresDialect,
  type PostgresPoolClient,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import { connectionUnavailable, errorCode, readOnlyTransaction } from './postgres-errors.ts'
import { isPrecompiledRead } from './precompiled-query.ts'
import { connectionOf } from './row-description-cache.ts'
import type { Schema } from './schema.ts'

type Read = (text: string, values: unknown[]) => Promise<pg.QueryResult>

export interface ReadClient {
  readonly kysely: Kysely<Schema>
  /** Reads that were sent, or wait for the connection, and have no answer yet. */
  readsUnderWay(): number
}

/** Kysely over the pool, and past it for those reads. `line` has one connection, in pg's pipeline mode. */
export function createReadClient(pool: pg.Pool, line: pg.Pool): ReadClient {
  const { read, underWay } = readsOver(line)
  return { kysely: new ReadingKysely(pool, line, read), readsUnderWay: underWay }
}

/**
 * Sends those reads itself: Kysely's own way, made for connections that are taken and given back, is a dozen promises long.
 * A transaction is a Kysely of its own, and inside it a read goes the way of everything.
 */
class ReadingKysely extends Kysely<Schema> {
  readonly #read: Read

  constructor(pool: pg.Pool, line: pg.Pool, read: Read) {
    super({
      dialect: new PostgresDialect({
        pool: {
          options: pool.options,
          // We have no cursors, the other thing that Kysely may hand to `query`.
          connect: async () =>
            leaseOf(await pool.connect().catch(connectionUnavailable)) as unknown as PostgresPoolClient,
          async end() {
            await Promise.all([pool.end(), line.end()])
          },
        },
      }),
    })
    this.#read = read
  }

  override executeQuery<R>(
    query: CompiledQuery<R> | Compilable<R>,
    options?: AbortableQueryOptions,
  ): Promise<QueryResult<R>> {
    return 'sql' in query && isPrecompiledRead(query.sql)
      ? this.#read(query.sql, query.parameters as unknown[])
      : super.executeQuery(query, options)
  }
}

/** A connection of the pool, which does not get it back where it turned out to be no use. */
function leaseOf(own: pg.PoolClient) {
  let isNoUse = false
  return {
    async query(text: string, values: unknown[]): Promise<pg.QueryResult> {
      try {
        return await own.query(text, values)
      } catch (error) {
        // A new one finds the server that takes writes, or is refused (db/client.ts).
        isNoUse ||= errorCode(error) === readOnlyTransaction
        throw error
      }
    },
    release(destroy?: boolean) {
      own.release(destroy || isNoUse)
    },
  }
}

/** The connection while somebody reads over it; the pool has it otherwise, and ends it where it is idle. */
interface Borrowed {
  readonly opening: Promise<pg.PoolClient>
  client: pg.PoolClient | null
  readers: number
}

function readsOver(line: pg.Pool): { readonly read: Read; underWay(): number } {
  let count = 0
  let current: Borrowed | null = null
  // Who waits on a connection that is lost is told by pg; whoever comes next has to get another.
  line.on('connect', client => {
    const forget = () => {
      if (current?.client === client) current = null
    }
    client.on('error', forget)
    client.on('end', forget)
  })
  const borrow = (): Borrowed => {
    const borrowed: Borrowed = {
      opening: line.connect().catch(connectionUnavailable),
      client: null,
      readers: 0,
    }
    borrowed.opening.then(
      client => {
        borrowed.client = client
      },
      () => {
        if (current === borrowed) current = null
      },
    )
    return borrowed
  }
  const sendTogether = gatherer()
  const read: Read = async (text, values) => {
    current ??= borrow()
    const mine = current
    mine.readers += 1
    count += 1
    try {
      const client = mine.client ?? (await mine.opening)
      sendTogether(client)
      return await client.query(text, values)
    } finally {
      count -= 1
      mine.readers -= 1
      if (mine.readers === 0) {
        if (current === mine) current = null
        mine.client?.release()
      }
    }
  }
  return { read, underWay: () => count }
}

/** What is sent in one turn of the loop leaves with the end of it, in one write: the server is woken once for all of it. */
function gatherer(): (client: pg.PoolClient) => void {
  let held: unknown = null
  return client => {
    // Asked each time: with TLS it is another one than the connection began with.
    const { stream } = connectionOf(client)
    if (held === stream) return
    held = stream
    stream.cork()
    setImmediate(() => {
      if (held === stream) held = null
      stream.uncork()
    })
  }
}
