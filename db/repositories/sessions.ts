/**
 * Repository of browser sessions and the quotes they are bound to. Only hashes of their secrets are stored.
 */
import { type Kysely, sql } from 'kysely'
import { hotStatement } from '#db/hot-statements.ts'
import type { Schema } from '#db/schema.ts'
import { type AccessLevel, levelAtLeast, levelsBelow } from '#journey/access-level.ts'

type Db = Kysely<Schema>

export async function createSession(
  db: Db,
  session: { sidHash: Buffer; brand: string; now: Date },
): Promise<void> {
  await db
    .insertInto('session')
    .values({
      sid_hash: session.sidHash,
      brand: session.brand,
      created_at: session.now,
      last_seen_at: session.now,
    })
    .onConflict(conflict => conflict.column('sid_hash').doNothing())
    .execute()
}

/** Counts a session as seen at a moment to come: it is idle meanwhile, for a reason that we gave. Its age still ends it. */
export async function extendIdleUntil(db: Db, sidHash: Buffer, seenAt: Date): Promise<void> {
  await db
    .updateTable('session')
    .set({ last_seen_at: seenAt })
    .where('sid_hash', '=', sidHash)
    .where('last_seen_at', '<', seenAt)
    .execute()
}

/** What it was awaited for has come about: from now on it is idle like any other. */
export async function resetActivity(db: Db, sidHash: Buffer, now: Date): Promise<void> {
  await db
    .updateTable('session')
    .set({ last_seen_at: now })
    .where('sid_hash', '=', sidHash)
    .where('last_seen_at', '>', now)
    .execute()
}

/**
 * The session under another hash, with its age and all it is bound to; to be run inside a transaction.
 * @returns false where it is there no more: another log-in of the same browser renewed it a moment ago
 */
export async function rotateSession(db: Db, from: Buffer, to: Buffer): Promise<boolean> {
  // A concurrent second login waits here for the first, and then finds no row.
  const here = await db
    .selectFrom('session')
    .select('sid_hash')
    .where('sid_hash', '=', from)
    .forUpdate()
    .executeTakeFirst()
  if (!here) return false
  await db
    .insertInto('session')
    .columns(['sid_hash', 'brand', 'created_at', 'last_seen_at', 'first_hash'])
    .expression(old =>
      old
        .selectFrom('session')
        .select(column => [
          column.cast<Buffer>(column.val(to), 'bytea').as('sid_hash'),
          'brand',
          'created_at',
          'last_seen_at',
          column.fn.coalesce('first_hash', 'sid_hash').as('first_hash'),
        ])
        .where('sid_hash', '=', from),
    )
    .execute()
  const itsQuotes = db.selectFrom('session_quote').select('quote_id').where('sid_hash', '=', from)
  await db
    .updateTable('login_token')
    .set({ sid_hash: to })
    .where('quote_id', 'in', itsQuotes)
    .where('sid_hash', '=', from)
    .execute()
  await db
    .updateTable('payment')
    .set({ sid_hash: to })
    // Abandoned payments as well: money may still arrive for them.
    .where('quote_id', 'in', itsQuotes)
    .where('sid_hash', '=', from)
    .execute()
  await db.updateTable('session_quote').set({ sid_hash: to }).where('sid_hash', '=', from).execute()
  await db.updateTable('captcha_state').set({ sid_hash: to }).where('sid_hash', '=', from).execute()
  await db.deleteFrom('session').where('sid_hash', '=', from).execute()
  return true
}

/** A log-in that would renew this session waits for this transaction: what it writes is the session's own. */
export async function lockSessionForShare(db: Db, sidHash: Buffer): Promise<void> {
  await db
    .selectFrom('session')
    .select('sid_hash')
    .where('sid_hash', '=', sidHash)
    .forKeyShare()
    .executeTakeFirst()
}

/** Its cookie, whoever copied it, opens nothing from now on; what it was bound to goes with it. */
export async function endSession(db: Db, sidHash: Buffer): Promise<void> {
  await db.deleteFrom('session').where('sid_hash', '=', sidHash).execute()
  await db.deleteFrom('captcha_state').where('sid_hash', '=', sidHash).execute()
}

