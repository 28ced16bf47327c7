/**
 * Hooks that refuse a call over its rate limit (rate-limits.ts), or after too many wrong guesses
 * (server/access/brute-force-guard.ts).
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Guess, isLockedOut } from '#server/access/brute-force-guard.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import { refuseCall } from './problem-details.ts'
import { checkRateLimit, type OverLimit, rateLimitRefusal } from './rate-limits.ts'
import { callOf, textField } from './request-context.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The limit that this call exceeds unless the visible check was passed (require-captcha.ts); else null. */
    needsVisibleCheck: OverLimit | null
  }
}

export const guessOf = (request: FastifyRequest): Guess => ({
  call: callOf(request),
  caller: request.caller,
  named: textField(request.body, 'user_id') ?? textField(request.query, 'user_id') ?? null,
})

export function limitCalls(app: FastifyInstance, services: Dependencies): void {
  app.decorateRequest('needsVisibleCheck', null)
  app.addHook('onRequest', async (request, response) => {
    const call = callOf(request)
    const over = await checkRateLimit(call, request.caller, services)
    // The marker of the visible check may be in the body, which is not read yet.
    if (over?.by === 'visible_check') request.needsVisibleCheck = over
    else if (over) return refuseCall(request, response, rateLimitRefusal(call, over, services), services)
  })
  app.addHook('preHandler', async (request, response) => {
    const over = await isLockedOut(guessOf(request), services)
    if (over?.by === 'visible_check') request.needsVisibleCheck ??= over
    else if (over)
      return refuseCall(request, response, rateLimitRefusal(callOf(request), over, services), services)
  })
}
