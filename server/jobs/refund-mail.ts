/** Tells the buyer that a card payment is on its way back: once, to the quote's first policyholder, as long as that is still for who paid to read. */
import type { Quote } from '#db/quotes.ts'
import { refundMail, type SentBack } from '#documents/mail/refund-mail.ts'
import { entryPath } from '#journey/page-paths.ts'
import { seesPeople } from '#server/authority.ts'
import type { Services } from '#server/context.ts'
import { isForHolders } from '#server/purchase/holders-hash.ts'
import { isOver } from '#server/quote/quote-at-hand.ts'
import { deliver, sender } from './deliver.ts'

const askAgainSeconds = 15

export async function sendRefundMail(paymentId: string, services: Services): Promise<void> {
  const { books } = services
  const payment = await books.findPayment(paymentId)
  const quote = payment && (await books.findQuote(payment.quote_id))
  const to = quote?.policyholders?.policyholders[0]?.email
  if (!payment || !quote?.quote_number || to === undefined) return
  // Somebody else stands in the quote by now: what was paid is not for them to know. Who corrected their own answers is nobody else.
  const isPayers = isForHolders(payment, quote) || seesPeople(await books.levelOf(payment.sid_hash, quote.id))
  if (!isPayers) return
  // Another payment may be buying the policy just now: only then is it known what this one came to.
  if (quote.status === 'BINDING') return services.jobs.put('refund-mail', paymentId, askAgainSeconds)
  const { brand, from, replyTo } = sender(services, quote.brand)
  const mail = refundMail(
    {
      quoteNumber: quote.quote_number,
      amountCents: payment.amount_cents,
      card: payment.card ?? { scheme: '', lastDigits: '' },
      left: await leftOf(quote, to, services),
    },
    brand,
    `${quote.origin}${entryPath}`,
  )
  await deliver(
    { ...mail, messageId: `<refund.${paymentId}@${brand.key}.openroad>`, from, replyTo, to, attachments: [] },
    quote.id,
    services,
    'refund-mail',
  )
}

async function leftOf(quote: Quote, to: string, { books, now }: Services): Promise<SentBack['left']> {
  const policy = await books.findPolicy(quote.id)
  // Whoever bought by bank may have brought other people with it: the number is theirs.
  if (policy && policy.record.policyholders[0]?.email !== to) return { quoteIs: 'closed' }
  if (policy) return { policyNumber: policy.record.policyNumber, startDate: policy.record.choice.startDate }
  if (quote.valid_until !== null && isOver(quote, now())) return { overSince: quote.valid_until }
  return { quoteIs: quote.status === 'QUOTED' ? 'open' : 'closed' }
}
