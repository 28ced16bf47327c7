/**
 * Builds the RequestContext of a call: brand from the host, browser session from the cookie, quote from a
 * bearer token that matches both.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { brandOfHost, normalizedHost } from '#brands/index.ts'
import { type EndpointName, routes } from '#contract/routes.ts'
import { sessionCookieName } from '#server/access/browser-session.ts'
import type { Dependencies, RequestContext } from '#server/lib/context.ts'
import { hashToken } from '#server/lib/crypto.ts'
import { isUuid } from '#server/lib/uuid.ts'
import { networkOf, normalizedAddress } from './client-network.ts'
import { refuseCall } from './problem-details.ts'

/**
 * Session timeout + 120 s: covers clock skew of the client, so 'Extend Session' in the last second still
 * works.
 */
export const sessionIdleSeconds = (services: Pick<Dependencies, 'config'>): number =>
  services.config.sessionTimeoutSeconds + 120

/** Names the quote that is read together with the session; `bearer` is the quote of the token, if any. */
type BeginsWith = (bearer: string | null) => string | null

/**
 * Context from the request alone: the brand, without session or quote. Null if no brand is served at this
 * host.
 */
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
    // In production the Host header only selects one of the brand's listed hosts.
    origin: config.production ? `https://${normalizedHost(host)}` : `${request.protocol}://${host}`,
    hostname: host.replace(/:\d+$/, ''),
    sessionId: null,
    sidHash: null,
    openedSessionId: null,
    quoteId: null,
    token: null,
    preloaded: null,
    addressPrefix: networkOf(ip),
    ip,
    userAgent: request.headers['user-agent'] ?? '',
  }
}

/**
 * Returns null if no brand is served at this host.
 * @param needsToken without a valid token nothing is read: the call is anonymous and will be refused
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
  // For a client with neither cookie nor token, nothing is read before its rate limit was checked.
  const quoteId = sidHash || claims ? beginsWith(claims?.quoteId ?? null) : null
  const read =
    sidHash || quoteId !== null
      ? await repositories.loadSessionWithQuote(
          { sidHash, quoteId },
          now,
          sessionIdleSeconds(services) * 1000,
        )
      : null
  // A session cookie of another brand's host counts as no session.
  const session = read?.session?.brand === brand.key ? read.session : null
  const fits = claims !== null && (claims.sessionId === null || claims.sessionId === session?.sessionId)
  return {
    ...stranger,
    sessionId: session?.sessionId ?? null,
    sidHash: session?.sidHash ?? null,
    quoteId: fits ? claims.quoteId : null,
    token: fits && claims.sessionId === null ? { level: claims.level, issuedAt: claims.since } : null,
    preloaded: read?.preloaded ? { ...read.preloaded, level: session && read.preloaded.level } : null,
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set on the routes of the contract's calls. */
    call?: EndpointName
  }
  interface FastifyRequest {
    /** Set by the first hook of every call of the contract; other routes have none. */
    visitor: RequestContext
  }
}

/** The call of the contract that this request's route serves. */
export function callOf({ routeOptions }: FastifyRequest): EndpointName {
  const { call } = routeOptions.config
  if (!call) throw new Error(`${routeOptions.url} is no call of the contract`)
  return call
}

/** A text field of a body or query, which may be of any shape. */
export const textField = (source: unknown, name: string): string | undefined => {
  const value: unknown = typeof source === 'object' && source !== null ? Reflect.get(source, name) : undefined
  return typeof value === 'string' ? value : undefined
}

/**
 * Names the quote that is read together with the session, for the calls that are most frequent or repeated.
 * Amend writes by compare-and-set from that state, changes of people included. So a slow body overwrites
 * nothing unseen, and nothing that its sender may no longer see. Bind only uses it to detect a completed
 * sale.
 */
function preloadedQuote(request: FastifyRequest, bearer: string | null): string | null {
  const call = callOf(request)
  if (call === 'quoteAmend' || call === 'quoteBind') return bearer
  const named = call === 'prospectCar' ? textField(request.query, 'id')?.toLowerCase() : undefined
  return named !== undefined && isUuid(named) ? named : null
}

/** Sets `visitor` before the other hooks of a call, and refuses a host without a brand. */
export function addRequestContext(app: FastifyInstance, services: Dependencies): void {
  app.decorateRequest('visitor')
  app.addHook('onRequest', async (request, response) => {
    const visitor = await buildRequestContext(
      request,
      services,
      bearer => preloadedQuote(request, bearer),
      routes[callOf(request)].access === 'bearer',
    )
    if (!visitor) return refuseCall(request, response, { refused: 'UNKNOWN_HOST' }, services)
    request.visitor = visitor
  })
}
