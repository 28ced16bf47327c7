/**
 * Reads the session of a request and, if the call needs it, the quote, in one statement. A session that was
 * not seen for a while is marked by a second statement. server/plugins/request-context.ts uses it.
 */
import type { Kysely } from 'kysely'
import { isTransactionRolledBack } from '#db/postgres-errors.ts'
import { preparedStatement } from '#db/prepared-statements.ts'
import type { Schema } from '#db/schema.ts'
import { type AccessLevel, sessionLifetimeHours } from '#journey/access-level.ts'
import { parseQuote, type Quote } from './quotes.ts'
import type { SessionCookie } from './sessions.ts'

type Db = Kysely<Schema>

const sessionAbsoluteMs = sessionLifetimeHours * 3_600_000

export interface Session extends SessionCookie {
  readonly brand: string
}

/** A session seen this recently is not marked again, so most calls write nothing before their own work. */
const seenLatelyMs = 10_000

/** The session and, for a call about a quote, the access level and the quote; one statement reads all. */
export interface SessionWithQuote {
  readonly session: Session | null
  /** Undefined if there is no quote of this id, or none was asked for. */
  readonly quote: Quote | undefined
  /** The session's level for this quote; null without access. */
  readonly level: AccessLevel | null
}

interface LookupValues {
  readonly sidHash: Buffer | null
  /** A session last seen before `idleSince` was idle too long; one begun before `aliveSince` is too old. */
  readonly idleSince: Date
  readonly aliveSince: Date
}

const alive = (db: Db, values: LookupValues) =>
  db.with('alive', read =>
    read
      .selectFrom('session')
      .select(['id', 'sid_hash', 'brand', 'last_seen_at'])
      .where('sid_hash', '=', values.sidHash)
      .where('last_seen_at', '>', values.idleSince)
      .where('created_at', '>', values.aliveSince),
  )

const sessionColumns = [
  'alive.id as session_id',
  'alive.sid_hash',
  'alive.brand as session_brand',
  'alive.last_seen_at',
] as const

const sessionAlone = preparedStatement('session', (db, values: LookupValues) =>
  alive(db, values).selectFrom('alive').select(sessionColumns),
)

const sessionWithQuote = preparedStatement(
  'session-with-quote',
  (db, values: LookupValues & { readonly quoteId: string }) =>
    alive(db, values)
      .with('one_row', read => read.selectNoFrom(column => column.lit(1).as('one')))
      .selectFrom('one_row')
      .leftJoin('alive', join => join.onTrue())
      .leftJoin('quote', join => join.on('quote.id', '=', values.quoteId))
      .leftJoin('session_quote', join =>
        join
          .onRef('session_quote.session_id', '=', 'alive.id')
          .onRef('session_quote.quote_id', '=', 'quote.id'),
      )
      .select([...sessionColumns, 'session_quote.level'])
      .selectAll('quote'),
)

const marked = preparedStatement(
  'session-seen',
  (db, values: { readonly sessionId: string; readonly now: Date; readonly seenSince: Date }) =>
    db
      .updateTable('session')
      .set({ last_seen_at: values.now })
      .where('id', '=', values.sessionId)
      .where('last_seen_at', '<', values.seenSince),
)

/**
 * The session of this cookie hash, marked as seen now, to within ten seconds; null if there is none, or if it
 * was idle or has lived too long. The same statement reads the quote of this id.
 */
export async function loadSessionWithQuote(
  db: Db,
  { sidHash, quoteId }: { sidHash: Buffer | null; quoteId: string | null },
  now: Date,
  idleMs: number,
): Promise<SessionWithQuote> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const values = { sidHash, idleSince: before(idleMs), aliveSince: before(sessionAbsoluteMs) }
  const seen = (row: SessionRow | undefined) => seenSession(db, row, now, before(seenLatelyMs))
  if (quoteId === null) {
    const { rows } = await db.executeQuery(sessionAlone(values))
    return { session: await seen(rows[0]), quote: undefined, level: null }
  }
  const { rows } = await db.executeQuery(sessionWithQuote({ ...values, quoteId }))
  if (!rows[0]) throw new Error('the session look-up returned no row')
  const { session_id, sid_hash, session_brand, last_seen_at, level, ...quote } = rows[0]
  return {
    session: await seen({ session_id, sid_hash, session_brand, last_seen_at }),
    // If the row has an id, the quote exists, and no column is null because of the outer join.
    quote: quote.id === null ? undefined : parseQuote(quote as Quote),
    level,
  }
}

interface SessionRow {
  readonly session_id: string | null
  readonly sid_hash: Buffer | null
  readonly session_brand: string | null
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
  if (!row?.session_id || !row.sid_hash || row.session_brand === null || row.last_seen_at === null)
    return null
  const { session_id: sessionId, sid_hash: sidHash, session_brand: brand, last_seen_at: lastSeen } = row
  if (lastSeen < seenSince)
    await db.executeQuery(marked({ sessionId, now, seenSince })).catch(error => {
      if (!isTransactionRolledBack(error)) throw error
    })
  return { sessionId, sidHash, brand }
}
