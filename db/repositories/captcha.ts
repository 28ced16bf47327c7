/** Repository of used captcha tokens, and of the passes that a solved visible challenge grants. */
import type { Db } from '#db/schema.ts'
import { affectsOneRow } from '#db/statements.ts'

/** True the first time a captcha token is seen, false for every replay. */
export const spendCaptchaToken = (db: Db, tokenHash: Buffer, now: Date): Promise<boolean> =>
  affectsOneRow(
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
  const columns = { verified_until: pass.until, budget: pass.budget, address_prefix: pass.addressPrefix }
  await db
    .insertInto('captcha_pass')
    .columns(['session_id', 'verified_until', 'budget', 'address_prefix'])
    // Locks the session's row, so that a session deleted meanwhile is no error.
    .expression(from =>
      from
        .selectFrom('session')
        .select(column => [
          'id',
          column.cast<Date>(column.val(pass.until), 'timestamptz').as('verified_until'),
          column.cast<number>(column.val(pass.budget), 'integer').as('budget'),
          column.cast<string>(column.val(pass.addressPrefix), 'text').as('address_prefix'),
        ])
        .where('id', '=', pass.sessionId)
        .forKeyShare(),
    )
    .onConflict(conflict => conflict.column('session_id').doUpdateSet(columns))
    .execute()
}

/** Uses one call of a session's pass; false if none is left. */
export const spendCaptchaPass = (
  db: Db,
  sessionId: string,
  addressPrefix: string,
  now: Date,
): Promise<boolean> =>
  affectsOneRow(
    db
      .updateTable('captcha_pass')
      .set(set => ({ budget: set('budget', '-', 1) }))
      .where('session_id', '=', sessionId)
      .where('verified_until', '>', now)
      .where('budget', '>', 0)
      .where('address_prefix', '=', addressPrefix),
  )
