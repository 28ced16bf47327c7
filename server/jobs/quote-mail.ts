/** The mail of a saved quote, with the link that brings the answers back on another device (QUOTE-10). */
import { createHash } from 'node:crypto'
import type { Quote } from '#db/quotes.ts'
import { quoteMail } from '#documents/mail/quote-mail.ts'
import type { Services } from '#server/context.ts'
import { quoteRecord } from '#server/purchase/build-record.ts'
import { quoteLink } from '#server/quote/quote-link.ts'
import { readQuoteMailRef } from '#server/quote/quote-mail-ref.ts'
import { deliver, sender } from './deliver.ts'

export async function sendQuoteMail(ref: string, services: Services): Promise<void> {
  const { quoteId, to, showsPeople, askedAt } = readQuoteMailRef(ref, services.keys)
  // Others have filled it in while the mail waited: whoever asked for it sees no more of it.
  const isOthers = (quote: Quote | undefined) =>
    askedAt !== undefined && quote?.others_since != null && new Date(askedAt) <= quote.others_since
  const quote = await services.books.findQuote(quoteId)
  const record = quote && quoteRecord(quote)
  if (!quote || !record || isOthers(quote)) return
  const { brand, from, replyTo } = sender(services, quote.brand)
  const link = { quoteId, origin: quote.origin, sidHash: null, showsPeople }
  const continueUrl = await services.transact(async books => {
    // Who fills it in now waits, and takes from this link what it shows.
    const current = await books.lockQuote(quoteId)
    return isOthers(current) ? null : quoteLink(link, books, services.now())
  })
  if (continueUrl === null) return
  const mail = quoteMail(record, brand, { continueUrl })
  // One message a request, however often sending is tried, and by whatever key the request is locked.
  const asked = JSON.stringify([quoteId, to, askedAt])
  const once = createHash('sha256').update(asked).digest('hex').slice(0, 24)
  await deliver(
    { ...mail, messageId: `<quote.${once}@${brand.key}.openroad>`, from, replyTo, to, attachments: [] },
    quoteId,
    services,
  )
}
