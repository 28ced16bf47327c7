/**
 * A rating written down in one statement: the quote's compare-and-set, what the browser session may now see, and the
 * audit's line, all or none. Amend is the dearest call of the journey, and each round trip less is felt there.
 */
import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { type QuoteStatus, ratedFrom } from '#journey/purchase.ts'
import { type SessionLevel, sessionLevels } from '#journey/session-level.ts'
import type { QuoteChanges } from './quotes.ts'
import type { Schema } from './schema.ts'

type Db = Kysely<Schema>

export interface KeptRating {
  readonly id: string
  readonly fromVersion: number
  readonly to: QuoteStatus
  readonly changes: QuoteChanges
  /** The session that typed it; null for a client without one. */
  readonly sidHash: Buffer | null
  /** What the audit calls it. */
  readonly what: string
  readonly now: Date
}

const typedHere: SessionLevel = 'CREATED'
const below = sessionLevels.slice(0, sessionLevels.indexOf(typedHere))

/** False when another change came first: then nothing is written. */
export async function keepRating(db: Db, rating: KeptRating): Promise<boolean> {
  const { id, fromVersion, to, changes, sidHash, what, now } = rating
  const version = fromVersion + 1
  const row = await db
    .with('moved', write =>
      write
        .updateTable('quote')
        .set({ ...changes, status: to, version, changed_at: now })
        .where('id', '=', id)
        .where('version', '=', fromVersion)
        .where('status', 'in', ratedFrom(to))
        .returning('id'),
    )
    .with('bound', write =>
      write
        .insertInto('session_quote')
        .columns(['sid_hash', 'quote_id', 'level', 'at'])
        // From the session's own row, so that one purged in the meantime is no error.
        .expression(from =>
          from
            .selectFrom(['session', 'moved'])
            .select(column => [
              'session.sid_hash',
              'moved.id as quote_id',
              column.cast<SessionLevel>(column.val(typedHere), 'text').as('level'),
              column.cast<Date>(column.val(now), 'timestamptz').as('at'),
            ])
            .where('session.sid_hash', '=', sidHash),
        )
        .onConflict(conflict =>
          conflict
            .columns(['sid_hash', 'quote_id'])
            .doUpdateSet({ level: typedHere, at: now })
            .where('session_quote.level', 'in', below),
        ),
    )
    .with('noted', write =>
      write
        .insertInto('audit')
        .columns(['id', 'at', 'quote_id', 'what', 'details'])
        .expression(from =>
          from
            .selectFrom('moved')
            .select(column => [
              column.cast<string>(column.val(randomUUID()), 'uuid').as('id'),
              column.cast<Date>(column.val(now), 'timestamptz').as('at'),
              'moved.id as quote_id',
              column.cast<string>(column.val(what), 'text').as('what'),
              column.cast<string>(column.val(JSON.stringify({ version })), 'jsonb').as('details'),
            ]),
        ),
    )
    .selectFrom('moved')
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}
