/**
 * Registers every call of the contract as a Fastify route. All calls run the same steps: brand and
 * session, origin, token and rate limit before the body is read, then its schema, the captcha and the
 * handler. The response is checked against the contract before it is sent.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Endpoint, type EndpointName, endpoints } from '#contract/endpoints.ts'
import { queryParams } from '#contract/schemas/common.ts'
import { isTransactionRolledBack, isUnavailable } from '#db/postgres-errors.ts'
import { openSession, sessionCookie, sessionCookieName } from '#server/access/browser-session.ts'
import { recordGuess } from '#server/access/brute-force-guard.ts'
import type { Application } from '#server/container.ts'
import type { CallRequest, Dependencies, Handler, RequestContext } from '#server/lib/context.ts'
import { rateLimitedLog } from '#server/lib/logger.ts'
import { isUuid } from '#server/lib/uuid.ts'
import {
  checkBeforeBody,
  checkBeforeHandler,
  guessOf,
  type RefusalResult,
  textOf,
} from '#server/plugins/guards.ts'
import { securityOf } from '#server/plugins/openapi.ts'
import { problemForError, sendProblem } from '#server/plugins/problem-details.ts'
import { buildRequestContext } from '#server/plugins/request-context.ts'
import { edgeHeaders } from '#server/plugins/security-headers.ts'
import { findUnsafeText } from '#server/plugins/unsafe-text.ts'
import { logRefusal, logSecurityEvent } from '#server/telemetry/security-events.ts'
import { handlers } from './handlers.ts'

/** Retry-After seconds: a slow partner, or a database that is down, does not recover within a second. */
const busySeconds = 5

/**
 * Names the quote that is read together with the session, for the calls that are most frequent or repeated.
 * Amend writes by compare-and-set from that state, changes of people included. So a slow body overwrites
 * nothing unseen, and nothing that its sender may no longer see. Bind only uses it to detect a completed
 * sale.
 */
function beginsWith(name: EndpointName, request: FastifyRequest, bearer: string | null): string | null {
  if (name === 'quoteAmend' || name === 'quoteBind') return bearer
  const named = name === 'prospectCar' ? textOf(request.query, 'id')?.toLowerCase() : undefined
  return named !== undefined && isUuid(named) ? named : null
}

/** True if the result is an empty or refused look-up, or a hit that a guess could have found. */
function isGuess(result: AnyResult): boolean {
  if ('reply' in result) return result.guessed === true
  return 'empty' in result || result.refused === 'NOT_LOGGED_IN'
}

/** A result of any call; its type was checked where the handler is defined. */
type AnyResult =
  | { readonly reply: unknown; readonly sid?: string; readonly guessed?: true }
  | { readonly empty: true; readonly retryAfterSeconds?: number }
  | RefusalResult

function send(
  request: FastifyRequest,
  answer: FastifyReply,
  call: Endpoint,
  result: AnyResult,
): FastifyReply {
  if ('refused' in result) return sendProblem(request, answer, result.refused, result)
  if ('empty' in result) {
    if (result.retryAfterSeconds !== undefined) answer.header('retry-after', String(result.retryAfterSeconds))
    return answer.code(call.empty ?? 204).send()
  }
  if (call.document === 'application/pdf')
    return answer
      .type('application/pdf')
      .header('content-disposition', 'attachment; filename="policyDetails.pdf"')
      .send(Buffer.from(result.reply as Uint8Array))
  if (call.document === 'text/calendar')
    return answer
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'attachment; filename="policyDates.ics"')
      .send(result.reply)
  if (call.document === 'text/html') return answer.type('text/html; charset=utf-8').send(result.reply)
  return answer.send(result.reply)
}

const noQuery = queryParams({})

declare module 'fastify' {
  interface FastifyRequest {
    /** The context of a call that passed the guards before the body. */
    visitor: RequestContext | null
  }
}

/** Text for the OpenAPI document. */
const guardOf = (action: string, noCaptchaWith: string | undefined): string =>
  `Guarded by the captcha action '${action}'${noCaptchaWith ? `; a body with ${noCaptchaWith} needs no token` : ''}.`

