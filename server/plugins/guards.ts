/**
 * Guards of a call, used by server/routes/endpoints.ts: the checks before its body is read, and those
 * after the body is validated.
 */
import type { FastifyRequest } from 'fastify'
import type { Endpoint, EndpointName } from '#contract/endpoints.ts'
import type { ProblemCode } from '#contract/problems.ts'
import { verifiedMarker } from '#contract/public-constants.ts'
import { checkGuessLimit, type Guess, isLockedOut } from '#server/access/brute-force-guard.ts'
import type { Dependencies, RequestContext } from '#server/lib/context.ts'
import { hasUnsupportedEncoding } from './body-encoding.ts'
import { checkCaptcha } from './captcha.ts'
import type { ProblemDetails } from './problem-details.ts'
import { checkRateLimit, checkUnguardedLimit, type OverLimit, rateLimitRefusal } from './rate-limits.ts'

export type RefusalResult = { readonly refused: ProblemCode } & ProblemDetails

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Set when this address is over its limit, so that the call must pass the visible check
     * (rate-limits.ts); else null.
     */
    addressOver: OverLimit | null
  }
}

/** True if another site caused this request. Browsers send `sec-fetch-site`; other clients do not. */
export function isCrossSite({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

/** A browser may call the API from our own pages only. */
function isForeign(request: FastifyRequest, visitor: RequestContext): boolean {
  if (isCrossSite(request)) return true
  const { origin } = request.headers
  return origin !== undefined && origin !== visitor.origin
}

export const textOf = (source: unknown, name: string): string | undefined => {
  const value: unknown = typeof source === 'object' && source !== null ? Reflect.get(source, name) : undefined
  return typeof value === 'string' ? value : undefined
}

/** A bearer call may name only the quote of its token; another quote is not looked up. */
const namesOwnQuote = (request: FastifyRequest, visitor: RequestContext): boolean => {
  const named = textOf(request.body, 'id')
  return named === undefined || named === visitor.quoteId
}

export const guessOf = (
  call: EndpointName,
  { body, query }: FastifyRequest,
  visitor: RequestContext,
): Guess => ({
  call,
  visitor,
  named: textOf(body, 'user_id') ?? textOf(query, 'user_id') ?? null,
})

/**
 * Returns the refusal of a call before its body is read, or null. It returns a plain value: a Fastify reply
 * is a thenable that resolves to undefined, so a promise of one would read as 'allowed' after the refusal
 * was sent.
 */
export async function checkBeforeBody(
  name: EndpointName,
  call: Endpoint,
  request: FastifyRequest,
  visitor: RequestContext,
  services: Dependencies,
): Promise<RefusalResult | null> {
  if (isForeign(request, visitor)) return { refused: 'FOREIGN_ORIGIN' }
  if (call.access === 'bearer' && visitor.quoteId === null) return { refused: 'NOT_LOGGED_IN' }
  const over = await checkRateLimit(name, visitor, services)
  // The captcha marker may be in the body, which is not read yet.
  if (over?.by === 'visible_check') request.addressOver = over
  else if (over) return rateLimitRefusal(name, over, services)
  const isUnread =
    (isForm(request) && !call.form) || (call.body !== undefined && hasUnsupportedEncoding(request))
  return isUnread ? { refused: 'UNSUPPORTED_MEDIA' } : null
}

/**
 * Any site can send a form without a CORS preflight. One call reads forms, so Fastify parses them, and all
 * other calls refuse them.
 */
const isForm = ({ headers }: FastifyRequest): boolean =>
  /^\s*application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '')

/** The body is validated by now, so a body with this field has the shape that needs no captcha. */
const needsNoCaptcha = ({ captchaExemptField }: Endpoint, { body }: FastifyRequest): boolean =>
  captchaExemptField !== undefined &&
  typeof body === 'object' &&
  body !== null &&
  Object.hasOwn(body, captchaExemptField)

/** Returns the refusal of a validated call before its handler runs, or null. */
export async function checkBeforeHandler(
  name: EndpointName,
  call: Endpoint,
  request: FastifyRequest,
  visitor: RequestContext,
  services: Dependencies,
): Promise<RefusalResult | null> {
  if (call.access === 'bearer' && !namesOwnQuote(request, visitor)) return { refused: 'NOT_FOUND' }
  const guess = guessOf(name, request, visitor)
  const missed = await isLockedOut(guess, services)
  if (missed && missed.by !== 'visible_check') return rateLimitRefusal(name, missed, services)
  if (call.captcha === null) return null
  const token = textOf(request.body, 'recaptchaResponse') ?? textOf(request.query, 'captchaRequest')
  if (!token && needsNoCaptcha(call, request)) return null
  // Checked before the captcha partner is called about a token that would not be sufficient.
  const over = request.addressOver ?? missed
  if (over && token !== verifiedMarker) return rateLimitRefusal(name, over, services)
  const pass = await checkCaptcha(call.captcha, token, visitor, services)
  if (pass === 'refused') return { refused: 'CAPTCHA_REQUIRED' }
  const guessed =
    (await checkGuessLimit(guess, token, services)) ??
    (pass === 'unguarded' ? await checkUnguardedLimit(name, visitor, services) : null)
  return guessed && rateLimitRefusal(name, guessed, services)
}
