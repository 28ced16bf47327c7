/** Small books beside the purchase: what happened (append-only), notices received, captcha passes, counters of the limits. */
import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Schema } from './schema.ts'

type Db = Kysely<Schema>

/** Details are codes, numbers and ids, never a person's answers. */
export async function record(
  db: Db,
  entry: {
    quoteId: string | null
    what: string
    details?: Record<string, string | number | boolean | null>
    now: Date
  },
): Promise<void> {
  await db
    .insertInto('audit')
    .values({
      id: randomUUID(),
      at: entry.now,
      quote_id: entry.quoteId,
      what: entry.what,
      details: JSON.stringify(entry.details ?? {}),
    })
    .execute()
}

/** Keeps a notice; a repeat is kept once. */
export async function keepNotice(db: Db, partner: string, eventId: string, now: Date): Promise<void> {
  await db
    .insertInto('inbox')
    .values({ partner, event_id: eventId, received_at: now })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** True the first time a captcha token is seen, false for every replay. */
export async function spendCaptchaToken(db: Db, tokenHash: Buffer, now: Date): Promise<boolean> {
  const result = await db
    .insertInto('captcha_used')
    .values({ token_hash: tokenHash, at: now })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Records a passed visible check: so many calls in so long, from the same network. */
export async function grantCaptchaPass(
  db: Db,
  pass: { sidHash: Buffer; until: Date; budget: number; addressPrefix: string },
): Promise<void> {
  const columns = { verified_until: pass.until, budget: pass.budget, address_prefix: pass.addressPrefix }
  await db
    .insertInto('captcha_state')
    .values({ sid_hash: pass.sidHash, ...columns })
    .onConflict(conflict => conflict.column('sid_hash').doUpdateSet(columns))
    .execute()
}

/** Takes one call from a session's pass; false when there is none left. */
export async function spendCaptchaPass(
  db: Db,
  sidHash: Buffer,
  addressPrefix: string,
  now: Date,
): Promise<boolean> {
  const result = await db
    .updateTable('captcha_state')
    .set(set => ({ budget: set('budget', '-', 1) }))
    .where('sid_hash', '=', sidHash)
    .where('verified_until', '>', now)
    .where('budget', '>', 0)
    .where('address_prefix', '=', addressPrefix)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** How many there were in the window that is open now, without counting one. */
export async function eventCount(db: Db, key: string, windowMs: number, now: Date): Promise<number> {
  const row = await db
    .selectFrom('rate_limit')
    .select('count')
    .where('key', '=', key)
    .where('window_start', '=', windowStartOf(windowMs, now))
    .executeTakeFirst()
  return row?.count ?? 0
}

const windowStartOf = (windowMs: number, now: Date): Date =>
  new Date(Math.floor(now.getTime() / windowMs) * windowMs)

/** Counts one event under a key in its window and says how many there were. */
export async function countEvent(db: Db, key: string, windowMs: number, now: Date): Promise<number> {
  const row = await db
    .insertInto('rate_limit')
    .values({ key, window_start: windowStartOf(windowMs, now), count: 1 })
    .onConflict(conflict =>
      conflict.columns(['key', 'window_start']).doUpdateSet({ count: sql<number>`rate_limit.count + 1` }),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  return row.count
}

/** Takes one back that was counted in the window of that moment. */
export async function uncountEvent(db: Db, key: string, windowMs: number, countedAt: Date): Promise<void> {
  await db
    .updateTable('rate_limit')
    .set(set => ({ count: set('count', '-', 1) }))
    .where('key', '=', key)
    .where('window_start', '=', windowStartOf(windowMs, countedAt))
    .where('count', '>', 0)
    .execute()
}
