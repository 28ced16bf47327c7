/** POST /vero/prospect/registration: a new prospect of the host's brand, and the link that logs in to it (EDGE-04). */
import { randomUUID } from 'node:crypto'
import { type Handler, reply } from '#server/context.ts'
import { quoteLink } from '#server/quote/quote-link.ts'

export const registration: Handler<'registration'> = async ({ body, visitor }, services) => {
  const { brand, origin, sidHash, bindTo } = visitor
  const now = services.now()
  if (body.source !== undefined && body.source !== brand.key)
    services.log.info('registration-source-differs', { brand: brand.key })
  const id = randomUUID()
  const url = await services.transact(async books => {
    await books.createProspect({ id, brand: brand.key, origin, plate: body.registrationNumber, now })
    const link = await quoteLink({ quoteId: id, origin, sidHash, showsPeople: false }, books, now)
    if (bindTo) await books.bindSession({ sidHash: bindTo, quoteId: id, level: 'CREATED', now })
    await books.record({ quoteId: id, what: 'registered', now })
    return link
  })
  return reply({ source: brand.key, url })
}
