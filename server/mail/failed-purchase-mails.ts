/** The jobs that mail a buyer whose purchase failed: a refunded card payment, and a rejected direct debit order. */
import { requireBrand } from '#brands/index.ts'
import type { BindAttempt } from '#db/repositories/bind-attempts.ts'
import type { Payment } from '#db/repositories/payments.ts'
import type { Quote } from '#db/repositories/quotes.ts'
import type { Repositories } from '#db/repositories.ts'
import { type RefundDetails, refundMail, rejectedOrderMail } from '#documents/mail/failed-purchase-mails.ts'
import { can } from '#journey/access-level.ts'
import { startPath } from '#journey/page-paths.ts'
import { isSamePerson } from '#journey/people.ts'
import type { JobPayload } from '#server/jobs/job-payloads.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import { minuteMs } from '#server/lib/durations.ts'
import { decryptBindRequest } from '#server/purchase/bind-request.ts'
import { isConvertedAtInsurer } from '#server/purchase/issue-policy.ts'
import { matchesPolicyholders } from '#server/quotes/canonical-form.ts'
import { hasExpired } from '#server/quotes/quote-checks.ts'
import { deliver, recordRefusedMail, retryWhileBindingSeconds } from './deliver.ts'

const waitsAtMostMs = 60 * minuteMs

/**
 * The person who paid; undefined if the quote was anonymised, or has other people by now: they must not learn of the
 * payment. A payer who corrected their own answers is known by the session.
 */
async function payerOf(payment: Payment, quote: Quote, repositories: Repositories) {
  const payer = quote.policyholders?.policyholders[0]
  if (matchesPolicyholders(payment, quote)) return payer
  if (payment.session_id === null) return undefined
  const level = await repositories.findAccessLevelOfSession(payment.session_id, quote.id)
  return can({ level }, 'viewPeople') ? payer : undefined
}

export async function sendRefundMail(paymentId: string, services: Dependencies): Promise<void> {
  const { repositories } = services
  const payment = await repositories.findPayment(paymentId)
  if (!payment) return
  const quote = await repositories.findQuote(payment.quote_id)
  const payer = quote && (await payerOf(payment, quote, repositories))
  if (!quote?.quote_number || !payer)
    return recordRefusedMail(payment.quote_id, services, 'refund-mail', { paymentId, payerUnknown: true })
  // Another payment may be buying the policy now, and the e-mail must say so.
  if (quote.status === 'BINDING' && services.now().getTime() - payment.changed_at.getTime() < waitsAtMostMs)
    return services.jobs.put('refund-mail', { paymentId }, retryWhileBindingSeconds)
  const policy = await repositories.findPolicy(quote.id)
  const buyer = policy?.record.policyholders[0]
  // A purchase by bank may have named other people: the policy is theirs.
  const bought = policy && buyer && isSamePerson(buyer, payer) ? policy.record : null
  const bindAttempt = await repositories.findBindAttempt(quote.id)
  const brand = requireBrand(services.brands, quote.brand)
  const content = refundMail(
    {
      quoteNumber: quote.quote_number,
      amountCents: payment.amount_cents,
      card: payment.card ?? { scheme: '', lastDigits: '' },
      situation: bought
        ? { policyNumber: bought.policyNumber, startDate: bought.choice.startDate }
        : situationAfterRefund(quote, policy !== undefined, bindAttempt, services.now()),
    },
    brand,
    `${quote.origin}${startPath}`,
  )
  // A wrong e-mail address is corrected in the policy only.
  const to = (bought?.policyholders[0] ?? payer).email
  const name = `refund.${paymentId}`
  await deliver(
    { quoteId: quote.id, brand, name, to, content, kind: 'refund-mail', details: { paymentId } },
    services,
  )
}

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

export async function sendRejectedOrderMail(
  { quoteId, key }: JobPayload<'rejected-order-mail'>,
  services: Dependencies,
): Promise<void> {
  const { repositories, keys, now } = services
  const bindAttempt = await repositories.findBindAttempt(quoteId)
  const quote = await repositories.findQuote(quoteId)
  // The customer ordered again, so another answer will come; or paid by card, so the refund mail tells the outcome.
  if (bindAttempt?.state !== 'REJECTED' || bindAttempt.payment_id !== null || !quote) return
  if (key !== bindAttempt.idempotency_key) return
  // The request with the address was destroyed before a mail server accepted the mail: a person has to tell the customer.
  if (bindAttempt.encrypted_request === null)
    return recordRefusedMail(quoteId, services, 'rejected-order-mail')
  const { policy } = decryptBindRequest(bindAttempt.encrypted_request, quoteId, keys)
  const { quoteNumber, policyholders } = policy
  const to = policyholders[0]?.email
  if (to === undefined) return
  const brand = requireBrand(services.brands, quote.brand)
  const isOpen = quote.status === 'QUOTED' && !hasExpired(quote, now())
  // The insurer does not say which part it rejected, so the mail names the account, as the page does.
  const maybeAccount = bindAttempt.last_error === 'MALFORMED'
  const content = rejectedOrderMail(
    { quoteNumber, isOpen, maybeAccount },
    brand,
    `${quote.origin}${startPath}`,
  )
  const name = `rejected-order.${bindAttempt.idempotency_key}`
  await deliver({ quoteId, brand, name, to, content, kind: 'rejected-order-mail' }, services)
}
