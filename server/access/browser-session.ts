/** Browser session: its cookie, how a new visitor gets one, and what the session-end page clears. */
import type { FastifyReply } from 'fastify'
import { quoteCookie, tokenCookie, verifiedCookie } from '#contract/public-constants.ts'
import type { Config } from '#server/config.ts'
import type { Dependencies, RequestContext } from '#server/lib/context.ts'
import { hashToken, newToken } from '#server/lib/crypto.ts'

/** Browsers accept the __Host- prefix over TLS only, so development uses the plain name. */
export const sessionCookieName = (config: Pick<Config, 'production'>): string =>
  config.production ? '__Host-sid' : 'sid'

export const sessionCookie = (config: Pick<Config, 'production'>, sid: string) =>
  [
    sessionCookieName(config),
    sid,
    { path: '/', httpOnly: true, sameSite: 'lax', secure: config.production },
  ] as const

/** Creates a session of this brand: `sid` is the cookie value, its hash goes to the database. */
export async function beginSession(
  visitor: Pick<RequestContext, 'brand'>,
  { repositories, now }: Pick<Dependencies, 'repositories' | 'now'>,
): Promise<{ readonly sid: string; readonly sidHash: Buffer }> {
  const sid = newToken()
  const sidHash = hashToken(sid)
  await repositories.createSession({ sidHash, brand: visitor.brand.key, now: now() })
  return { sid, sidHash }
}

/** Creates a session, sets its cookie, and returns its hash. */
export async function openSession(
  response: FastifyReply,
  visitor: RequestContext,
  services: Dependencies,
): Promise<Buffer> {
  const { sid, sidHash } = await beginSession(visitor, services)
  response.setCookie(...sessionCookie(services.config, sid))
  return sidHash
}

/**
 * Clears the session for the next user of this browser: page storage and all cookies. The session row is
 * removed too, so a copied cookie is worthless. A payment still open on a card page is settled without the
 * session.
 */
export async function endSession(
  response: FastifyReply,
  { sidHash }: Pick<RequestContext, 'sidHash'>,
  { repositories, config, log }: Pick<Dependencies, 'repositories' | 'config' | 'log'>,
): Promise<void> {
  response.header('clear-site-data', '"storage"')
  const over = { path: '/', secure: config.production, maxAge: 0 } as const
  response.setCookie(sessionCookieName(config), '', { ...over, httpOnly: true, sameSite: 'lax' })
  for (const name of [tokenCookie, quoteCookie, verifiedCookie])
    response.setCookie(name, '', { ...over, sameSite: 'strict' })
  if (sidHash === null) return
  // The browser has lost the session in any case, and the row expires by itself: a database error must not
  // become an error page.
  await repositories.endSession(sidHash).catch((error: unknown) => log.error('session-not-ended', {}, error))
}
