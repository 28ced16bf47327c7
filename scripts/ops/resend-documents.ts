/** The operators' command `mail-again`, which sends a policy's documents again to a corrected e-mail address. */
import { parseJsonColumns } from '#db/json-columns.ts'
import { repositoriesFor } from '#db/repositories.ts'
import { runTransaction } from '#db/transaction.ts'
import { isEmail, parseEmail } from '#journey/email-address.ts'
import { payloadIds } from '#server/jobs/job-payloads.ts'
import { openQueue } from '#server/jobs/queue.ts'
import { createJsonLog } from '#server/lib/logger.ts'
import { type OpsCommand, OpsError, succeeded } from './command.ts'

export const resendDocuments: OpsCommand = {
  usage: 'mail-again --policy NUMBER [--email …]',
  says: 'sends the documents of a policy again; with --email to this address, which replaces the one in the policy',
  options: ['policy', 'email'],
  async run({ database, jobs, now }, { policy: policyNumber = '', email: typed }) {
    const email = typed === undefined ? undefined : parseEmail(typed)
    if (email !== undefined && !isEmail(email)) throw new OpsError('--email is not an e-mail address.')
    const found = await database.kysely
      .selectFrom('policy')
      .select(['quote_id', 'record'])
      .where('policy_number', '=', policyNumber)
      .executeTakeFirst()
    if (!found) throw new OpsError('There is no policy with this number: name one by --policy.')
    const { quote_id: quoteId, record } = parseJsonColumns('policy', policyNumber, found)
    const queue = openQueue(
      database.connection,
      createJsonLog(line => process.stderr.write(line), now),
    )
    await queue.start()
    const unfinished = await jobs()
    try {
      await runTransaction(database.kysely, async tx => {
        if (email !== undefined) {
          const policyholders = record.policyholders.map((holder, place) =>
            place === 0 ? { ...holder, email } : holder,
          )
          await tx
            .updateTable('policy')
            .set({ record: JSON.stringify({ ...record, policyholders }) })
            .where('policy_number', '=', policyNumber)
            .execute()
          // Revokes the link in the first e-mail, which may have reached another person.
          await tx
            .deleteFrom('login_token')
            .where('quote_id', '=', quoteId)
            .where('kind', '=', 'documents')
            .execute()
        }
        const details = { corrected: email !== undefined }
        await repositoriesFor(tx).recordAuditEvent({
          quoteId,
          what: 'documents-sent-again',
          details,
          now: now(),
        })
        // Otherwise the next `retry` would send it a second time.
        const abandoned = (await unfinished.givenUp(tx)).filter(
          job => job.kind === 'policy-mail' && payloadIds(job.payload).quoteId === quoteId,
        )
        await unfinished.delete(abandoned, tx)
        await queue.jobsOn(tx).put('policy-mail', { quoteId })
      })
    } finally {
      await queue.stop()
    }
    return succeeded(
      'The servers send it within seconds.',
      ...(email === undefined ? [] : ['Tell the insurer the new address as well.']),
    )
  },
}
