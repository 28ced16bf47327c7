/**
 * Captcha hook of the guarded calls. It runs after the body was validated, because most calls send the token
 * in the body.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { verifiedMarker } from '#contract/public-constants.ts'
import { type Route, routes } from '#contract/routes.ts'
import { checkGuessLimit } from '#server/access/brute-force-guard.ts'
import { checkCaptcha } from '#server/access/captcha.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import { guessOf } from './call-limits.ts'
import { type Refusal, refuseCall } from './problem-details.ts'
import { checkUnguardedLimit, rateLimitRefusal } from './rate-limits.ts'
import { callOf, textField } from './request-context.ts'

/** The body was validated, so a body with this field has the shape that needs no captcha. */
const isExempt = ({ captchaExemptField }: Route, body: unknown): boolean =>
  captchaExemptField !== undefined &&
  typeof body === 'object' &&
  body !== null &&
  Object.hasOwn(body, captchaExemptField)

/** The refusal of a call without a valid captcha token; null if the call may continue. */
async function captchaRefusal(request: FastifyRequest, services: Dependencies): Promise<Refusal | null> {
  const call = callOf(request)
  const { caller } = request
  const route: Route = routes[call]
  if (route.captcha === null) return null
  const token = textField(request.body, 'recaptchaResponse') ?? textField(request.query, 'captchaRequest')
  if (!token && isExempt(route, request.body)) return null
  // Checked before the captcha partner is called about a token that would not be sufficient.
  if (request.needsVisibleCheck && token !== verifiedMarker)
    return rateLimitRefusal(call, request.needsVisibleCheck, services)
  const pass = await checkCaptcha(route.captcha, token, caller, services)
  if (pass === 'refused') return { refused: 'CAPTCHA_REQUIRED' }
  const over =
    (await checkGuessLimit(guessOf(request), token, services)) ??
    (pass === 'unguarded' ? await checkUnguardedLimit(call, caller, services) : null)
  return over && rateLimitRefusal(call, over, services)
}

export function requireCaptcha(app: FastifyInstance, services: Dependencies): void {
  app.addHook('preHandler', async (request, response) => {
    const refusal = await captchaRefusal(request, services)
    if (refusal) return refuseCall(request, response, refusal, services)
  })
}