function route<N extends EndpointName>(app: FastifyInstance, name: N, services: Dependencies): void {
  const call: Endpoint = endpoints[name]
  const handle = handlers[name] as Handler<N>
  app.route({
    method: call.method,
    url: `/edge${call.path}`,
    schema: {
      operationId: name,
      security: securityOf[call.access],
      ...(call.captcha ? { description: guardOf(call.captcha, call.captchaExemptField) } : {}),
      ...(call.params ? { params: call.params } : {}),
      querystring: call.query ?? noQuery,
      ...(call.body ? { body: call.body } : {}),
      ...(call.reply ? { response: { 200: call.reply } } : {}),
    },
    onRequest: async (request, answer) => {
      const visitor = await buildRequestContext(
        request,
        services,
        bearer => beginsWith(name, request, bearer),
        call.access === 'bearer',
      )
      if (!visitor) {
        logRefusal('UNKNOWN_HOST', request, null, services)
        return sendProblem(request, answer, 'UNKNOWN_HOST')
      }
      const refusal = await checkBeforeBody(name, call, request, visitor, services)
      if (refusal) logRefusal(refusal.refused, request, visitor, services)
      if (refusal) return send(request, answer, call, refusal)
      request.visitor = visitor
    },
    preValidation: (request, answer, done) => {
      const fault =
        findUnsafeText(request.body) ?? findUnsafeText(request.query) ?? findUnsafeText(request.params)
      if (fault === null) done()
      else sendProblem(request, answer, 'MALFORMED', { errors: [fault] })
    },
    handler: async (request, answer) => {
      const { visitor } = request
      if (!visitor) throw new Error('a call reached its handler past the door')
      const early = await checkBeforeHandler(name, call, request, visitor, services)
      if (early) logRefusal(early.refused, request, visitor, services)
      if (early) return send(request, answer, call, early)
      const known = call.opensSession ? await withSession(request, answer, visitor, services) : visitor
      // Fastify has validated these against the schemas; the cast gives them the types of the endpoint.
      const { body, query, params } = request as unknown as CallRequest<N>
      const result = (await handle({ body, query, params, visitor: known }, services)) as AnyResult
      if (isGuess(result)) await recordGuess(guessOf(name, request, visitor), services)
      if ('refused' in result) logRefusal(result.refused, request, visitor, services)
      if ('empty' in result && call.logEmptyAsFailedLookup)
        logSecurityEvent('MISS', request, visitor, services)
      if ('reply' in result && result.sid !== undefined)
        answer.setCookie(...sessionCookie(services.config, result.sid))
      return send(request, answer, call, result)
    },
  })
}

/**
 * A client without a session gets one that serves its pass-through calls; the token it is about to get
 * works alone. A browser with an expired session continues in the new session instead: a token issued to a
 * client with a cookie works only with that cookie.
 */
async function withSession(
  request: FastifyRequest,
  answer: FastifyReply,
  visitor: RequestContext,
  services: Dependencies,
): Promise<RequestContext> {
  if (visitor.sidHash !== null) return visitor
  const opened = await openSession(answer, visitor, services)
  const hadOne = request.cookies[sessionCookieName(services.config)] !== undefined
  return { ...visitor, bindSessionHash: opened, ...(hadOne && { sidHash: opened, originalSidHash: opened }) }
}

export function registerEndpoints(app: FastifyInstance, services: Dependencies): void {
  app.decorateRequest('visitor', null)
  app.decorateRequest('addressOver', null)
  for (const name of Object.keys(endpoints) as EndpointName[]) route(app, name, services)
}

/**
 * Handles errors thrown by handlers: a validation error is reported with its path, our own bugs with a
 * request id only.
 */
export function registerErrorHandler(app: FastifyInstance, { services, metrics }: Application): void {
  const limitedLog = rateLimitedLog(services.log, services.now)
  app.setErrorHandler((error, request, answer) => {
    const { code, errors } = problemForError(error)
    const of = { requestId: request.id, route: request.routeOptions.url ?? '' }
    if (code === 'INTERNAL') services.log.error('bug', of, error)
    if (isTransactionRolledBack(error)) metrics?.databaseRefused()
    if (isUnavailable(error)) limitedLog.error('database', of, error)
    // The failed handler may have set headers that allow caching.
    return sendProblem(request, answer.headers(edgeHeaders), code, {
      ...(errors ? { errors } : {}),
      ...(code === 'OVERLOADED' ? { retryAfterSeconds: busySeconds } : {}),
    })
  })
}
