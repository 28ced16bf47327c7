/** Browser session: its cookie, how a new visitor gets one, and what the session-end page clears. */
import type { FastifyReply } from 'fastify'
import { quoteCookie, tokenCookie, verifiedCookie } from '#contract/public-constants.ts'
import type { Config } from '#server/config.ts'
import type { Dependencies, RequestContext } from '#server/lib/context.ts'
import { hashToken, newToken } from '#server/lib/crypto.ts'

/** The host prefix is honoured over TLS only, so development uses the plain name. */
export const sessionCookieName = (config: Pick<Config, 'production'>): string =>
  config.production ? '__Host-sid' : 'sid'

export const sessionCookie = (config: Pick<Config, 'production'>, sid: string) =>
  [
    sessionCookieName(config),
    sid,
    { path: '/', httpOnly: true, sameSite: 'lax', secure: config.production },
  ] as const

/** A new session of this brand: `sid` for the cookie, its hash for the books. */
export async function beginSession(
  visitor: Pick<RequestContext, 'brand'>,
  { repositories, now }: Pick<Dependencies, 'repositories' | 'now'>,
): Promise<{ readonly sid: string; readonly sidHash: Buffer }> {
  const sid = newToken()
  const sidHash = hashToken(sid)
  await repositories.createSession({ sidHash, brand: visitor.brand.key, now: now() })
  return { sid, sidHash }
}

/** The same with its cookie in the answer; its hash. */
export async function openSession(
  answer: FastifyReply,
  visitor: RequestContext,
  services: Dependencies,
): Promise<Buffer> {
  const { sid, sidHash } = await beginSession(visitor, services)
  answer.setCookie(...sessionCookie(services.config, sid))
  return sidHash
}

/**
 * Whoever sits down at this browser next finds nothing of the session: what its pages stored is gone, and every cookie. Nor
 * is there anything behind the cookie for who has copied it. What is still paid on a card page is heard of without it.
 */
export async function endSession(
  answer: FastifyReply,
  { sidHash }: Pick<RequestContext, 'sidHash'>,
  { repositories, config, log }: Pick<Dependencies, 'repositories' | 'config' | 'log'>,
): Promise<void> {
  answer.header('clear-site-data', '"storage"')
  const over = { path: '/', secure: config.production, maxAge: 0 } as const
  answer.setCookie(sessionCookieName(config), '', { ...over, httpOnly: true, sameSite: 'lax' })
  for (const name of [tokenCookie, quoteCookie, verifiedCookie])
    answer.setCookie(name, '', { ...over, sameSite: 'strict' })
  if (sidHash === null) return
  // This browser has lost it in any case, and its time ends it: that is no reason to show an error instead.
  await repositories.endSession(sidHash).catch((error: unknown) => log.error('session-not-ended', {}, error))
}
