/**
 * Reads the session of a request and, if the call needs it, the quote, in one statement. A session that was
 * not seen for a while is marked by a second statement. server/plugins/request-context.ts uses it.
 */
import type { Kysely } from 'kysely'
import { hotStatement } from '#db/hot-statements.ts'
import { isTransactionRolledBack } from '#db/postgres-errors.ts'
import type { Schema } from '#db/schema.ts'
import { type AccessLevel, sessionLifetimeHours } from '#journey/access-level.ts'
import { checkedQuote, type Quote } from './quotes.ts'

type Db = Kysely<Schema>

const sessionAbsoluteMs = sessionLifetimeHours * 3_600_000

export interface Session {
  readonly sidHash: Buffer
  /** The session's first hash: tokens are bound to it, however often the cookie is renewed. */
  readonly originalSidHash: Buffer
  readonly brand: string
}

/** A session seen this recently is not marked again, so most calls write nothing before their own work. */
const seenLatelyMs = 10_000

/** A quote and the session's access level to it, read together with the session. */
export interface PreloadedQuote {
  readonly quoteId: string
  readonly quote: Quote | undefined
  /** Null for a stranger. */
  readonly level: AccessLevel | null
}

interface DoorValues {
  readonly sidHash: Buffer | null
  /** A session last seen before is idle too long, one begun before has lived too long. */
  readonly idleSince: Date
  readonly aliveSince: Date
}

const alive = (db: Db, values: DoorValues) =>
  db.with('alive', read =>
    read
      .selectFrom('session')
      .select(['sid_hash', 'brand', 'last_seen_at', 'first_hash'])
      .where('sid_hash', '=', values.sidHash)
      .where('last_seen_at', '>', values.idleSince)
      .where('created_at', '>', values.aliveSince),
  )

const sessionColumns = [
  'alive.sid_hash',
  'alive.brand as session_brand',
  'alive.first_hash',
  'alive.last_seen_at',
] as const

const sessionAtDoor = hotStatement('session', (db, values: DoorValues) =>
  alive(db, values).selectFrom('alive').select(sessionColumns),
)

const quoteAtDoor = hotStatement(
  'session-with-quote',
  (db, values: DoorValues & { readonly quoteId: string }) =>
    alive(db, values)
      .with('door', read => read.selectNoFrom(column => column.lit(1).as('one')))
      .selectFrom('door')
      .leftJoin('alive', join => join.onTrue())
      .leftJoin('quote', join => join.on('quote.id', '=', values.quoteId))
      .leftJoin('session_quote', join =>
        join
          .onRef('session_quote.sid_hash', '=', 'alive.sid_hash')
          .onRef('session_quote.quote_id', '=', 'quote.id'),
      )
      .select([...sessionColumns, 'session_quote.level'])
      .selectAll('quote'),
)

const marked = hotStatement(
  'session-seen',
  (db, values: { readonly sidHash: Buffer; readonly now: Date; readonly seenSince: Date }) =>
    db
      .updateTable('session')
      .set({ last_seen_at: values.now })
      .where('sid_hash', '=', values.sidHash)
      .where('last_seen_at', '<', values.seenSince),
)

/**
 * The live session of this hash, marked as seen now, give or take ten seconds; null when there is none or it has been
 * idle or alive too long. With it, in the same statement, the quote of this id: what most calls begin with.
 */
export async function loadSessionWithQuote(
  db: Db,
  { sidHash, quoteId }: { sidHash: Buffer | null; quoteId: string | null },
  now: Date,
  idleMs: number,
): Promise<{ session: Session | null; preloaded: PreloadedQuote | null }> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const values = { sidHash, idleSince: before(idleMs), aliveSince: before(sessionAbsoluteMs) }
  const seen = (row: SessionRow | undefined) => seenSession(db, row, now, before(seenLatelyMs))
  if (quoteId === null) {
    const { rows } = await db.executeQuery(sessionAtDoor(values))
    return { session: await seen(rows[0]), preloaded: null }
  }
  const { rows } = await db.executeQuery(quoteAtDoor({ ...values, quoteId }))
  if (!rows[0]) throw new Error('a door that answers without a row')
  const { sid_hash, session_brand, first_hash, last_seen_at, level, ...quote } = rows[0]
  return {
    session: await seen({ sid_hash, session_brand, first_hash, last_seen_at }),
    // Of a row that is there every column has its own type again.
    preloaded: { quoteId, quote: quote.id === null ? undefined : checkedQuote(quote as Quote), level },
  }
}

interface SessionRow {
  readonly sid_hash: Buffer | null
  readonly session_brand: string | null
  readonly first_hash: Buffer | null
  readonly last_seen_at: Date | null
}

/**
 * Marks the session as seen, in a separate statement: a write waits for the disk and for row locks, and must
 * not delay other reads on the shared connection. If the database is read-only, the mark is skipped.
 */
async function seenSession(
  db: Db,
  row: SessionRow | undefined,
  now: Date,
  seenSince: Date,
): Promise<Session | null> {
  if (!row?.sid_hash || row.session_brand === null || row.last_seen_at === null) return null
  const { sid_hash: sidHash, session_brand: brand, first_hash: firstHash, last_seen_at: lastSeen } = row
  if (lastSeen < seenSince)
    await db.executeQuery(marked({ sidHash, now, seenSince })).catch(error => {
      if (!isTransactionRolledBack(error)) throw error
    })
  return { sidHash, originalSidHash: firstHash ?? sidHash, brand }
}
