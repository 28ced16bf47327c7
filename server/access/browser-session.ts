/** The browser session: its cookie, how a new client gets one, and what the session-end page clears. */
import type { FastifyReply } from 'fastify'
import { captchaPassedCookie, quoteCookie, sessionTokenCookie } from '#contract/tokens-and-cookies.ts'
import type { SessionCookie } from '#db/repositories/sessions.ts'
import type { Config } from '#server/config.ts'
import { hashToken, newToken } from '#server/lib/crypto.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import type { RequestContext } from '#server/lib/handler-types.ts'
import { sessionCookieOf } from './find-access-level.ts'

/** Browsers accept the __Host- prefix over TLS only, so development uses the plain name. */
export const sessionCookieName = (config: Pick<Config, 'production'>): string =>
  config.production ? '__Host-sid' : 'sid'

export const sessionCookie = (config: Pick<Config, 'production'>, sid: string) =>
  [
    sessionCookieName(config),
    sid,
    { path: '/', httpOnly: true, sameSite: 'lax', secure: config.production },
  ] as const

/** Two minutes more than the page waits, so that 'Extend Session' in the last second still works. */
export const sessionIdleSeconds = (services: Pick<Dependencies, 'config'>): number =>
  services.config.sessionTimeoutSeconds + 120

export async function createBrowserSession(
  caller: Pick<RequestContext, 'brand'>,
  { repositories, now }: Pick<Dependencies, 'repositories' | 'now'>,
): Promise<SessionCookie & { readonly sid: string }> {
  const sid = newToken()
  const sidHash = hashToken(sid)
  const sessionId = await repositories.createSession({ sidHash, brand: caller.brand.key, now: now() })
  return { sid, sidHash, sessionId }
}

export async function createSessionWithCookie(
  response: FastifyReply,
  caller: RequestContext,
  services: Dependencies,
): Promise<SessionCookie> {
  const { sid, ...session } = await createBrowserSession(caller, services)
  response.setCookie(...sessionCookie(services.config, sid))
  return session
}

/** Clears page storage, cookies and session row. A payment still open on a card page is settled without it. */
export async function endSession(
  response: FastifyReply,
  caller: Pick<RequestContext, 'sessionId' | 'sidHash'>,
  { repositories, config, log }: Pick<Dependencies, 'repositories' | 'config' | 'log'>,
): Promise<void> {
  response.header('clear-site-data', '"storage"')
  const over = { path: '/', secure: config.production, maxAge: 0 } as const
  response.setCookie(sessionCookieName(config), '', { ...over, httpOnly: true, sameSite: 'lax' })
  for (const name of [sessionTokenCookie, quoteCookie, captchaPassedCookie])
    response.setCookie(name, '', { ...over, sameSite: 'strict' })
  const cookie = sessionCookieOf(caller)
  if (cookie === null) return
  // The row expires by itself: a database error must not become an error page.
  await repositories.endSession(cookie).catch((error: unknown) => log.error('session-not-ended', {}, error))
}
