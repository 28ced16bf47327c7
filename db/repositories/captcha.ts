/** Repository of spent captcha tokens, and of the passes that a solved visible challenge grants. */
import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'

type Db = Kysely<Schema>

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

/** Uses one call of a session's pass; false if none is left. */
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
