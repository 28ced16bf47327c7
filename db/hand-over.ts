/** What is taken from whoever knew a quote before other people's answers came into it (decision 0037). */
import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'
import { hashNow, type Typist } from './sessions.ts'

type Db = Kysely<Schema>

/**
 * Other people's answers stand in the quote from now on. Whoever knew it before, by session, link or token, has to confirm
 * who they are again; the one who typed (`typist`, or without a session a token got at `since`, to the millisecond) goes on.
 */
export async function handOver(
  db: Db,
  quote: { id: string; typist: Typist; since: Date | null; now: Date },
): Promise<void> {
  const { id, typist, since, now } = quote
  await db
    .updateTable('session_quote')
    .set({ level: 'LINKED', at: now })
    .where('quote_id', '=', id)
    // Nothing is sold while people may still come in: who has bought by then was refused by the insurer.
    .where('level', 'in', ['CREATED', 'VERIFIED', 'BOUGHT'])
    .where('sid_hash', 'not in', hashNow(db, typist, id))
    .execute()
  await db
    .updateTable('login_token')
    // Nobody's session from now on, not even of those who have none.
    .set({ shows_people: false, sid_hash: randomBytes(32) })
    .where('quote_id', '=', id)
    // Of a card page's return code too: it would bring its session back what it has just lost.
    .where('kind', 'in', ['link', 'return'])
    .where(where =>
      where.or([where('sid_hash', 'is', null), where('sid_hash', 'not in', hashNow(db, typist, id))]),
    )
    .execute()
  await db.updateTable('quote').set({ others_since: now, others_by: since }).where('id', '=', id).execute()
}

/** When other people's answers came into the quote, and by which log-in where it had no session; null where none came. */
export async function othersSince(db: Db, quoteId: string): Promise<{ at: Date; by: Date | null } | null> {
  const row = await db
    .selectFrom('quote')
    .select(['others_since', 'others_by'])
    .where('id', '=', quoteId)
    .executeTakeFirst()
  return row?.others_since ? { at: row.others_since, by: row.others_by } : null
}
