/** POST /login: exchanges a link token or a return code of one quote for a session token. */
import { cookieOf, levelsByLoginToken } from '#server/access/access-control.ts'
import { bindSessionToQuote, sessionToken } from '#server/access/log-in.ts'
import {
  type Dependencies,
  type Handler,
  type HandlerResult,
  type RequestContext,
  refuse,
  reply,
} from '#server/lib/context.ts'
import { hashToken, newToken } from '#server/lib/crypto.ts'
import { isUuid } from '#server/lib/uuid.ts'

export const login: Handler<'login'> = async ({ body, query, visitor }, services) => {
  const quoteId = (body?.user_id ?? query.user_id ?? '').toLowerCase()
  const password = body?.password ?? query.password ?? ''
  const partnerId = body?.partnerId ?? query.partnerId
  if (!isUuid(quoteId) || password === '') return refuse('NOT_LOGGED_IN')
  const now = services.now()
  const found = await services.repositories.findQuote(quoteId)
  // For an unknown quote the look-up uses a random token, so that timing does not reveal which quotes exist.
  const tokenHash = hashToken(found?.brand === visitor.brand.key ? password : newToken())
  return services.withTransaction(async repositories => {
    const transactionServices = { ...services, repositories }
    const result = await logIn(tokenHash, quoteId, now, visitor, transactionServices)
    if ('reply' in result && found && partnerId !== undefined)
      await namePartner(found.id, partnerId, now, transactionServices)
    return result
  })
}

async function logIn(
  tokenHash: Buffer,
  quoteId: string,
  now: Date,
  visitor: RequestContext,
  services: Dependencies,
): Promise<HandlerResult<'login'>> {
  const { repositories } = services
  await repositories.lockQuote(quoteId)
  const token = await repositories.redeemLoginToken(tokenHash, quoteId, cookieOf(visitor), now)
  if (!token) return refuse('NOT_LOGGED_IN')
  const levels = levelsByLoginToken(token)
  const isBack = token.kind === 'return'
  const known = await bindSessionToQuote(visitor, { quoteId, level: levels.session, now, isBack }, services)
  if (token.kind === 'link' && token.showsPeople)
    await repositories.countSale({ quoteId, event: 'retrieved', detail: 'mail', now })
  const JWT = await sessionToken(quoteId, levels.token, known.caller, services)
  return { ...reply({ JWT }), ...known.cookie }
}

/** A prospect that was registered without a partner id gets it from the first link that carries one. */
async function namePartner(
  quoteId: string,
  partnerId: string,
  now: Date,
  { repositories }: Dependencies,
): Promise<void> {
  if (!(await repositories.keepPartner(quoteId, partnerId))) return
  await repositories.record({ quoteId, what: 'partner-named', now })
  await repositories.countSale({ quoteId, event: 'partner-named', now })
}
