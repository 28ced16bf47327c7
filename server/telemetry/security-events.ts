/** Log events of rejected calls for security monitoring, with ids that cannot be used to log in. */
import type { FastifyRequest } from 'fastify'
import type { ProblemCode } from '#contract/problems.ts'
import { subscriberNetwork } from '#server/lib/client-network.ts'
import { hashToken } from '#server/lib/crypto.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import type { RequestContext } from '#server/lib/handler-types.ts'
import { maximumLinesPerMinute } from '#server/lib/logger.ts'

const watched: ReadonlySet<ProblemCode> = new Set([
  'FOREIGN_ORIGIN',
  'NOT_LOGGED_IN',
  'NOT_FOUND',
  'CAPTCHA_REQUIRED',
  'TOO_MANY_REQUESTS',
  'UNKNOWN_HOST',
])

/** `MISS`: a quote that does not exist, or not with this secret. The response does not show it. */
export type SecurityEvent = ProblemCode | 'MISS' | 'UNKNOWN_WEBHOOK' | 'UNSIGNED_WEBHOOK'

function quoteNamed({ body, query }: FastifyRequest): Buffer | null {
  const named = [body, query].flatMap(source =>
    typeof source === 'object' && source !== null
      ? ['id', 'uuid', 'user_id', 'quoteNum'].map((name): unknown => Reflect.get(source, name))
      : [],
  )
  const text = named.find(value => typeof value === 'string' && value !== '')
  return typeof text === 'string' ? hashToken(text.toLowerCase()) : null
}

/** The unknown host, which an operator may need to add to a brand. */
const hostNamed = ({ hostname }: FastifyRequest): string =>
  /^[a-z\d.-]{0,80}/.exec(hostname.toLowerCase())?.[0] ?? ''

export function logSecurityEvent(
  what: SecurityEvent,
  request: FastifyRequest,
  caller: Pick<RequestContext, 'brand' | 'sessionId'> | null,
  { log, rateLimiter, now }: Pick<Dependencies, 'log' | 'rateLimiter' | 'now'>,
): void {
  // The limit is per network, so one attacker does not hide the events of others.
  const key = `security|${what}|${subscriberNetwork(request.ip)}`
  if (rateLimiter.consume(key, now(), maximumLinesPerMinute) !== null) return
  log.info('security', {
    what,
    requestId: request.id,
    route: request.routeOptions.url ?? '',
    brand: caller?.brand.key ?? null,
    session: caller?.sessionId?.slice(0, 8) ?? null,
    quote: quoteNamed(request)?.toString('base64url').slice(0, 8) ?? null,
    ...(what === 'UNKNOWN_HOST' && { host: hostNamed(request) }),
  })
}

export function logRejection(
  code: ProblemCode,
  request: FastifyRequest,
  caller: RequestContext | null,
  services: Dependencies,
): void {
  if (watched.has(code)) logSecurityEvent(code, request, caller, services)
}
