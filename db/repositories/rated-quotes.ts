/**
 * Saves a rated quote in one statement: the quote's compare-and-set, the access of the browser session and
 * the audit line, all or none. Amend is the most expensive call of the journey, so a saved round trip
 * matters there.
 */
import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { hotStatement } from '#db/hot-statements.ts'
import { errorCode, foreignKeyViolation, uniqueViolation } from '#db/postgres-errors.ts'
import type { Schema } from '#db/schema.ts'
import { type AccessLevel, levelsBelow } from '#journey/access-level.ts'
import { type QuoteStatus, ratableStatuses } from '#journey/purchase-states.ts'
import type { QuoteChanges, SaleOrigin } from './quotes.ts'
import { currentSessionHash, type SessionIdentity } from './sessions.ts'

type Db = Kysely<Schema>

/** All that a rating writes into the quote, whether it differs or not: so it is one statement, compiled once. */
export type RatedQuote = Required<
  Pick<
    QuoteChanges,
    | 'drivers'
    | 'indicators'
    | 'choice'
    | 'car'
    | 'applicant'
    | 'insurer_quote'
    | 'quote_number'
    | 'valid_until'
    | 'people_at'
    | 'declared_at'
    | 'declared_version'
  >
>

export interface RatedQuoteUpdate {
  readonly id: string
  readonly fromVersion: number
  /** As it was read before the right to write was judged: a right that was taken since writes nothing, and is not given back. */
  readonly ownershipChangedAt: Date | null
  readonly to: QuoteStatus
  readonly changes: RatedQuote
  readonly author: SessionIdentity
  /** The audit event name. */
  readonly what: string
  /** The dimensions of the sale metrics. */
  readonly sale: SaleOrigin
  readonly now: Date
}

const typedHere: AccessLevel = 'CREATED'

interface Values extends RatedQuote, SessionIdentity {
  readonly id: string
  readonly fromVersion: number
  readonly othersSince: Date | null
  readonly version: number
  readonly from: readonly QuoteStatus[]
  readonly to: QuoteStatus
  readonly auditId: string
  readonly what: string
  readonly details: string
  readonly now: Date
}

const keeping = hotStatement('save-rated-quote', (db, values: Values) =>
  db
    .with('moved', write =>
      write
        .updateTable('quote')
        .set({
          drivers: values.drivers,
          indicators: values.indicators,
          choice: values.choice,
          car: values.car,
          applicant: values.applicant,
          insurer_quote: values.insurer_quote,
          quote_number: values.quote_number,
          valid_until: values.valid_until,
          people_at: values.people_at,
          declared_at: values.declared_at,
          declared_version: values.declared_version,
          status: values.to,
          version: values.version,
          changed_at: values.now,
        })
        .where('id', '=', values.id)
        .where('version', '=', values.fromVersion)
        .where('others_since', 'is not distinct from', values.othersSince)
        .where(sql<boolean>`status = any(${values.from})`)
        .returning('id'),
    )
    .with('bound', write =>
      write
        .insertInto('session_quote')
        .columns(['sid_hash', 'quote_id', 'level', 'at'])
        // From the session's own row, so that one purged in the meantime is no error.
        .expression(from =>
          from
            .selectFrom([currentSessionHash(db, values, values.id).as('session'), 'moved'])
            .select(column => [
              'session.sid_hash',
              'moved.id as quote_id',
              column.cast<AccessLevel>(column.val(typedHere), 'text').as('level'),
              column.cast<Date>(column.val(values.now), 'timestamptz').as('at'),
            ]),
        )
        .onConflict(conflict =>
          conflict
            .columns(['sid_hash', 'quote_id'])
            .doUpdateSet({ level: typedHere, at: values.now })
            .where('session_quote.level', 'in', levelsBelow(typedHere)),
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
              column.cast<string>(column.val(values.auditId), 'uuid').as('id'),
              column.cast<Date>(column.val(values.now), 'timestamptz').as('at'),
              'moved.id as quote_id',
              column.cast<string>(column.val(values.what), 'text').as('what'),
              column.cast<string>(column.val(values.details), 'jsonb').as('details'),
            ]),
        ),
    )
    .selectFrom('moved')
    .select('id'),
)

/**
 * The insurer's number already stands in another quote of ours. Thrown and not returned: it has spoilt the transaction
 * it happened in. Told by its name where db is known by its types alone.
 */
export class QuoteNumberTakenError extends Error {
  override readonly name = 'QuoteNumberTakenError'
}

/**
 * False if another change came first; QuoteNumberTakenError if the number belongs to another quote. In both
 * cases nothing is written.
 */
export async function saveRatedQuote(db: Db, rating: RatedQuoteUpdate): Promise<boolean> {
  const { id, fromVersion, ownershipChangedAt, to, changes, author, what, now } = rating
  const version = fromVersion + 1
  const statement = keeping({
    ...changes,
    id,
    fromVersion,
    othersSince: ownershipChangedAt,
    version,
    from: ratableStatuses(to),
    to,
    sidHash: author.sidHash,
    originalSidHash: author.originalSidHash,
    auditId: randomUUID(),
    what,
    details: JSON.stringify({ version }),
    now,
  })
  const written = db.executeQuery(statement).catch((error: unknown) => {
    // As `transact` does: a statement sees a session that a log-in is just renewing, until it writes its hash.
    if (errorCode(error) !== foreignKeyViolation || db.isTransaction) throw error
    return db.executeQuery(statement)
  })
  const { rows } = await written.catch((error: unknown) => {
    // Of all that is written here, only the number is unique without giving way to what stands.
    throw errorCode(error) === uniqueViolation ? new QuoteNumberTakenError() : error
  })
  return rows.length > 0
}
