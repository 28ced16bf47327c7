/** Handlers of log-in, session extension and captcha. */
import { grantCaptchaPass } from '#server/access/captcha.ts'
import { accessLevelsByLoginToken, sessionCookieOf } from '#server/access/find-access-level.ts'
import { createSessionToken, logInSession } from '#server/access/log-in.ts'
import { hashToken, newToken } from '#server/lib/crypto.ts'
import type { Tx, WithoutPartners } from '#server/lib/dependencies.ts'
import {
  emptyResult,
  type Handler,
  type HandlerResult,
  okResult,
  problemResult,
  type RequestContext,
} from '#server/lib/handler-types.ts'
import { isUuid } from '#server/lib/is-uuid.ts'

export const login: Handler<'login'> = async ({ body, query, caller }, services) => {
  const quoteId = (body?.user_id ?? query.user_id ?? '').toLowerCase()
  const password = body?.password ?? query.password ?? ''
  const partnerId = body?.partnerId ?? query.partnerId
  if (!isUuid(quoteId) || password === '') return problemResult('NOT_LOGGED_IN')
  const now = services.now()
  const found = await services.repositories.findQuote(quoteId)
  // For an unknown quote the look-up uses a random token, so that timing does not reveal which quotes exist.
  const tokenHash = hashToken(found?.brand === caller.brand.key ? password : newToken())
  return services.withTransaction(async tx => {
    const result = await logIn(tokenHash, quoteId, now, caller, tx, services)
    if ('reply' in result && found && partnerId !== undefined) await namePartner(found.id, partnerId, now, tx)
    return result
  })
}

async function logIn(
  tokenHash: Buffer,
  quoteId: string,
  now: Date,
  caller: RequestContext,
  tx: Tx,
  services: WithoutPartners,
): Promise<HandlerResult<'login'>> {
  await tx.lockQuote(quoteId)
  const token = await tx.redeemLoginToken(tokenHash, quoteId, sessionCookieOf(caller), now)
  if (!token) return problemResult('NOT_LOGGED_IN')
  const levels = accessLevelsByLoginToken(token)
  const isBack = token.kind === 'return'
  const known = await logInSession(caller, { quoteId, level: levels.session, now, isBack }, tx)
  if (token.kind === 'link' && token.showsPeople)
    await tx.countSalesEvent({ quoteId, event: 'retrieved', detail: 'mail', now })
  const JWT = await createSessionToken(quoteId, levels.token, known.caller, services)
  return { ...okResult({ JWT }), ...known.cookie }
}

/** A prospect that was registered without a partner id gets it from the first link that carries one. */
async function namePartner(quoteId: string, partnerId: string, now: Date, tx: Tx): Promise<void> {
  if (!(await tx.assignPartner(quoteId, partnerId))) return
  await tx.recordAuditEvent({ quoteId, what: 'partner-named', now })
  await tx.countSalesEvent({ quoteId, event: 'partner-named', now })
}

export const session: Handler<'session'> = async ({ quoteId, caller }, services) => {
  const { level, issuedAt } = caller.token ?? { level: 'VIEW_SUMMARY', issuedAt: null }
  return okResult({ JWT: await createSessionToken(quoteId, level, caller, services, issuedAt) })
}

/** Empty if the configured captcha uses no puzzles. */
export const captchaChallenge: Handler<'captchaChallenge'> = async ({ query, caller }, { captcha }) => {
  const challenge = await captcha.challenge({ use: query.use ?? 'invisible', hostname: caller.hostname })
  return challenge ? okResult(challenge) : emptyResult
}

export const validateRecaptcha: Handler<'validateRecaptcha'> = async ({ query, caller }, services) => {
  const pass = await grantCaptchaPass(query.captchaRequest, caller, services)
  return pass ? { ...okResult({ verified: true as const }), ...pass } : problemResult('CAPTCHA_REQUIRED')
}
