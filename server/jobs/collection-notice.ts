/** Tells a policyholder whom somebody else named that we hold their details (IPP 3A): one mail an address, by a job of its own. */
import { collectionNotice } from '#documents/mail/collection-notice.ts'
import { othersToNotify } from '#journey/people.ts'
import type { PolicyRecord } from '#journey/policy-record.ts'
import type { Jobs, Services } from '#server/context.ts'
import { deliver, sender } from './deliver.ts'

/** To be put in the transaction that keeps the policy. */
export async function putCollectionNotices(quoteId: string, record: PolicyRecord, jobs: Jobs): Promise<void> {
  for (const place of othersToNotify(record.policyholders))
    await jobs.put('collection-notice', `${quoteId} ${place}`)
}

/** @param ref the quote's id and the person's place among the policyholders, with a space between */
export async function sendCollectionNotice(ref: string, services: Services): Promise<void> {
  const [quoteId = '', place = ''] = ref.split(' ')
  const policy = await services.books.findPolicy(quoteId)
  const holder = policy?.record.policyholders[Number(place)]
  if (!policy || !holder) return
  const { record } = policy
  const { brand, from, replyTo } = sender(services, policy.brand)
  await deliver(
    {
      ...collectionNotice(record, holder, brand, services.config.retention.policyYears),
      messageId: `<notice-${place}.${record.policyNumber}@${brand.key}.openroad>`,
      from,
      replyTo,
      to: holder.email,
      attachments: [],
    },
    quoteId,
    services,
    'notice',
  )
}
