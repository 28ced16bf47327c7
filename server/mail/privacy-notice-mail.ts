/** The job that tells a policyholder that another person entered their details (Privacy Act 2020, IPP 3A). */
import { requireBrand } from '#brands/index.ts'
import { privacyNoticeMail } from '#documents/mail/privacy-notice-mail.ts'
import { legalPaths } from '#journey/page-paths.ts'
import { encodePolicyNumberForId } from '#journey/policy-record.ts'
import type { JobPayload } from '#server/jobs/job-payloads.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import { dayMs, secondsLeftOfDay } from '#server/lib/durations.ts'
import {
  deliver,
  mailCounterKey,
  maximumMailsPerDay,
  messageIdOf,
  recipientKey,
  recordRefusedMail,
} from './deliver.ts'

/** A notice waits at most this many days for a recipient who got too many of our e-mails on each of them. */
const postponedForDays = 7

export async function sendPrivacyNotice(
  { quoteId, place }: JobPayload<'privacy-notice'>,
  services: Dependencies,
): Promise<void> {
  const { repositories, config } = services
  const policy = await repositories.findPolicy(quoteId)
  const quote = await repositories.findQuote(quoteId)
  const policyholder = policy?.record.policyholders[place]
  if (!policy || !quote || !policyholder) return
  const { record } = policy
  const brand = requireBrand(services.brands, policy.brand)
  const content = privacyNoticeMail(record, policyholder, brand, {
    keptYears: config.retention.policyYears,
    privacyUrl: `${quote.origin}${legalPaths.privacy}`,
  })
  const name = `privacy-notice-${place}.${encodePolicyNumberForId(record.policyNumber)}`
  const details = { message: messageIdOf(name, brand) }
  const now = services.now()
  const mails = mailCounterKey(recipientKey(policyholder.email))
  const most = maximumMailsPerDay * config.limitFactor
  if ((await repositories.incrementCounter(mails, 'day', now)) > most) {
    await repositories.decrementCounter(mails, 'day', now)
    // Purchases in other people's names could fill a mailbox, but the law requires the notice.
    if (now.getTime() - policy.issued_at.getTime() < postponedForDays * dayMs)
      return services.jobs.put('privacy-notice', { quoteId, place }, secondsLeftOfDay(now))
    // An operator then informs the policyholder.
    return recordRefusedMail(quoteId, services, 'privacy-notice', { ...details, tooMany: true })
  }
  try {
    await deliver(
      { quoteId, brand, name, to: policyholder.email, content, kind: 'privacy-notice', details },
      services,
    )
  } catch (error) {
    // A retry is still one mail.
    await repositories.decrementCounter(mails, 'day', now)
    throw error
  }
}
