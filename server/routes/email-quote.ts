/** POST /vero/prospects/email-quote: stores a mail and responds; a job sends it. */
import { can } from '#journey/access-level.ts'
import { accessLevelFor } from '#server/access/access-control.ts'
import { type Dependencies, type Handler, type RequestContext, refuse, reply } from '#server/lib/context.ts'
import { secondsLeftOfDay } from '#server/lib/durations.ts'
import { mailCounterKey, maximumMailsPerDay, recipientKey } from '#server/mail/daily-mail-limit.ts'
import { encryptQuoteMailPayload } from '#server/mail/quote-mail-payload.ts'
import { isPriced, requireEditableQuote } from '#server/quotes/editable-quote.ts'

export const emailQuote: Handler<'emailQuote'> = async ({ body, visitor }, services) => {
  const askedAt = await whenAllowed(body.id, visitor, services)
  if (!askedAt) return refuse('NOT_FOUND')
  const open = await requireEditableQuote(body.id, visitor, services)
  if ('refused' in open) return refuse(open.refused)
  if (!isPriced(open.quote)) return refuse('NOT_READY')
  if (!(await mayReach(body.id, body.email, services)))
    return refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: secondsLeftOfDay(askedAt) })
  await services.jobs.put('quote-mail', {
    encrypted: encryptQuoteMailPayload(
      { quoteId: body.id, to: body.email, askedAt: askedAt.toISOString(), askedBy: askerOf(visitor) },
      services.keys,
    ),
  })
  return reply({ sent: true as const })
}

const askerOf = ({ sessionId, token }: RequestContext) => ({
  ...(sessionId && { session: sessionId }),
  ...(token?.issuedAt && { logIn: token.issuedAt.toISOString() }),
})

/**
 * Checks the right with the quote locked: the mail is for a visitor who may see the current data, not for
 * one who gains access later.
 */
const whenAllowed = (
  quoteId: string,
  visitor: RequestContext,
  services: Dependencies,
): Promise<Date | null> =>
  services.withTransaction(async repositories => {
    await repositories.lockQuote(quoteId)
    const level = await accessLevelFor(visitor, quoteId, { repositories })
    return can({ level }, 'emailQuote') ? services.now() : null
  })

/** Counts one more mail of this quote to this address, unless the limit is reached. */
async function mayReach(
  quoteId: string,
  email: string,
  { repositories, config, now }: Dependencies,
): Promise<boolean> {
  const at = now()
  const most = maximumMailsPerDay * config.limitFactor
  const recipient = recipientKey(email)
  const pair = `mail|${quoteId}|${recipient}`
  const mails = mailCounterKey(recipient)
  if ((await repositories.eventCount(mails, 'day', at)) >= most) return false
  // A recipient is known once a mail was sent to the address; a refused address is refused again.
  const isKnown = (await repositories.eventCount(pair, 'day', at)) > 0
  if (!isKnown && (await repositories.countEvent(`mail|quote|${quoteId}`, 'day', at)) > most) return false
  if ((await repositories.countEvent(mails, 'day', at)) > most) return false
  await repositories.countEvent(pair, 'day', at)
  return true
}
