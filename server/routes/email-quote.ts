/** Handler of POST /edge/vero/prospects/email-quote: queues the e-mail of the quote, which a job sends. */
import { can } from '#journey/access-level.ts'
import { findAccessLevel } from '#server/access/find-access-level.ts'
import type { Dependencies, Tx } from '#server/lib/dependencies.ts'
import { secondsLeftOfDay } from '#server/lib/durations.ts'
import { type Handler, okResult, problemResult, type RequestContext } from '#server/lib/handler-types.ts'
import { mailCounterKey, maximumMailsPerDay, recipientKey } from '#server/mail/deliver.ts'
import { encryptQuoteMailPayload } from '#server/mail/quote-mail.ts'
import { expireAndGetClosedProblem, isPriced } from '#server/quotes/quote-checks.ts'

export const emailQuote: Handler<'emailQuote'> = async ({ body, caller }, services) => {
  const allowed = await services.withTransaction(tx => checkAllowed(body.id, caller, tx, services.now))
  if ('refused' in allowed) return allowed
  const { askedAt } = allowed
  if (!(await consumeMailLimit(body.id, body.email, services)))
    return problemResult('TOO_MANY_REQUESTS', { retryAfterSeconds: secondsLeftOfDay(askedAt) })
  // No stored row needs this job, so it is in no transaction: if it cannot be queued, the customer sends the form again.
  await services.jobs.put('quote-mail', {
    encrypted: encryptQuoteMailPayload(
      { quoteId: body.id, to: body.email, askedAt: askedAt.toISOString(), askedBy: requesterOf(caller) },
      services.keys,
    ),
  })
  return okResult({ sent: true as const })
}

const requesterOf = ({ sessionId, token }: RequestContext) => ({
  ...(sessionId && { session: sessionId }),
  ...(token?.issuedAt && { logIn: token.issuedAt.toISOString() }),
})

/** The quote is locked: the mail is for a client that may see the current data, not for one that may later. */
async function checkAllowed(quoteId: string, caller: RequestContext, tx: Tx, now: () => Date) {
  const quote = await tx.lockQuote(quoteId)
  const level = await findAccessLevel(caller, quoteId, tx)
  if (!can({ level }, 'emailQuote')) return problemResult('NOT_FOUND')
  const askedAt = now()
  if (!quote || quote.brand !== caller.brand.key) return problemResult('NOT_READY')
  const refused = await expireAndGetClosedProblem(quote, tx, askedAt)
  if (refused) return problemResult(refused)
  return isPriced(quote) ? { askedAt } : problemResult('NOT_READY')
}

/** Counts a mail, unless the address got its mails of the day, or the quote was mailed to enough addresses today. */
async function consumeMailLimit(
  quoteId: string,
  email: string,
  { repositories, config, now }: Dependencies,
): Promise<boolean> {
  const at = now()
  const most = maximumMailsPerDay * config.limitFactor
  const recipient = recipientKey(email)
  const pair = `mail|${quoteId}|${recipient}`
  const mails = mailCounterKey(recipient)
  if ((await repositories.readCounter(mails, 'day', at)) >= most) return false
  // A recipient is known once a mail was sent to the address; a rejected address is rejected again.
  const isKnown = (await repositories.readCounter(pair, 'day', at)) > 0
  if (!isKnown && (await repositories.incrementCounter(`mail|quote|${quoteId}`, 'day', at)) > most)
    return false
  if ((await repositories.incrementCounter(mails, 'day', at)) > most) return false
  await repositories.incrementCounter(pair, 'day', at)
  return true
}
