/** Deletes expired sessions, login tokens, captcha records and rate-limit counters in batches, for the hourly purge. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { purgeBatchSize } from '#db/write-statements.ts'

/** Deletes up to a batch of rows of a table, selected by its key. */
async function deleteBatch(
  db: Db,
  table: 'captcha_spent_token' | 'captcha_pass' | 'rate_limit' | 'login_token' | 'session',
  key: readonly string[],
  isOver: RawBuilder<boolean>,
): Promise<number> {
  const from = sql.table(`public.${table}`)
  const columns = sql.join(key.map(sql.ref))
  const { numAffectedRows = 0n } = await sql`
    delete from ${from} where (${columns}) in (
      select ${columns} from ${from} where ${isOver} limit ${purgeBatchSize} for update skip locked)`.execute(
    db,
  )
  return Number(numAffectedRows)
}

/** Deletes sessions that are idle since `before`, with their access. */
export const deleteExpiredSessions = (db: Db, before: Date): Promise<number> =>
  deleteBatch(db, 'session', ['id'], sql`last_seen_at < ${before}`)

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)

/**
 * Deletes captcha tokens used and passes ended before `before` (such a token is too old to be accepted), and counters whose
 * window began before `countedBefore`, when it must be over.
 */
export async function deleteExpiredCaptchaAndRateLimits(
  db: Db,
  { before, countedBefore }: { before: Date; countedBefore: Date },
): Promise<number> {
  return sumOf(
    await Promise.all([
      deleteBatch(db, 'captcha_spent_token', ['token_hash'], sql`at < ${before}`),
      deleteBatch(db, 'captcha_pass', ['session_id'], sql`verified_until < ${before}`),
      deleteBatch(db, 'rate_limit', ['key', 'window_start'], sql`window_start < ${countedBefore}`),
    ]),
  )
}

/**
 * Deletes return codes and links to documents that have expired, and links to a quote that expired before
 * `linksBefore`: until then an old link reports that its quote has expired.
 */
export async function deleteExpiredLoginTokens(
  db: Db,
  { now, linksBefore }: { now: Date; linksBefore: Date },
): Promise<number> {
  return sumOf(
    await Promise.all([
      deleteBatch(
        db,
        'login_token',
        ['token_hash'],
        sql`kind in ('return', 'documents') and expires_at < ${now}`,
      ),
      deleteBatch(db, 'login_token', ['token_hash'], sql`kind = 'link' and expires_at < ${linksBefore}`),
    ]),
  )
}
