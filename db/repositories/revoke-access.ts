/**
 * Revokes the access of all other sessions and links when somebody saves different people in a quote.
 * server/quotes/ownership-change.ts uses it.
 */
import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { Quote } from './quotes.ts'
import { grantAccess } from './sessions.ts'

type Db = Kysely<Schema>

/** When other people's answers were saved last, and the author's log-in if it had no session. */
export type OwnershipChange = Pick<Quote, 'ownership_changed_at' | 'ownership_changed_by_log_in'>

interface NewOwner {
  readonly quoteId: string
  /** The session that saved the answers; null for a client without one. */
  readonly sessionId: string | null
  /** The log-in time of a client without a session, to the millisecond. */
  readonly tokenIssuedAt: Date | null
  readonly now: Date
}

/**
 * Only the author keeps access, and may edit the quote from now on. All others, by session, link or token,
 * see a summary until they confirm who they are. The quote is locked by the transaction that saves the answers.
 */
export async function revokeOtherAccess(db: Db, owner: NewOwner): Promise<void> {
  const { quoteId, sessionId, tokenIssuedAt, now } = owner
  await db
    .updateTable('quote')
    .set({ ownership_changed_at: now, ownership_changed_by_log_in: tokenIssuedAt })
    .where('id', '=', quoteId)
    .execute()
  await db
    .updateTable('login_token')
    .set({ revoked_at: now })
    .where('quote_id', '=', quoteId)
    // Return codes of card pages too: otherwise they would restore the access that was just revoked.
    .where('kind', 'in', ['link', 'return'])
    .where(where =>
      where.or([where('session_id', 'is', null), where('session_id', 'is distinct from', sessionId)]),
    )
    .execute()
  if (sessionId !== null) await grantAccess(db, { sessionId, quoteId, level: 'EDIT_QUOTE', now })
  await db
    .updateTable('session_quote')
    .set({ level: 'VIEW_SUMMARY', at: now })
    .where('quote_id', '=', quoteId)
    // A buyer is here only if the insurer refused that purchase, so it is lowered too.
    .where('level', 'in', ['EDIT_QUOTE', 'VIEW_POLICY'])
    .where('session_id', 'is distinct from', sessionId)
    .execute()
}

/** Undefined for a quote that does not exist. */
export const findOwnershipChange = (db: Db, quoteId: string): Promise<OwnershipChange | undefined> =>
  db
    .selectFrom('quote')
    .select(['ownership_changed_at', 'ownership_changed_by_log_in'])
    .where('id', '=', quoteId)
    .executeTakeFirst()
