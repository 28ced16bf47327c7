/** Handlers of each kind of job; the reference is the value the job was enqueued with. */
import type { Dependencies, JobKind } from '#server/lib/context.ts'
import { sendCollectionNotice } from '#server/mail/collection-notice.ts'
import { sendNoPolicyMail } from '#server/mail/no-policy-mail.ts'
import { sendPolicyMail } from '#server/mail/policy-mail.ts'
import { sendQuoteMail } from '#server/mail/quote-mail.ts'
import { sendRefundMail } from '#server/mail/refund-mail.ts'
import { closeCardPage } from '#server/purchase/close-card-page.ts'
import { issuePolicy } from '#server/purchase/issue-policy.ts'
import { refundPayment } from '#server/purchase/refund-payment.ts'
import { settlePayment } from '#server/purchase/settle-payment.ts'

export const jobHandlers = (
  services: Dependencies,
): Readonly<Record<JobKind, (ref: string) => Promise<void>>> => ({
  'settle-payment': async ref => {
    await settlePayment(ref, services)
  },
  'issue-policy': async ref => {
    await issuePolicy(ref, services)
  },
  'close-card-page': ref => closeCardPage(ref, services),
  'refund-payment': ref => refundPayment(ref, services),
  'policy-mail': ref => sendPolicyMail(ref, services),
  'collection-notice': ref => sendCollectionNotice(ref, services),
  'quote-mail': ref => sendQuoteMail(ref, services),
  'refund-mail': ref => sendRefundMail(ref, services),
  'no-policy-mail': ref => sendNoPolicyMail(ref, services),
})
