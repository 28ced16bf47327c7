/**
 * Revokes the access of all former visitors when other people's answers are saved in a quote (decision 0037).
 * server/quotes/ownership-change.ts uses it.
 */
import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { grantAccess } from './sessions.ts'

type Db = Kysely<Schema>

export interface OwnershipChange {
  readonly quoteId: string
  /** The session that saved the answers; null for a client without one. */
  readonly sessionId: string | null
  /** The log-in time of a client without a session, to the millisecond. */
  readonly tokenIssuedAt: Date | null
  readonly now: Date
}

/**
 * Only the author keeps access, and may edit the quote from now on. All others, by session, link or token,
 * see a summary until they confirm who they are. To be called in the transaction that saves the answers,
 * with the quote locked.
 */
export async function revokeOtherAccess(db: Db, change: OwnershipChange): Promise<void> {
  const { quoteId, sessionId, tokenIssuedAt, now } = change
  await db
    .updateTable('session_quote')
    .set({ level: 'VIEW_SUMMARY', at: now })
    .where('quote_id', '=', quoteId)
    // A buyer is here only if the insurer refused that purchase, so it is lowered too.
    .where('level', 'in', ['EDIT_QUOTE', 'VIEW_POLICY'])
    .where('session_id', 'is distinct from', sessionId)
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
  await db
    .updateTable('quote')
    .set({ ownership_changed_at: now, ownership_changed_by_log_in: tokenIssuedAt })
    .where('id', '=', quoteId)
    .execute()
  if (sessionId !== null) await grantAccess(db, { sessionId, quoteId, level: 'EDIT_QUOTE', now })
}

/** When other people's answers were saved, and the author's log-in if it had no session; null if never. */
export async function ownershipChangeOf(
  db: Db,
  quoteId: string,
): Promise<{ at: Date; byLogIn: Date | null } | null> {
  const row = await db
    .selectFrom('quote')
    .select(['ownership_changed_at', 'ownership_changed_by_log_in'])
    .where('id', '=', quoteId)
    .executeTakeFirst()
  return row?.ownership_changed_at
    ? { at: row.ownership_changed_at, byLogIn: row.ownership_changed_by_log_in }
    : null
}
