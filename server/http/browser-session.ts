/** The browser session: the cookie that carries it, and how a visitor who has none is given one. */
import type { FastifyReply } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Services, Visitor } from '#server/context.ts'
import { hashToken, newToken } from '#server/secrets.ts'

/** The host prefix is honoured over TLS only, so development uses the plain name. */
export const sidCookieName = (config: Pick<Config, 'production'>): string =>
  config.production ? '__Host-sid' : 'sid'

export const sidCookie = (config: Pick<Config, 'production'>, sid: string) =>
  [
    sidCookieName(config),
    sid,
    { path: '/', httpOnly: true, sameSite: 'lax', secure: config.production },
  ] as const

/** A new session of this brand, with its cookie in the answer; its hash. */
export async function openSession(
  answer: FastifyReply,
  visitor: Visitor,
  services: Services,
): Promise<Buffer> {
  const sid = newToken()
  const sidHash = hashToken(sid)
  const { brand, addressPrefix } = visitor
  await services.books.createSession({ sidHash, brand: brand.key, addressPrefix, now: services.now() })
  answer.setCookie(...sidCookie(services.config, sid))
  return sidHash
}
