/** Deletes the encrypted mail jobs of an erased quote, for person.ts. */
import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { encryptedPayloadOf, type UnfinishedJobs } from '#server/jobs/unfinished-jobs.ts'
import type { Keys } from '#server/lib/crypto.ts'
import { encryptedJobKinds, encryptedJobs } from './rotate-keys.ts'

/**
 * Abandoned jobs would otherwise keep the recipients for weeks. A job that cannot be decrypted stays, because its owner
 * is unknown.
 * @returns ids of the jobs that could not be decrypted
 */
export async function deleteQueuedMails(
  tx: Kysely<Schema>,
  quoteId: string,
  jobs: UnfinishedJobs,
  keys: Keys,
): Promise<string[]> {
  const unreadable: string[] = []
  for (const kind of encryptedJobKinds)
    for (const job of await jobs.all([kind], tx)) {
      if (job.state === 'active') continue
      try {
        if (encryptedJobs[kind].quoteOf(encryptedPayloadOf(job), keys) === quoteId)
          await jobs.delete([job], tx)
      } catch {
        unreadable.push(job.id)
      }
    }
  return unreadable
}
