/** Reads the session of a request, and its quote, in one statement, for server/plugins/request-context.ts. */
import { isTransactionRolledBack } from '#db/postgres-errors.ts'
import { preparedStatement } from '#db/prepared-statements.ts'
import type { Db } from '#db/schema.ts'
import { sessionLifetimeHours } from '#journey/access-level.ts'
import { parseQuote, type Quote } from './quotes.ts'

/** A session seen this recently is not marked again, so most calls write nothing before their own work. */
const seenLatelyMs = 10_000

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

const markSeenStatement = preparedStatement(
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
 * was idle or has lived too long. The same statement reads the quote of this id, and the session's level for it.
 */
export async function loadSessionWithQuote(
  db: Db,
  { sidHash, quoteId }: { sidHash: Buffer | null; quoteId: string | null },
  now: Date,
  idleMs: number,
) {
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
  const { session_id: sessionId, sid_hash, session_brand: brand, last_seen_at, level, ...quote } = rows[0]
  // Outer joins: without the session or the quote, all its columns are null.
  const session = sessionId && sid_hash && brand ? { sessionId, sidHash: sid_hash, brand } : null
  const seenSince = before(seenLatelyMs)
  if (session && last_seen_at && last_seen_at < seenSince)
    await markSeen(db, { sessionId: session.sessionId, now, seenSince })
  return { session, quote: quote.id === null ? undefined : parseQuote(quote as Quote), level }
}

/** In a statement of its own, because most calls need no write. A read-only database skips it. */
async function markSeen(db: Db, values: Parameters<typeof markSeenStatement>[0]): Promise<void> {
  await db.executeQuery(markSeenStatement(values)).catch(error => {
    if (!isTransactionRolledBack(error)) throw error
  })
}
