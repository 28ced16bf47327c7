/** The job that mails a saved quote, with a link that restores the answers on another device. */
import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { requireBrand } from '#brands/index.ts'
import type { Quote } from '#db/repositories/quotes.ts'
import type { Repositories } from '#db/repositories.ts'
import type { Schema } from '#db/schema.ts'
import { quoteMail } from '#documents/mail/quote-mail.ts'
import { can } from '#journey/access-level.ts'
import { parseStoredText, type Stored } from '#journey/database-json-schemas.ts'
import { closedQuoteProblem } from '#journey/purchase-states.ts'
import { createQuoteLink } from '#server/access/log-in.ts'
import { encryptedPayloadOf, type QueueCommands } from '#server/jobs/manage-jobs.ts'
import { decrypt, encrypt, hmac, type Keys } from '#server/lib/crypto.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import { buildQuoteRecord } from '#server/purchase/build-records.ts'
import { expireQuoteIfDue, isPriced } from '#server/quotes/quote-checks.ts'
import { deliver, retryWhileBindingSeconds } from './deliver.ts'

const quoteMailPayload = z.looseObject({
  quoteId: z.uuid(),
  to: z.string(),
  /** ISO instant. */
  askedAt: z.string(),
  /** The id of the session that asked, or the log-in time of a client without one. */
  askedBy: z.looseObject({ session: z.exactOptional(z.string()), logIn: z.exactOptional(z.string()) }),
})
export type QuoteMailPayload = Stored<typeof quoteMailPayload>

/** The additional authenticated data; `npm run ops -- rotate-keys` encrypts the payload again with the same. */
export const quoteMailAad = 'job|quote-mail'

export const encryptQuoteMailPayload = (mail: QuoteMailPayload, keys: Keys): string =>
  encrypt(keys, quoteMailAad, JSON.stringify(mail))

export const decryptQuoteMailPayload = (encrypted: string, keys: Keys): QuoteMailPayload =>
  parseStoredText(quoteMailPayload, decrypt(keys, quoteMailAad, encrypted), 'the payload of a quote mail')

/** True if another person took over the quote while the e-mail waited. The requester must then not see it. */
async function isOthers(
  { id, ownership_changed_at: changedAt, ownership_changed_by_log_in: changedBy }: Quote,
  { askedAt, askedBy }: QuoteMailPayload,
  repositories: Repositories,
): Promise<boolean> {
  if (changedAt === null || new Date(askedAt) > changedAt) return false
  // Unless the same person continued: their session has access, or their log-in saved the answers.
  if (askedBy.session !== undefined)
    return !can({ level: await repositories.findAccessLevelOfSession(askedBy.session, id) }, 'emailQuote')
  return askedBy.logIn === undefined || askedBy.logIn !== changedBy?.toISOString()
}

export async function sendQuoteMail(encrypted: string, services: Dependencies): Promise<void> {
  const mail = decryptQuoteMailPayload(encrypted, services.keys)
  const { quoteId, to, askedAt } = mail
  const quote = await services.repositories.findQuote(quoteId)
  const record = quote && buildQuoteRecord(quote)
  if (!quote || !record) return
  const drop = (why: string) =>
    services.repositories.recordAuditEvent({ quoteId, what: `quote-mail-${why}`, now: services.now() })
  if (await isOthers(quote, mail, services.repositories)) return drop('others')
  const refused = closedQuoteProblem(await expireQuoteIfDue(quote, services.repositories, services.now()))
  // The insurer may still reject it; then it is a quote again.
  if (refused === 'BIND_PENDING')
    return services.jobs.put('quote-mail', { encrypted }, retryWhileBindingSeconds)
  if (refused !== null) return drop('over')
  // The insurer has a different price, perhaps for other answers: the mail must not name ours.
  if (!isPriced(quote)) return drop('unpriced')
  const brand = requireBrand(services.brands, quote.brand)
  // The person who asked saw these answers, so the link may show them too.
  const asked = JSON.stringify([quoteId, to, askedAt])
  const link = {
    quoteId,
    origin: quote.origin,
    sessionId: null,
    showsPeople: true,
    // Derived from the request: every retry sends the same link, and stores one token.
    token: hmac(services.keys, `quote-mail|${asked}`),
  }
  const continueUrl = await services.withTransaction(async tx => {
    // A save of other people waits for this lock, and then revokes this link.
    const current = await tx.lockQuote(quoteId)
    return !current || (await isOthers(current, mail, tx)) ? null : createQuoteLink(link, tx, services.now())
  })
  if (continueUrl === null) return drop('others')
  // One message per request, however often it is retried and whichever key encrypts it.
  const once = createHash('sha256').update(asked).digest('hex').slice(0, 24)
  const content = quoteMail(record, brand, { continueUrl })
  const isSent = await deliver(
    { quoteId, brand, name: `quote.${once}`, to, content, kind: 'quote-mail' },
    services,
  )
  if (!isSent) return
  // The mail is out: a count that fails must not send it again.
  await services.repositories
    .countSalesEvent({ quoteId, event: 'emailed', now: services.now() })
    .catch((error: unknown) => services.log.error('sales-count', { quoteId }, error))
}

/**
 * Deletes the waiting mails of the quote: given-up jobs would keep the recipients for weeks.
 * @returns ids of the jobs that could not be decrypted, and whose quote is therefore unknown
 */
export async function deleteQueuedMails(
  tx: Kysely<Schema>,
  quoteId: string,
  jobs: QueueCommands,
  keys: Keys,
): Promise<string[]> {
  const unreadable: string[] = []
  for (const job of await jobs.all(['quote-mail'], tx)) {
    if (job.state === 'active') continue
    const mailedQuoteId = quoteIdIn(encryptedPayloadOf(job), keys)
    if (mailedQuoteId === null) unreadable.push(job.id)
    if (mailedQuoteId === quoteId) await jobs.delete([job], tx)
  }
  return unreadable
}

/** Null if the payload cannot be decrypted, or has another form. */
function quoteIdIn(encrypted: string, keys: Keys): string | null {
  try {
    return decryptQuoteMailPayload(encrypted, keys).quoteId
  } catch {
    return null
  }
}
