/** Repository of used captcha tokens, and of the passes that a solved visible challenge grants. */
import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { executeCompareAndSet } from '#db/write-statements.ts'

/** True the first time a captcha token is seen, false for every replay. */
export const spendCaptchaToken = (db: Db, tokenHash: Buffer, now: Date): Promise<boolean> =>
  executeCompareAndSet(
    db
      .insertInto('captcha_spent_token')
      .values({ token_hash: tokenHash, at: now })
      .onConflict(conflict => conflict.doNothing()),
  )

/** Records a passed visible check: so many calls in so long, from the same network. */
export async function grantCaptchaPass(
  db: Db,
  pass: { sessionId: string; until: Date; budget: number; addressPrefix: string },
): Promise<void> {
  // `for key share` waits for a concurrent deletion of the session: then nothing is inserted, instead of a foreign-key error.
  await sql`
    insert into public.captcha_pass (session_id, verified_until, budget, address_prefix)
    select id, ${pass.until}::timestamptz, ${pass.budget}::integer, ${pass.addressPrefix}
    from public.session where id = ${pass.sessionId} for key share
    on conflict (session_id) do update set verified_until = excluded.verified_until,
      budget = excluded.budget, address_prefix = excluded.address_prefix`.execute(db)
}

/** Uses one call of a session's pass; false if none is left. */
export const spendCaptchaPass = (db: Db, sessionId: string, addressPrefix: string, now: Date) =>
  executeCompareAndSet(
    db
      .updateTable('captcha_pass')
      .set(set => ({ budget: set('budget', '-', 1) }))
      .where('session_id', '=', sessionId)
      .where('verified_until', '>', now)
      .where('budget', '>', 0)
      .where('address_prefix', '=', addressPrefix),
  )
