/** POST /vero/prospects/email-quote: keeps a mail for sending and answers; the job sends it (EDGE-11, QUOTE-10, T21). */

import { levelAtLeast } from '#journey/session-level.ts'
import { levelFor, seesPeople } from '#server/authority.ts'
import { type Handler, refuse, reply } from '#server/context.ts'
import { hashToken } from '#server/secrets.ts'
import { openQuote } from '../quote-at-hand.ts'
import { quoteMailRef } from '../quote-mail.ts'

const day = 86_400_000
const mailsADay = { quote: 10, recipient: 5 }

export const emailQuote: Handler<'emailQuote'> = async ({ body, visitor }, services) => {
  const level = await levelFor(visitor, body.id, services)
  if (!levelAtLeast(level, 'LINKED')) return refuse('NOT_FOUND')
  const open = await openQuote(body.id, visitor, services)
  if ('refused' in open || !open.quote.insurer_quote) return refuse('NOT_READY')
  const now = services.now()
  const recipient = hashToken(body.email.toLowerCase()).toString('base64url')
  const counts = await Promise.all([
    services.books.countEvent(`mail|quote|${body.id}`, day, now),
    services.books.countEvent(`mail|recipient|${recipient}`, day, now),
  ])
  if (counts[0] > mailsADay.quote || counts[1] > mailsADay.recipient)
    return refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: 3600 })
  await services.jobs.put(
    'quote-mail',
    quoteMailRef({ quoteId: body.id, to: body.email, showsPeople: seesPeople(level) }, services.keys),
  )
  return reply({ sent: true as const })
}
