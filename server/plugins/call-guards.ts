/** Hooks that check a call before its handler, in this order: origin, token, rate limit, wrong guesses, captcha. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Route, routes } from '#contract/routes.ts'
import { captchaPassedMarker } from '#contract/tokens-and-cookies.ts'
import {
  checkCaptchaGuessLimit,
  findExceededGuessLimit,
  type GuessAttempt,
} from '#server/access/brute-force-guard.ts'
import { checkCaptcha } from '#server/access/captcha.ts'
import {
  checkLimitWithoutCaptcha,
  checkRateLimit,
  type ExceededLimit,
  rateLimitProblem,
} from '#server/access/rate-limits.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import type { Rejection } from '#server/lib/handler-types.ts'
import { rejectCall } from './problem-details.ts'
import { callOf, quoteIdSource, readTextField } from './request-context.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The limit that this call exceeds unless the visible check was passed; else null. */
    visibleCheckLimit: ExceededLimit | null
  }
}

/** True if another site caused this request. Browsers send `sec-fetch-site`; other clients do not. */
export function isCrossSite({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

/** Rejects a call from a browser page that is not of the brand's own origin (CSRF). */
export function rejectCrossOrigin(app: FastifyInstance, services: Dependencies): void {
  app.addHook('onRequest', async (request, response) => {
    const { origin } = request.headers
    if (isCrossSite(request) || (origin !== undefined && origin !== request.caller.origin))
      return rejectCall(request, response, { refused: 'FOREIGN_ORIGIN' }, services)
  })
}

/** Checks the token of bearer calls, its quote, and that the body names no other quote. */
export function requireToken(app: FastifyInstance, services: Dependencies): void {
  app.addHook('onRequest', async (request, response) => {
    const call = callOf(request)
    if (routes[call].access === 'bearer' && request.caller.quoteId === null)
      return rejectCall(request, response, { refused: 'NOT_LOGGED_IN' }, services)
    if (quoteIdSource(call) === 'token' && request.quoteAccess === null)
      return rejectCall(request, response, { refused: 'NOT_READY' }, services)
  })
  app.addHook('preHandler', async (request, response) => {
    if (routes[callOf(request)].access !== 'bearer') return
    const named = readTextField(request.body, 'id')
    if (named !== undefined && named !== request.caller.quoteId)
      return rejectCall(request, response, { refused: 'NOT_FOUND' }, services)
  })
}

export const guessAttemptOf = (request: FastifyRequest): GuessAttempt => ({
  call: callOf(request),
  caller: request.caller,
  named: readTextField(request.body, 'user_id') ?? readTextField(request.query, 'user_id') ?? null,
})

export function enforceCallLimits(app: FastifyInstance, services: Dependencies): void {
  app.decorateRequest('visibleCheckLimit', null)
  /** The marker of the visible check may be in the body, so the captcha hook decides about that limit. */
  const refuseOver = (request: FastifyRequest, response: FastifyReply, over: ExceededLimit | null) => {
    if (over?.by === 'visible_check') request.visibleCheckLimit ??= over
    else if (over)
      return rejectCall(request, response, rateLimitProblem(callOf(request), over, services), services)
  }
  app.addHook('onRequest', async (request, response) =>
    refuseOver(request, response, await checkRateLimit(callOf(request), request.caller, services)),
  )
  app.addHook('preHandler', async (request, response) =>
    refuseOver(request, response, await findExceededGuessLimit(guessAttemptOf(request), services)),
  )
}

/** The body was validated, so a body with this field has the shape that needs no captcha. */
const isExempt = ({ captchaExemptField: field }: Route, body: unknown): boolean =>
  field !== undefined && Object.hasOwn(body as object, field)

/** The rejection of a call without a valid captcha token; null if the call may continue. */
async function captchaRefusal(request: FastifyRequest, services: Dependencies): Promise<Rejection | null> {
  const call = callOf(request)
  const { caller } = request
  const route: Route = routes[call]
  if (route.captcha === null) return null
  const token =
    readTextField(request.body, 'recaptchaResponse') ?? readTextField(request.query, 'captchaRequest')
  if (!token && isExempt(route, request.body)) return null
  // Checked before the captcha partner is called about a token that would not be sufficient.
  if (request.visibleCheckLimit && token !== captchaPassedMarker)
    return rateLimitProblem(call, request.visibleCheckLimit, services)
  const pass = await checkCaptcha(route.captcha, token, caller, services)
  if (pass === 'refused') return { refused: 'CAPTCHA_REQUIRED' }
  const over =
    (await checkCaptchaGuessLimit(guessAttemptOf(request), token, services)) ??
    (pass === 'unguarded' ? await checkLimitWithoutCaptcha(call, caller, services) : null)
  return over && rateLimitProblem(call, over, services)
}

/** Checks the captcha of guarded calls after the validation, because most calls send the token in the body. */
export function requireCaptcha(app: FastifyInstance, services: Dependencies): void {
  app.addHook('preHandler', async (request, response) => {
    const refusal = await captchaRefusal(request, services)
    if (refusal) return rejectCall(request, response, refusal, services)
  })
}
