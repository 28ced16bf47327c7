/**
 * The job that tells the buyer once, by e-mail, that a card payment is refunded. The recipient is the first
 * policyholder, if the quote still belongs to the person who paid; otherwise an operator must find out who
 * paid.
 */
import type { BindAttempt } from '#db/repositories/bind-attempts.ts'
import type { Policy } from '#db/repositories/policies.ts'
import type { Quote } from '#db/repositories/quotes.ts'
import { type RefundDetails, refundMail } from '#documents/mail/refund-mail.ts'
import { can } from '#journey/access-level.ts'
import { entryPath } from '#journey/page-paths.ts'
import { isSamePerson } from '#journey/people.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import { minuteMs } from '#server/lib/durations.ts'
import { isConvertedAtInsurer } from '#server/purchase/issue-policy.ts'
import { matchesPolicyholders } from '#server/purchase/sync-payment.ts'
import { hasExpired } from '#server/quotes/quote-checks.ts'
import { brandOf, deliver, recordMailRejection } from './deliver.ts'

const askAgainSeconds = 15
const waitsAtMostMs = 60 * minuteMs

export async function sendRefundMail(paymentId: string, services: Dependencies): Promise<void> {
  const { repositories } = services
  const payment = await repositories.findPayment(paymentId)
  const quote = payment && (await repositories.findQuote(payment.quote_id))
  const payer = quote?.policyholders?.policyholders[0]
  if (!payment) return
  const payerUnknown = () =>
    recordMailRejection(payment.quote_id, services, 'refund-mail', { paymentId, payerUnknown: true })
  // The quote was anonymised, and a card page that was open then was paid.
  if (!quote?.quote_number || !payer) return payerUnknown()
  // The quote may name other people by now, who must not learn of the payment. A payer who corrected their
  // own answers is known by the session that paid, if it still exists.
  const isPayers =
    matchesPolicyholders(payment, quote) ||
    (payment.session_id !== null &&
      can({ level: await repositories.accessLevelOfSession(payment.session_id, quote.id) }, 'viewPeople'))
  if (!isPayers) return payerUnknown()
  // Another payment may be buying the policy now, and the e-mail must say so. Without a response of the
  // insurer the e-mail is sent after some time.
  if (quote.status === 'BINDING' && services.now().getTime() - payment.changed_at.getTime() < waitsAtMostMs)
    return services.jobs.put('refund-mail', { paymentId }, askAgainSeconds)
  const policy = await repositories.findPolicy(quote.id)
  const buyer = policy?.record.policyholders[0]
  // A purchase by bank may have named other people: the policy is theirs.
  const bought = policy && buyer && isSamePerson(buyer, payer) ? { policy, buyer } : null
  const brand = brandOf(services, quote.brand)
  const content = refundMail(
    {
      quoteNumber: quote.quote_number,
      amountCents: payment.amount_cents,
      card: payment.card ?? { scheme: '', lastDigits: '' },
      situation: bought
        ? inForce(bought.policy)
        : situationAfterRefund(
            quote,
            policy !== undefined,
            await repositories.findBindAttempt(quote.id),
            services.now(),
          ),
    },
    brand,
    `${quote.origin}${entryPath}`,
  )
  // A wrong e-mail address is corrected in the policy only.
  const to = (bought?.buyer ?? payer).email
  const name = `refund.${paymentId}`
  await deliver(
    { quoteId: quote.id, brand, name, to, content, kind: 'refund-mail', details: { paymentId } },
    services,
  )
}

const inForce = ({ record }: Policy): RefundDetails['situation'] => ({
  policyNumber: record.policyNumber,
  startDate: record.choice.startDate,
})

function situationAfterRefund(
  quote: Quote,
  isSold: boolean,
  bindAttempt: BindAttempt | undefined,
  now: Date,
): RefundDetails['situation'] {
  if (isSold) return { quoteIs: 'closed' }
  if (quote.status === 'BINDING') return { quoteIs: 'ordered' }
  if (isConvertedAtInsurer(bindAttempt)) return { quoteIs: 'sold' }
  if (quote.valid_until !== null && hasExpired(quote, now)) return { lastValidDay: quote.valid_until }
  return { quoteIs: quote.status === 'QUOTED' ? 'open' : 'closed' }
}
