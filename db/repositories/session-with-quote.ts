/**
 * Reads the browser session of a request, and the quote if the call needs it, in one statement, and marks the
 * session as seen. Used by server/plugins/request-context.ts.
 */
import { isTransactionRolledBack } from '#db/postgres-errors.ts'
import type { Db } from '#db/schema.ts'
import { preparedStatement } from '#db/statements.ts'
import { type AccessLevel, sessionLifetimeHours } from '#journey/access-level.ts'
import { parseQuote, type Quote } from './quotes.ts'
import type { SessionCookie } from './sessions.ts'

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

const sessionWithQuote = preparedStatement(
  'session-with-quote',
  (
    db,
    values: {
      readonly sidHash: Buffer | null
      readonly quoteId: string | null
      /** A session last seen before `idleSince` was idle too long; one begun before `aliveSince` is too old. */
      readonly idleSince: Date
      readonly aliveSince: Date
    },
  ) =>
    db
      .with('alive', read =>
        read
          .selectFrom('session')
          .select(['id', 'sid_hash', 'brand', 'last_seen_at'])
          .where('sid_hash', '=', values.sidHash)
          .where('last_seen_at', '>', values.idleSince)
          .where('created_at', '>', values.aliveSince),
      )
      .with('one_row', read => read.selectNoFrom(column => column.lit(1).as('one')))
      .selectFrom('one_row')
      .leftJoin('alive', join => join.onTrue())
      .leftJoin('quote', join => join.on('quote.id', '=', values.quoteId))
      .leftJoin('session_quote', join =>
        join
          .onRef('session_quote.session_id', '=', 'alive.id')
          .onRef('session_quote.quote_id', '=', 'quote.id'),
      )
      .select([
        'alive.id as session_id',
        'alive.sid_hash',
        'alive.brand as session_brand',
        'alive.last_seen_at',
        'session_quote.level',
      ])
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
  const { rows } = await db.executeQuery(
    sessionWithQuote({
      sidHash,
      quoteId,
      idleSince: before(idleMs),
      aliveSince: before(sessionLifetimeHours * 3_600_000),
    }),
  )
  if (!rows[0]) throw new Error('the session look-up returned no row')
  const { session_id, sid_hash, session_brand, last_seen_at, level, ...quote } = rows[0]
  return {
    session: await seenSession(db, { session_id, sid_hash, session_brand, last_seen_at }, now),
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

/** Marks the session as seen, in a statement of its own, because most calls need no write. A read-only database skips it. */
async function seenSession(
  db: Db,
  { session_id: sessionId, sid_hash: sidHash, session_brand: brand, last_seen_at: lastSeen }: SessionRow,
  now: Date,
): Promise<Session | null> {
  if (!sessionId || !sidHash || brand === null || lastSeen === null) return null
  const seenSince = new Date(now.getTime() - seenLatelyMs)
  if (lastSeen < seenSince)
    await db.executeQuery(marked({ sessionId, now, seenSince })).catch(error => {
      if (!isTransactionRolledBack(error)) throw error
    })
  return { sessionId, sidHash, brand }
}
