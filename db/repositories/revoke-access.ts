/**
 * Revokes access to a quote from everyone who had it before the answers of other people were saved in it
 * (decision 0037).
 */
import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { hotStatement } from '#db/hot-statements.ts'
import type { Schema } from '#db/schema.ts'
import { type AccessLevel, levelsBelow } from '#journey/access-level.ts'
import { currentSessionHash, type SessionIdentity } from './sessions.ts'

type Db = Kysely<Schema>

const typedHere: AccessLevel = 'CREATED'

interface Values extends SessionIdentity {
  readonly id: string
  readonly since: Date | null
  readonly now: Date
  readonly nobody: Buffer
}

const handing = hotStatement('revoke-access', (db, values: Values) =>
  db
    .with('lowered', write =>
      write
        .updateTable('session_quote')
        .set({ level: 'LINKED', at: values.now })
        .where('quote_id', '=', values.id)
        // A BOUGHT binding exists here only if the insurer rejected that purchase, so it can be lowered too.
        .where('level', 'in', ['CREATED', 'VERIFIED', 'BOUGHT'])
        .where('sid_hash', 'not in', currentSessionHash(db, values, values.id)),
    )
    .with('cut', write =>
      write
        .updateTable('login_token')
        // Nobody's session from now on, not even of those who have none.
        .set({ shows_people: false, sid_hash: values.nobody })
        .where('quote_id', '=', values.id)
        // Return codes of card pages too: otherwise they would restore the access that was just revoked.
        .where('kind', 'in', ['link', 'return'])
        .where(where =>
          where.or([
            where('sid_hash', 'is', null),
            where('sid_hash', 'not in', currentSessionHash(db, values, values.id)),
          ]),
        ),
    )
    .with('bound', write =>
      write
        .insertInto('session_quote')
        .columns(['sid_hash', 'quote_id', 'level', 'at'])
        .expression(from =>
          from
            .selectFrom(currentSessionHash(db, values, values.id).as('session'))
            .select(column => [
              'session.sid_hash',
              column.cast<string>(column.val(values.id), 'uuid').as('quote_id'),
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
    .updateTable('quote')
    .set({ others_since: values.now, others_by: values.since })
    .where('id', '=', values.id),
)

/**
 * Other people's answers stand in the quote from now on. Whoever knew it before, by session, link or token, has to confirm
 * who they are again; the one who typed (`typist`, or without a session a token got at `since`, to the millisecond) goes on,
 * and has come by a passed-on link no more.
 */
export async function revokeOtherAccess(
  db: Db,
  quote: { id: string; typist: SessionIdentity; since: Date | null; now: Date },
): Promise<void> {
  const { id, typist, since, now } = quote
  const { sidHash, originalSidHash } = typist
  await db.executeQuery(handing({ id, sidHash, originalSidHash, since, now, nobody: randomBytes(32) }))
}

/** When other people's answers came into the quote, and by which log-in where it had no session; null where none came. */
export async function ownershipChangedAt(
  db: Db,
  quoteId: string,
): Promise<{ at: Date; by: Date | null } | null> {
  const row = await db
    .selectFrom('quote')
    .select(['others_since', 'others_by'])
    .where('id', '=', quoteId)
    .executeTakeFirst()
  return row?.others_since ? { at: row.others_since, by: row.others_by } : null
}
