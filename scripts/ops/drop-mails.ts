/**
 * Deletes the mail jobs of a deleted quote, whose encrypted recipients would otherwise stay for weeks in
 * abandoned jobs. A job that cannot be decrypted, because its key is gone, is skipped and reported.
 */
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { Keys } from '#server/lib/crypto.ts'
import { encryptedJobs } from './rotate-keys.ts'

/** @returns ids of the jobs that could not be opened: nobody can tell whose they are */
export async function deleteQueuedMails(db: Kysely<Schema>, quoteId: string, keys: Keys): Promise<string[]> {
  const unreadable: string[] = []
  for (const [kind, { quoteOf }] of Object.entries(encryptedJobs)) {
    const { rows } = await sql<{ id: string; ref: string }>`
      select id, data->>'ref' as ref from jobs.job
      where name = ${kind} and state in ('created', 'retry', 'failed')`.execute(db)
    const its: string[] = []
    for (const { id, ref } of rows) {
      try {
        if (quoteOf(ref, keys) === quoteId) its.push(id)
      } catch {
        unreadable.push(id)
      }
    }
    if (its.length > 0)
      await sql`delete from jobs.job where name = ${kind} and id = any(${its}::uuid[])`.execute(db)
  }
  return unreadable
}
