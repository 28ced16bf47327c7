/** POST /vero/prospects/email-quote: keeps a mail for sending and answers; the job sends it (EDGE-11, QUOTE-10, T21). */

import { levelFor, seesPeople } from '#server/authority.ts'
import { type Handler, refuse, reply } from '#server/context.ts'
import { openQuote } from '#server/quote-at-hand.ts'
import { quoteMailRef } from '#server/quote-mail.ts'
import { hashToken } from '#server/secrets.ts'

const day = 86_400_000
/** Recipients a quote, and mails a recipient. */
const mostADay = 3

export const emailQuote: Handler<'emailQuote'> = async ({ body, visitor }, services) => {
  const level = await levelFor(visitor, body.id, services)
  if (!seesPeople(level)) return refuse('NOT_FOUND')
  const open = await openQuote(body.id, visitor, services)
  if ('refused' in open || !open.quote.insurer_quote) return refuse('NOT_READY')
  const now = services.now()
  const recipient = hashToken(body.email.toLowerCase()).toString('base64url')
  const count = (what: string) => services.books.countEvent(`mail|${what}`, day, now)
  const isNew = (await count(`${body.id}|${recipient}`)) === 1
  const recipients = isNew ? await count(`quote|${body.id}`) : 0
  if (recipients > mostADay || (await count(`recipient|${recipient}`)) > mostADay)
    return refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: 3600 })
  await services.jobs.put(
    'quote-mail',
    quoteMailRef(
      { quoteId: body.id, to: body.email, showsPeople: true, askedAt: now.toISOString() },
      services.keys,
    ),
  )
  return reply({ sent: true as const })
}
