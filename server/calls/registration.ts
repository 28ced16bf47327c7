/** POST /vero/prospect/registration: a new prospect of the host's brand, and the link that logs in to it (EDGE-04). */
import { randomUUID } from 'node:crypto'
import { type Handler, reply } from '#server/context.ts'
import { hashToken, newToken } from '#server/secrets.ts'

/** A day more than the quote, whose last day lasts until midnight. */
const linkDays = 31

export const registration: Handler<'registration'> = async ({ body, visitor }, services) => {
  const { brand, origin, sidHash, bindTo } = visitor
  const now = services.now()
  if (body.source !== undefined && body.source !== brand.key)
    services.log.info('registration-source-differs', { brand: brand.key })
  const id = randomUUID()
  const token = newToken()
  await services.transact(async books => {
    await books.createProspect({ id, brand: brand.key, origin, plate: body.registrationNumber, now })
    await books.keepLoginToken({
      tokenHash: hashToken(token),
      quoteId: id,
      kind: 'link',
      sidHash,
      showsPeople: false,
      expiresAt: new Date(now.getTime() + linkDays * 86_400_000),
    })
    if (bindTo) await books.bindSession({ sidHash: bindTo, quoteId: id, level: 'CREATED', now })
    await books.record({ quoteId: id, what: 'registered', now })
  })
  return reply({ source: brand.key, url: `${origin}/vehicle?id=${id}&token=${token}` })
}
