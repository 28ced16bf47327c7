/** Mails of a quote that is forgotten: whom they were to go to is locked in their jobs, which stay for weeks once they are given up. */
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { Keys } from '#server/secrets.ts'
import { lockedJobs } from './rotate-keys.ts'

export async function dropMails(db: Kysely<Schema>, quoteId: string, keys: Keys): Promise<void> {
  for (const [kind, { quoteOf }] of Object.entries(lockedJobs)) {
    const { rows } = await sql<{ id: string; ref: string }>`
      select id, data->>'ref' as ref from jobs.job
      where name = ${kind} and state in ('created', 'retry', 'failed')`.execute(db)
    const its = rows.filter(({ ref }) => quoteOf(ref, keys) === quoteId).map(({ id }) => id)
    if (its.length > 0)
      await sql`delete from jobs.job where name = ${kind} and id = any(${its}::uuid[])`.execute(db)
  }
}
