/**
 * What every request of a browser begins with: its session and, where the call begins with one, the quote, judged and
 * read in one statement. server/http/visitor.ts asks here.
 */
import type { Kysely } from 'kysely'
import { type SessionLevel, sessionLivesHours } from '#journey/session-level.ts'
import { compiledRead } from './compiled.ts'
import type { Quote } from './quotes.ts'
import type { Schema } from './schema.ts'

type Db = Kysely<Schema>

const sessionAbsoluteMs = sessionLivesHours * 3_600_000

export interface Session {
  readonly sidHash: Buffer
  /** The hash it began under: what its tokens are bound to, however often the cookie is renewed. */
  readonly firstHash: Buffer
  readonly brand: string
}

/** A session seen so lately is not written again: most calls then write nothing before their own work. */
const seenLatelyMs = 10_000

/** A quote and how well the session knows it, read with the session itself. */
export interface AtHand {
  readonly quoteId: string
  readonly quote: Quote | undefined
  /** Null for a stranger. */
  readonly level: SessionLevel | null
}

interface DoorValues {
  readonly sidHash: Buffer | null
  readonly now: Date
  /** A session last seen before is idle too long, one begun before has lived too long, one seen before is marked anew. */
  readonly idleSince: Date
  readonly aliveSince: Date
  readonly seenSince: Date
}

const touching = (db: Db, values: DoorValues) =>
  db
    .with('alive', read =>
      read
        .selectFrom('session')
        .select(['sid_hash', 'brand', 'last_seen_at', 'first_hash'])
        .where('sid_hash', '=', values.sidHash)
        .where('last_seen_at', '>', values.idleSince)
        .where('created_at', '>', values.aliveSince),
    )
    .with('touched', write =>
      write
        .updateTable('session')
        .set({ last_seen_at: values.now })
        .where('sid_hash', '=', from =>
          from
            .selectFrom('session')
            .select('session.sid_hash')
            .where('session.sid_hash', 'in', live => live.selectFrom('alive').select('alive.sid_hash'))
            .where('session.last_seen_at', '<', values.seenSince)
            // Whoever holds it marks it as well, or gives it another hash: nobody waits for them here.
            .forUpdate()
            .skipLocked(),
        ),
    )

const sessionColumns = ['alive.sid_hash', 'alive.brand as session_brand', 'alive.first_hash'] as const

const sessionAtDoor = compiledRead((db, values: DoorValues) =>
  touching(db, values).selectFrom('alive').select(sessionColumns),
)

const quoteAtDoor = compiledRead((db, values: DoorValues & { readonly quoteId: string }) =>
  touching(db, values)
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

/**
 * The live session of this hash, marked as seen now, give or take ten seconds; null when there is none or it has been
 * idle or alive too long. With it, in the same statement, the quote of this id: what most calls begin with.
 */
export async function readAtDoor(
  db: Db,
  { sidHash, quoteId }: { sidHash: Buffer | null; quoteId: string | null },
  now: Date,
  idleMs: number,
): Promise<{ session: Session | null; atHand: AtHand | null }> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const values = {
    sidHash,
    now,
    idleSince: before(idleMs),
    aliveSince: before(sessionAbsoluteMs),
    seenSince: before(seenLatelyMs),
  }
  if (quoteId === null) {
    const { rows } = await db.executeQuery(sessionAtDoor(values))
    return { session: sessionOf(rows[0]), atHand: null }
  }
  const { rows } = await db.executeQuery(quoteAtDoor({ ...values, quoteId }))
  if (!rows[0]) throw new Error('a door that answers without a row')
  const { sid_hash, session_brand, first_hash, level, ...quote } = rows[0]
  return {
    session: sessionOf({ sid_hash, session_brand, first_hash }),
    // Of a row that is there every column has its own type again.
    atHand: { quoteId, quote: quote.id === null ? undefined : (quote as Quote), level },
  }
}

function sessionOf(
  row:
    | {
        readonly sid_hash: Buffer | null
        readonly session_brand: string | null
        readonly first_hash: Buffer | null
      }
    | undefined,
): Session | null {
  if (!row?.sid_hash || row.session_brand === null) return null
  return {
    sidHash: row.sid_hash,
    firstHash: row.first_hash ?? row.sid_hash,
    brand: row.session_brand,
  }
}
