/** POST /vero/prospects/email-quote: keeps a mail for sending and answers; the job sends it (EDGE-11, QUOTE-10, T21). */
import { levelFor, seesPeople } from '#server/access/access-control.ts'
import { type Handler, refuse, reply, type Services, type Visitor } from '#server/lib/context.ts'
import { secondsLeftOfDay } from '#server/lib/durations.ts'
import { mailsTo, mostMailsADay, recipientOf } from '#server/mail/daily-mail-limit.ts'
import { quoteMailRef } from '#server/mail/quote-mail-job.ts'
import { isPriced, openQuote } from '#server/quotes/editable-quote.ts'

export const emailQuote: Handler<'emailQuote'> = async ({ body, visitor }, services) => {
  const askedAt = await whenAllowed(body.id, visitor, services)
  if (!askedAt) return refuse('NOT_FOUND')
  const open = await openQuote(body.id, visitor, services)
  if ('refused' in open) return refuse(open.refused)
  if (!isPriced(open.quote)) return refuse('NOT_READY')
  if (!(await mayReach(body.id, body.email, services)))
    return refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: secondsLeftOfDay(askedAt) })
  await services.jobs.put(
    'quote-mail',
    quoteMailRef(
      {
        quoteId: body.id,
        to: body.email,
        askedAt: askedAt.toISOString(),
        askedBy: askerOf(visitor),
      },
      services.keys,
    ),
  )
  return reply({ sent: true as const })
}

const askerOf = ({ firstHash, bearerSince }: Visitor) => ({
  ...(firstHash && { session: firstHash.toString('base64url') }),
  ...(bearerSince && { logIn: bearerSince.toISOString() }),
})

/** When the right to it was found, with the quote locked: the mail is for who may see it now, not for who comes in after. */
const whenAllowed = (quoteId: string, visitor: Visitor, services: Services): Promise<Date | null> =>
  services.transact(async books => {
    await books.lockQuote(quoteId)
    const level = await levelFor(visitor, quoteId, { ...services, books })
    return seesPeople(level) ? services.now() : null
  })

/** Counts one more mail of this quote to this address, unless it is one too many. */
async function mayReach(quoteId: string, email: string, { books, config, now }: Services): Promise<boolean> {
  const at = now()
  const most = mostMailsADay * config.limitFactor
  const recipient = recipientOf(email)
  const pair = `mail|${quoteId}|${recipient}`
  const mails = mailsTo(recipient)
  if ((await books.eventCount(mails, 'day', at)) >= most) return false
  // A recipient is known once something was sent to them: who was refused is refused again.
  const isKnown = (await books.eventCount(pair, 'day', at)) > 0
  if (!isKnown && (await books.countEvent(`mail|quote|${quoteId}`, 'day', at)) > most) return false
  if ((await books.countEvent(mails, 'day', at)) > most) return false
  await books.countEvent(pair, 'day', at)
  return true
}
