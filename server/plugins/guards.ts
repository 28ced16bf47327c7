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
    /** Its address has made so many of this call that only who passes the visible check may go on (rate-limits.ts); else null. */
    addressOver: OverLimit | null
  }
}

/** Another site made or led to this request. A browser says so; other clients say nothing. */
export function isCrossSite({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

/** Only our own pages may make a browser's call. */
function isForeign(request: FastifyRequest, visitor: RequestContext): boolean {
  if (isCrossSite(request)) return true
  const { origin } = request.headers
  return origin !== undefined && origin !== visitor.origin
}

export const textOf = (source: unknown, name: string): string | undefined => {
  const value: unknown = typeof source === 'object' && source !== null ? Reflect.get(source, name) : undefined
  return typeof value === 'string' ? value : undefined
}

/** Whether the body of a bearer call speaks of the quote its token is for; one named elsewhere is not looked for. */
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
 * Why this call is refused before its body is read; null when it is not. A plain value on purpose: a Fastify reply is a
 * thenable that resolves to nothing, so a promise of one would read as 'may' once the refusal has been sent.
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
  // The check's mark may stand in the body, which is not read yet.
  if (over?.by === 'visible_check') request.addressOver = over
  else if (over) return rateLimitRefusal(name, over, services)
  const isUnread =
    (isForm(request) && !call.form) || (call.body !== undefined && hasUnsupportedEncoding(request))
  return isUnread ? { refused: 'UNSUPPORTED_MEDIA' } : null
}

/** A form of any site can be sent without asking, and one call reads forms: so they are readable, and refused to all others. */
const isForm = ({ headers }: FastifyRequest): boolean =>
  /^\s*application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '')

/** Its shape is known by now, so whatever has that part is the body the row means. */
const needsNoCaptcha = ({ captchaExemptField }: Endpoint, { body }: FastifyRequest): boolean =>
  captchaExemptField !== undefined &&
  typeof body === 'object' &&
  body !== null &&
  Object.hasOwn(body, captchaExemptField)

/** Why a call of the agreed shape may not reach its handler; null when it may. */
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
  // Before the captcha's partner is asked about a token that would not be enough.
  const over = request.addressOver ?? missed
  if (over && token !== verifiedMarker) return rateLimitRefusal(name, over, services)
  const pass = await checkCaptcha(call.captcha, token, visitor, services)
  if (pass === 'refused') return { refused: 'CAPTCHA_REQUIRED' }
  const guessed =
    (await checkGuessLimit(guess, token, services)) ??
    (pass === 'unguarded' ? await checkUnguardedLimit(name, visitor, services) : null)
  return guessed && rateLimitRefusal(name, guessed, services)
}
