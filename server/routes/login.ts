/** POST /login: exchanges a link token or a return code of one quote for a session token. */
import type { LoginToken } from '#db/repositories/login-tokens.ts'
import type { Quote } from '#db/repositories/quotes.ts'
import type { AccessLevel } from '#journey/access-level.ts'
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
      await namePartner(found, partnerId, now, transactionServices)
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
  const { sidHash } = visitor
  const token = await repositories.redeemLoginToken(tokenHash, quoteId, sidHash, now)
  if (!token) return refuse('NOT_LOGGED_IN')
  const sameSession = sidHash === null ? token.sidHash === null : token.sidHash?.equals(sidHash) === true
  const level = token.outlived ? 'LINKED' : levelBy(token, sameSession)
  const isBack = token.kind === 'return'
  const known = await bindSessionToQuote(visitor, { quoteId, level, now, isBack }, services)
  return { ...reply({ JWT: await sessionToken(quoteId, level, known.visitor, services) }), ...known.cookie }
}

/** A prospect that was registered without a partner id gets it from the first link that carries one. */
async function namePartner(
  { id, source }: Quote,
  partnerId: string,
  now: Date,
  { repositories }: Dependencies,
): Promise<void> {
  if (await repositories.keepPartner(id, partnerId))
    await repositories.record({
      quoteId: id,
      what: 'partner-named',
      now,
      sale: { source, partner_id: partnerId },
    })
}

/**
 * A token from our own mail, sent after the people were entered, shows them; a link that was passed on does
 * not. Mails are checked first: their tokens have no session, like the links of clients without one.
 */
function levelBy(token: LoginToken, sameSession: boolean): AccessLevel {
  if (token.kind === 'documents') return 'BOUGHT'
  if (token.showsPeople) return 'VERIFIED'
  return sameSession ? 'CREATED' : 'LINKED'
}
