/**
 * The collection notice (IPP 3A): tells a policyholder who was named by another person that we hold their
 * details. One mail per address, in a job of its own.
 */
import type { Policy } from '#db/repositories/policies.ts'
import { collectionNotice } from '#documents/mail/collection-notice.ts'
import { legalPaths } from '#journey/page-paths.ts'
import { othersToNotify } from '#journey/people.ts'
import { numberInId, type PolicyRecord } from '#journey/policy-record.ts'
import type { JobPayload } from '#server/jobs/job-payloads.ts'
import type { Dependencies, Tx } from '#server/lib/dependencies.ts'
import { dayMs, secondsLeftOfDay } from '#server/lib/durations.ts'
import { mailCounterKey, maximumMailsPerDay, recipientKey } from './daily-mail-limit.ts'
import { deliver, sender } from './deliver.ts'

/**
 * How long after the policy a notice may be delayed because its reader got too many of our mails that day.
 */
const postponedForDays = 7

/** Queues the notices of a policy, in the transaction that stores it. */
export async function queueCollectionNotices(
  quoteId: string,
  record: PolicyRecord,
  { jobs }: Tx,
): Promise<void> {
  for (const place of othersToNotify(record.policyholders))
    await jobs.put('collection-notice', { quoteId, place })
}

export async function sendCollectionNotice(
  { quoteId, place }: JobPayload<'collection-notice'>,
  services: Dependencies,
): Promise<void> {
  const { repositories, config } = services
  const policy = await repositories.findPolicy(quoteId)
  const quote = await repositories.findQuote(quoteId)
  const holder = policy?.record.policyholders[place]
  if (!policy || !quote || !holder) return
  const { record } = policy
  const { brand, from, replyTo, messageId } = sender(services, policy.brand)
  const message = {
    ...collectionNotice(record, holder, brand, {
      keptYears: config.retention.policyYears,
      privacyUrl: `${quote.origin}${legalPaths.privacy}`,
    }),
    messageId: messageId(`notice-${place}.${numberInId(record.policyNumber)}`),
    ...{ from, replyTo, to: holder.email, attachments: [] },
  }
  const now = services.now()
  const mails = mailCounterKey(recipientKey(holder.email))
  const most = maximumMailsPerDay * config.limitFactor
  if ((await repositories.countEvent(mails, 'day', now)) > most) {
    await repositories.undoCountEvent(mails, 'day', now)
    return postpone(place, message.messageId, policy, services)
  }
  try {
    await deliver(message, quoteId, services, 'notice', { message: message.messageId })
  } catch (error) {
    // A retry is still one mail.
    await repositories.undoCountEvent(mails, 'day', now)
    throw error
  }
}

/** A buyer could flood a mailbox by naming its owner in many policies, but the law requires the notice. */
async function postpone(
  place: number,
  messageId: string,
  { quote_id: quoteId, issued_at: issuedAt }: Policy,
  { repositories, jobs, log, now }: Dependencies,
): Promise<void> {
  const at = now()
  if (at.getTime() - issuedAt.getTime() < postponedForDays * dayMs)
    return jobs.put('collection-notice', { quoteId, place }, secondsLeftOfDay(at))
  log.error('notice-held', { quoteId })
  // An operator then tells the person, as after a refusal by the recipient's server (`npm run ops`).
  const details = { message: messageId, tooMany: true }
  await repositories.recordAuditEvent({ quoteId, what: 'notice-refused', details, now: at })
}
