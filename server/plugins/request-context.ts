/**
 * Builds the RequestContext of a call: brand from the host, browser session from the cookie, quote from a
 * bearer token that matches both.
 */
import type { FastifyRequest } from 'fastify'
import { brandOfHost, normalizedHost } from '#brands/index.ts'
import { sessionCookieName } from '#server/access/browser-session.ts'
import type { Dependencies, RequestContext } from '#server/lib/context.ts'
import { hashToken } from '#server/lib/crypto.ts'
import { networkOf, normalizedAddress } from './client-network.ts'

/** As long as the page waits, and longer than a page's clock may be behind ours: who extends at its last second is not too late. */
export const sessionIdleSeconds = (services: Pick<Dependencies, 'config'>): number =>
  services.config.sessionTimeoutSeconds + 120

/** The quote a call begins with; it is read together with the session. `bearer` is the one a token speaks of. */
type BeginsWith = (bearer: string | null) => string | null

/** Who asks as far as the request alone tells: nobody, at a brand. Null when none is served at the host that was asked for. */
export function anonymousContext(
  request: FastifyRequest,
  { config, brands }: Pick<Dependencies, 'config' | 'brands'>,
): RequestContext | null {
  const host = request.headers.host ?? ''
  const brand = brandOfHost(brands, host, config.production)
  if (!brand) return null
  const ip = normalizedAddress(request.ip)
  return {
    brand,
    // Of the Host header production believes no more than which of a brand's listed hosts was asked for.
    origin: config.production ? `https://${normalizedHost(host)}` : `${request.protocol}://${host}`,
    hostname: host.replace(/:\d+$/, ''),
    sidHash: null,
    originalSidHash: null,
    bindSessionHash: null,
    quoteId: null,
    tokenLevel: null,
    tokenIssuedAt: null,
    preloaded: null,
    addressPrefix: networkOf(ip),
    ip,
    userAgent: request.headers['user-agent'] ?? '',
  }
}

/**
 * Null when no brand is served at the host that was asked for.
 * @param needsToken nothing is read for a request without a valid one: it is a stranger's, and is refused
 */
export async function buildRequestContext(
  request: FastifyRequest,
  services: Dependencies,
  beginsWith: BeginsWith = () => null,
  needsToken = false,
): Promise<RequestContext | null> {
  const stranger = anonymousContext(request, services)
  if (!stranger) return null
  const { brand } = stranger
  const { config, repositories, tokens } = services
  const now = services.now()
  const sid = request.cookies[sessionCookieName(config)]
  const sidHash = sid === undefined ? null : hashToken(sid)
  const claims = await tokens.read(request.headers.authorization, brand.key, now)
  if (needsToken && claims === null) return stranger
  // For who brings neither cookie nor token nothing is read before the limits have counted them.
  const quoteId = sidHash || claims ? beginsWith(claims?.quoteId ?? null) : null
  const read =
    sidHash || quoteId !== null
      ? await repositories.readAtDoor({ sidHash, quoteId }, now, sessionIdleSeconds(services) * 1000)
      : null
  // A cookie carried over from another brand's host is nobody here.
  const session = read?.session?.brand === brand.key ? read.session : null
  const fits =
    claims !== null &&
    (claims.sidHash === null || (session !== null && claims.sidHash.equals(session.originalSidHash)))
  return {
    ...stranger,
    sidHash: session?.sidHash ?? null,
    originalSidHash: session?.originalSidHash ?? null,
    bindSessionHash: session?.sidHash ?? null,
    quoteId: fits ? claims.quoteId : null,
    tokenLevel: fits && claims.sidHash === null ? claims.level : null,
    tokenIssuedAt: fits && claims.sidHash === null ? claims.since : null,
    preloaded: read?.atHand ? { ...read.atHand, level: session && read.atHand.level } : null,
  }
}