/** A browser session as it was when its call began; null, both, for a client without one. */
export interface SessionIdentity {
  readonly sidHash: Buffer | null
  /** The hash it began under, which stays when its cookie is renewed. */
  readonly originalSidHash: Buffer | null
}

/**
 * The hash it has by now: a log-in in another tab gives it a new one while a partner is asked. It is found again by
 * what it is bound to, so for rights it held when the call began, not for those that came with the log-in (T39).
 */
export const currentSessionHash = (db: Db, { sidHash, originalSidHash }: SessionIdentity, quoteId: string) =>
  db
    .selectFrom('session')
    .select('session.sid_hash')
    .where('session.sid_hash', '=', sidHash)
    .union(
      db
        .selectFrom('session_quote')
        .innerJoin('session as renewed', 'renewed.sid_hash', 'session_quote.sid_hash')
        .select('renewed.sid_hash')
        .where('session_quote.quote_id', '=', quoteId)
        .where('renewed.first_hash', '=', originalSidHash),
    )

const bindingOf = hotStatement(
  'access-level',
  (db, { sidHash, quoteId }: { readonly sidHash: Buffer; readonly quoteId: string }) =>
    db
      .selectFrom('session_quote')
      .select('level')
      .where('sid_hash', '=', sidHash)
      .where('quote_id', '=', quoteId),
)

export async function accessLevelOf(
  db: Db,
  sidHash: Buffer | null,
  quoteId: string,
): Promise<AccessLevel | null> {
  if (!sidHash) return null
  const { rows } = await db.executeQuery(bindingOf({ sidHash, quoteId }))
  return rows[0]?.level ?? null
}

/** The current hash for a session's first hash, which stays the same when the cookie is renewed. */
export async function accessLevelOfOriginal(
  db: Db,
  firstHash: Buffer,
  quoteId: string,
): Promise<AccessLevel | null> {
  const row = await db
    .selectFrom('session_quote')
    .innerJoin('session', 'session.sid_hash', 'session_quote.sid_hash')
    .select('level')
    .where('quote_id', '=', quoteId)
    .where(({ fn, eb }) => eb(fn.coalesce('first_hash', 'session.sid_hash'), '=', firstHash))
    .executeTakeFirst()
  return row?.level ?? null
}

/** Binds a session to a quote, or raises how well it is known; never lowers it. */
export async function grantAccess(
  db: Db,
  binding: { sidHash: Buffer; quoteId: string; level: AccessLevel; now: Date },
): Promise<void> {
  const known = await accessLevelOf(db, binding.sidHash, binding.quoteId)
  if (levelAtLeast(known, binding.level)) return
  await db
    .insertInto('session_quote')
    .columns(['sid_hash', 'quote_id', 'level', 'at'])
    // From the session's own row, so that one purged in the meantime is no error.
    .expression(from =>
      from
        .selectFrom('session')
        .select(column => [
          'sid_hash',
          column.cast<string>(column.val(binding.quoteId), 'uuid').as('quote_id'),
          column.cast<AccessLevel>(column.val(binding.level), 'text').as('level'),
          column.cast<Date>(column.val(binding.now), 'timestamptz').as('at'),
        ])
        .where('sid_hash', '=', binding.sidHash),
    )
    .onConflict(conflict =>
      conflict
        .columns(['sid_hash', 'quote_id'])
        .doUpdateSet({ level: binding.level, at: binding.now })
        // It may have been raised since it was read.
        .where(sql<boolean>`session_quote.level = any(${levelsBelow(binding.level)})`),
    )
    .execute()
}

/** The insurer refused what was bought: whoever bought knows the quote as one who typed it, and owns no policy it may become. */
export async function revokeBuyerAccess(db: Db, quoteId: string, now: Date): Promise<void> {
  await db
    .updateTable('session_quote')
    .set({ level: 'CREATED', at: now })
    .where('quote_id', '=', quoteId)
    .where('level', '=', 'BOUGHT')
    .execute()
}
