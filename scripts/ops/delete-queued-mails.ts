/** Deletes the queued e-mails of a quote, when privacy-requests.ts erases it. */
import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { encryptedPayloadOf, type UnfinishedJobs } from '#server/jobs/unfinished-jobs.ts'
import type { Keys } from '#server/lib/crypto.ts'
import { decryptQuoteMailPayload } from '#server/mail/quote-mail.ts'

/**
 * Deletes the encrypted mail jobs of the quote: abandoned jobs would keep the recipients for weeks.
 * A job that cannot be decrypted stays, because its quote is unknown.
 * @returns ids of the jobs that could not be decrypted
 */
export async function deleteQueuedMails(
  tx: Kysely<Schema>,
  quoteId: string,
  jobs: UnfinishedJobs,
  keys: Keys,
): Promise<string[]> {
  const unreadable: string[] = []
  for (const job of await jobs.all(['quote-mail'], tx)) {
    if (job.state === 'active') continue
    try {
      if (decryptQuoteMailPayload(encryptedPayloadOf(job), keys).quoteId === quoteId)
        await jobs.delete([job], tx)
    } catch {
      unreadable.push(job.id)
    }
  }
  return unreadable
}
