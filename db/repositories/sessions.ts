/** Repository of browser sessions and their access to quotes; only hashes of cookies are stored. */
import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { preparedStatement } from '#db/prepared-statements.ts'
import type { Db, Schema } from '#db/schema.ts'
import { executeCompareAndSet } from '#db/write-statements.ts'
import { type AccessLevel, levelAtLeast, levelsBelow } from '#journey/access-level.ts'
import type { Quote } from './quotes.ts'

/** A session, and the hash of the cookie that a call came with; a log-in may have replaced that cookie. */
export interface SessionCookie {
  readonly sessionId: string
  readonly sidHash: Buffer
}

export async function createSession(
  db: Db,
  { sidHash, brand, now }: { sidHash: Buffer; brand: string; now: Date },
): Promise<string> {
  const id = randomUUID()
  await db
    .insertInto('session')
    .values({ id, sid_hash: sidHash, brand, created_at: now, last_seen_at: now })
    .execute()
  return id
}

/** Marks a session as seen at a future time, because no request is expected until then; its maximum lifetime stays. */
export async function postponeIdleTimeout(db: Db, sessionId: string, seenAt: Date): Promise<void> {
  await db
    .updateTable('session')
    .set({ last_seen_at: seenAt })
    .where('id', '=', sessionId)
    .where('last_seen_at', '<', seenAt)
    .execute()
}

/** Undoes postponeIdleTimeout: from now on the normal idle timeout applies again. */
export async function restoreIdleTimeout(db: Db, sessionId: string, now: Date): Promise<void> {
  await db
    .updateTable('session')
    .set({ last_seen_at: now })
    .where('id', '=', sessionId)
    .where('last_seen_at', '>', now)
    .execute()
}

/** False if another log-in came first: the client that sends the former cookie must not get the new one. */
export const rotateSession = (db: Db, { sessionId, sidHash }: SessionCookie, to: Buffer): Promise<boolean> =>
  executeCompareAndSet(
    db
      .updateTable('session')
      .set({ sid_hash: to })
      .where('id', '=', sessionId)
      .where('sid_hash', '=', sidHash),
  )

/** Deletes the session with all its access, unless its cookie was replaced. */
export async function endSession(db: Db, { sessionId, sidHash }: SessionCookie): Promise<void> {
  await db.deleteFrom('session').where('id', '=', sessionId).where('sid_hash', '=', sidHash).execute()
}

const levelByCookie = preparedStatement(
  'access-level',
  (db, { sessionId, sidHash, quoteId }: SessionCookie & { quoteId: string }) =>
    db
      .selectFrom('session_quote')
      .innerJoin('session', 'session.id', 'session_quote.session_id')
      .select('level')
      .where('session_id', '=', sessionId)
      .where('quote_id', '=', quoteId)
      .where('sid_hash', '=', sidHash),
)

/**
 * The level of the session, if the call's cookie is still the current one. An attacker who planted the
 * cookie before the log-in must not get what the log-in opened, not even with a call that began before it.
 * One statement reads both, so no log-in can come between them.
 */
export async function findAccessLevelByCookie(db: Db, cookie: SessionCookie, quoteId: string) {
  const { rows } = await db.executeQuery(levelByCookie({ ...cookie, quoteId }))
  return rows[0]?.level ?? null
}

/** The level of the session, whatever its cookie; for jobs and for writes, never to answer a call. */
export async function findAccessLevelOfSession(db: Db, sessionId: string, quoteId: string) {
  const row = await db
    .selectFrom('session_quote')
    .select('level')
    .where('session_id', '=', sessionId)
    .where('quote_id', '=', quoteId)
    .executeTakeFirst()
  return row?.level ?? null
}

interface GrantedAccess {
  readonly sessionId: string
  readonly quoteId: string
  readonly level: AccessLevel
  readonly now: Date
}

/** Gives the session this level of the quote, or raises its level; never lowers it. */
export async function grantAccess(db: Db, access: GrantedAccess): Promise<void> {
  const { sessionId, quoteId, level } = access
  if (!levelAtLeast(await findAccessLevelOfSession(db, sessionId, quoteId), level))
    await raiseAccess(db, access)
}

async function raiseAccess(db: Db, { sessionId, quoteId, level, now }: GrantedAccess): Promise<void> {
  // The level may have been raised since it was read. `for key share` waits for a concurrent deletion of the
  // session: then nothing is inserted, instead of a foreign-key error.
  await sql`
    insert into public.session_quote as granted (session_id, quote_id, level, at)
    select id, ${quoteId}::uuid, ${level}, ${now}::timestamptz
    from public.session where id = ${sessionId} for key share
    on conflict (session_id, quote_id) do update set level = excluded.level, at = excluded.at
    where granted.level = any(${levelsBelow(level)})`.execute(db)
}

/** The insurer rejected the purchase: the buyer may edit the quote, but gets no access to a later policy of it. */
export async function downgradeBuyerAccess(db: Transaction<Schema>, quoteId: string, now: Date) {
  await db
    .updateTable('session_quote')
    .set({ level: 'EDIT_QUOTE', at: now })
    .where('quote_id', '=', quoteId)
    .where('level', '=', 'VIEW_POLICY')
    .execute()
}

/** When the people on the quote were last changed, and the log-in time of a client without a session that did it. */
export type PeopleChange = Pick<Quote, 'ownership_changed_at' | 'ownership_changed_by_log_in'>

interface NewOwner {
  readonly quoteId: string
  /** The session that saved the answers; null for a client without one. */
  readonly sessionId: string | null
  /** The log-in time of a client without a session, to the millisecond. */
  readonly tokenIssuedAt: Date | null
  readonly now: Date
}

/**
 * Only the client that saved the answers keeps its access, and may edit the quote. All other sessions, links
 * and tokens show a summary until the customer confirms who they are. The caller's transaction has locked the
 * quote.
 */
export async function restrictOtherSessionsToSummary(db: Transaction<Schema>, owner: NewOwner) {
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
  // Not `grantAccess`: it locks nothing if the level is high enough. The lock order wants the session before session_quote.
  if (sessionId !== null) await raiseAccess(db, { sessionId, quoteId, level: 'EDIT_QUOTE', now })
  await db
    .updateTable('session_quote')
    .set({ level: 'VIEW_SUMMARY', at: now })
    .where('quote_id', '=', quoteId)
    // Also lowers a buyer, who is still here only if the insurer rejected the purchase.
    .where('level', 'in', ['EDIT_QUOTE', 'VIEW_POLICY'])
    .where('session_id', 'is distinct from', sessionId)
    .execute()
}

/** Undefined for a quote that does not exist. */
export const findPeopleChange = (db: Db, quoteId: string): Promise<PeopleChange | undefined> =>
  db
    .selectFrom('quote')
    .select(['ownership_changed_at', 'ownership_changed_by_log_in'])
    .where('id', '=', quoteId)
    .executeTakeFirst()
