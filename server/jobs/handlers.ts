/** Handlers of each kind of job. A handler must be safe to run twice. */
import type { Dependencies } from '#server/lib/dependencies.ts'
import { sendRefundMail, sendRejectedOrderMail } from '#server/mail/failed-purchase-mails.ts'
import { sendPolicyMail } from '#server/mail/policy-mail.ts'
import { sendPrivacyNotice } from '#server/mail/privacy-notice-mail.ts'
import { sendQuoteMail } from '#server/mail/quote-mail.ts'
import { closeCardPage } from '#server/purchase/card-page.ts'
import { issuePolicy } from '#server/purchase/issue-policy.ts'
import { refundPayment } from '#server/purchase/refund-payment.ts'
import { syncPayment } from '#server/purchase/sync-payment.ts'
import type { JobHandlers } from './job-payloads.ts'

export const jobHandlers = (services: Dependencies): JobHandlers => ({
  'settle-payment': ({ paymentId }) => syncPayment(paymentId, services),
  'issue-policy': ({ quoteId }) => issuePolicy(quoteId, services),
  'close-card-page': ({ paymentId }) => closeCardPage(paymentId, services),
  'refund-payment': ({ paymentId }) => refundPayment(paymentId, services),
  'policy-mail': payload => sendPolicyMail(payload, services),
  'privacy-notice': payload => sendPrivacyNotice(payload, services),
  'quote-mail': ({ encrypted }) => sendQuoteMail(encrypted, services),
  'refund-mail': ({ paymentId }) => sendRefundMail(paymentId, services),
  'rejected-order-mail': payload => sendRejectedOrderMail(payload, services),
})
