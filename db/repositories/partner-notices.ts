/** Repository of webhook notices from partners, stored as received. */
import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'

type Db = Kysely<Schema>

/** Keeps a notice; a repeat is kept once. */
export async function insertPartnerNotice(
  db: Db,
  partner: string,
  eventId: string,
  now: Date,
): Promise<void> {
  await db
    .insertInto('inbox')
    .values({ partner, event_id: eventId, received_at: now })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
