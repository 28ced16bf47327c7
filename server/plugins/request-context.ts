/** Hook that sets the RequestContext of a call from host, cookie and token, and loads the quote of some calls. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { brandOfHost, normalizedHost } from '#brands/index.ts'
import { type EndpointName, routes } from '#contract/routes.ts'
import { sessionCookieName, sessionIdleSeconds } from '#server/access/browser-session.ts'
import { accessLevelByToken, higherLevel } from '#server/access/find-access-level.ts'
import { normalizedAddress, stableNetworkPrefix } from '#server/lib/client-network.ts'
import { hashToken } from '#server/lib/crypto.ts'
import type { Dependencies, TokenClaims } from '#server/lib/dependencies.ts'
import { type QuoteAccess, quoteIdSourceByCall, type RequestContext } from '#server/lib/handler-types.ts'
import { isUuid } from '#server/lib/is-uuid.ts'
import { rejectCall } from './problem-details.ts'

/** A context of the brand alone, without session or quote; null if no brand is served at this host. */
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
    addressPrefix: stableNetworkPrefix(ip),
    ip,
    userAgent: request.headers['user-agent'] ?? '',
  }
}

interface Identified {
  readonly caller: RequestContext
  /** Null if the call reads no quote, or there is none of this id and brand. */
  readonly quoteAccess: QuoteAccess | null
}

/** @param call of the contract; none for a page */
export async function identifyCaller(
  request: FastifyRequest,
  anonymous: RequestContext,
  services: Dependencies,
  call?: EndpointName,
): Promise<Identified> {
  const nobody = { caller: anonymous, quoteAccess: null }
  const { brand } = anonymous
  const now = services.now()
  const sid = request.cookies[sessionCookieName(services.config)]
  const sidHash = sid === undefined ? null : hashToken(sid)
  const claims = await services.tokens.verify(request.headers.authorization, brand.key, now)
  // The call will be rejected, so nothing is read.
  if (call && routes[call].access === 'bearer' && claims === null) return nobody
  const quoteId = call ? quoteToRead(call, request, claims) : null
  if (sidHash === null && quoteId === null) return { ...nobody, caller: withClaims(anonymous, claims) }
  const idleMs = sessionIdleSeconds(services) * 1000
  const read = await services.repositories.loadSessionWithQuote({ sidHash, quoteId }, now, idleMs)
  // A session cookie of another brand's host counts as no session.
  const session = read.session?.brand === brand.key ? read.session : null
  const { sessionId = null, sidHash: sentHash = null } = session ?? {}
  const caller = withClaims({ ...anonymous, sessionId, sidHash: sentHash }, claims)
  const { quote } = read
  if (quote?.brand !== brand.key) return { caller, quoteAccess: null }
  const level = higherOfBoth(session && read.level, caller, quote)
  return { caller, quoteAccess: { quote, level } }
}

/** Adds the token's quote and level to the caller, unless the token belongs to another session. */
function withClaims(caller: RequestContext, claims: TokenClaims | null): RequestContext {
  if (claims === null || (claims.sessionId !== null && claims.sessionId !== caller.sessionId)) return caller
  const { quoteId, level, since } = claims
  return { ...caller, quoteId, token: claims.sessionId === null ? { level, issuedAt: since } : null }
}

/** The higher one of the levels by session and by token. */
const higherOfBoth = (
  bySession: QuoteAccess['level'],
  { token, quoteId }: RequestContext,
  quote: QuoteAccess['quote'],
) => (token && quoteId === quote.id ? higherLevel(bySession, accessLevelByToken(token, quote)) : bySession)

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: EndpointName
  }
  interface FastifyRequest {
    /** Set by the first hook of every call of the contract; other routes have none. */
    caller: RequestContext
    /** Of the calls in quoteIdSourceByCall; null for the others. */
    quoteAccess: QuoteAccess | null
  }
}

export function callOf({ routeOptions }: FastifyRequest): EndpointName {
  const { call } = routeOptions.config
  if (!call) throw new Error(`${routeOptions.url} is no call of the contract`)
  return call
}

/** The text field of this name in a body or query, which may be of any shape; undefined if there is none. */
export const readTextField = (source: unknown, name: string): string | undefined => {
  const value: unknown = typeof source === 'object' && source !== null ? Reflect.get(source, name) : undefined
  return typeof value === 'string' ? value : undefined
}

/** The source of the id of the quote that is read before the handler; undefined if the handler reads it. */
export const quoteIdSource = (call: EndpointName): 'query' | 'token' | undefined =>
  (quoteIdSourceByCall as Partial<Record<EndpointName, 'query' | 'token'>>)[call]

function quoteToRead(
  call: EndpointName,
  { query }: FastifyRequest,
  claims: TokenClaims | null,
): string | null {
  const source = quoteIdSource(call)
  if (source === 'token') return claims?.quoteId ?? null
  const named = source === 'query' ? readTextField(query, 'id')?.toLowerCase() : undefined
  return named !== undefined && isUuid(named) ? named : null
}

/** Sets `caller` and `quoteAccess` before the other hooks of a call, and rejects a host without a brand. */
export function addRequestContext(app: FastifyInstance, services: Dependencies): void {
  app.decorateRequest('caller')
  app.decorateRequest('quoteAccess', null)
  app.addHook('onRequest', async (request, response) => {
    const anonymous = anonymousContext(request, services)
    if (!anonymous) return rejectCall(request, response, { refused: 'UNKNOWN_HOST' }, services)
    const { caller, quoteAccess } = await identifyCaller(request, anonymous, services, callOf(request))
    request.caller = caller
    request.quoteAccess = quoteAccess
  })
}
