/** What each kind of job does; the reference is the id the job was put with. */
import type { JobKind, Services } from '../context.ts'
import { issuePolicy } from '../purchase/issue-policy.ts'
import { refundPayment } from '../purchase/refund-payment.ts'
import { settlePayment } from '../purchase/settle-payment.ts'
import { sendPolicyMail } from './policy-mail.ts'
import { sendQuoteMail } from './quote-mail.ts'

const longestPollSeconds = 300
const pollForMs = 4 * 86_400_000

/** Asks again in growing pauses until the card partner has let the session go; notices and returns are quicker. */
async function pollPayment(paymentId: string, services: Services): Promise<void> {
  await settlePayment(paymentId, services)
  const payment = await services.books.findPayment(paymentId)
  if (payment?.state !== 'PENDING') return
  const ageMs = services.now().getTime() - payment.created_at.getTime()
  if (ageMs < pollForMs)
    await services.jobs.put(
      'settle-payment',
      paymentId,
      Math.min(longestPollSeconds, Math.max(5, Math.ceil(ageMs / 4000))),
    )
}

export const jobHandlers = (
  services: Services,
): Readonly<Record<JobKind, (ref: string) => Promise<void>>> => ({
  'settle-payment': ref => pollPayment(ref, services),
  'issue-policy': async ref => {
    await issuePolicy(ref, services)
  },
  'refund-payment': ref => refundPayment(ref, services),
  'policy-mail': ref => sendPolicyMail(ref, services),
  'quote-mail': ref => sendQuoteMail(ref, services),
})
