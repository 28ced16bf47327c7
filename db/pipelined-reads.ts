/**
 * The reads that come with every call share one connection, each sent without waiting for the answer to the one before.
 * With a connection each, node and server wake one another for every single read, which costs both several times what
 * the read does (decision 0054). Everything else has a connection of the pool, as ever.
 */
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { isQuickRead } from './compiled.ts'
import { errorCode, readOnlyServer } from './error-code.ts'

type Read = (text: string, values: unknown[]) => Promise<pg.QueryResult>

export interface ReadingPool extends PostgresPool {
  /** Reads that were sent, or wait for the connection, and have no answer yet. */
  readsUnderWay(): number
}

/** What Kysely takes for its pool. `line` has one connection, in pg's pipeline mode. */
export function withPipelinedReads(pool: pg.Pool, line: pg.Pool): ReadingPool {
  const { read, underWay } = readsOver(line)
  return {
    readsUnderWay: underWay,
    options: pool.options,
    // We have no cursors, the other thing that Kysely may hand to `query`.
    connect: async () => leaseOf(pool, read) as unknown as PostgresPoolClient,
    async end() {
      await Promise.all([pool.end(), line.end()])
    },
  }
}

/** A connection that is taken from the pool when something comes that needs one; one thing at a time, as Kysely sends them. */
function leaseOf(pool: pg.Pool, read: Read) {
  let own: pg.PoolClient | undefined
  let isNoUse = false
  return {
    async query(text: string, values: unknown[]): Promise<pg.QueryResult> {
      // Inside a transaction, which began on a connection of its own, it is a read like any other.
      if (own === undefined && isQuickRead(text)) return read(text, values)
      own ??= await pool.connect()
      try {
        return await own.query(text, values)
      } catch (error) {
        // A new one finds the server that takes writes, or is refused (db/open.ts).
        isNoUse ||= errorCode(error) === readOnlyServer
        throw error
      }
    },
    release(destroy?: boolean) {
      own?.release(destroy || isNoUse)
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
    const borrowed: Borrowed = { opening: line.connect(), client: null, readers: 0 }
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
  const read: Read = async (text, values) => {
    current ??= borrow()
    const mine = current
    mine.readers += 1
    count += 1
    try {
      return await (await mine.opening).query(text, values)
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
