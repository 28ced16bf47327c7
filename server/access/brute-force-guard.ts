/**
 * Counts wrong guesses of link tokens, quote ids, quote numbers and plates, and rejects the next guess after too
 * many.
 */
import type { EndpointName } from '#contract/routes.ts'
import { captchaPassedMarker } from '#contract/tokens-and-cookies.ts'
import { hashToken } from '#server/lib/crypto.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import { hourMs, minuteMs, secondsLeft } from '#server/lib/durations.ts'
import type { RequestContext } from '#server/lib/handler-types.ts'
import {
  consumeLimits,
  type ExceededLimit,
  effectiveMaximum,
  type Limit,
  limitMetricLabel,
  rateLimitKey,
  requireVisibleCheck,
} from './rate-limits.ts'

/** A person passes the visible check, a script with a list of numbers does not. */
const missesBeforeVisibleCheck: Partial<Record<EndpointName, Limit>> = {
  prospectCar: { per: 'caller', maximum: 5, windowMs: 15 * minuteMs },
}

/** These misses share the count of missesBeforeVisibleCheck. */
const missesAfterVisibleCheck: typeof missesBeforeVisibleCheck = {
  prospectCar: { per: 'caller', maximum: 30, windowMs: 15 * minuteMs },
}

/** Calls, hit or miss, that are allowed with invisible captcha tokens. */
const callsBeforeVisibleCheck: Partial<Record<EndpointName, Limit>> = {
  vehicleDetails: { per: 'caller', maximum: 5, windowMs: hourMs },
}

const misses: Partial<Record<EndpointName, readonly Limit[]>> = {
  prospectCar: [{ per: 'address', maximum: 30, windowMs: 15 * minuteMs }],
  // No captcha protects log-in, so neighbours behind one address are not counted together.
  login: [
    { per: 'quote', maximum: 10, windowMs: hourMs },
    { per: 'caller', maximum: 30, windowMs: hourMs },
  ],
}

export interface GuessAttempt {
  readonly call: EndpointName
  readonly caller: RequestContext
  /** The quote id in the request, as typed. */
  readonly named: string | null
}

const missKey = (limit: Limit, { call, caller, named }: GuessAttempt): string | null =>
  rateLimitKey(`${call}|missed`, limit, caller, named && hashToken(named.toLowerCase()).toString('base64url'))

async function spentLimit(
  limit: Limit,
  guess: GuessAttempt,
  services: Dependencies,
): Promise<ExceededLimit | null> {
  const key = missKey(limit, guess)
  if (key === null) return null
  const now = services.now()
  const count = await services.repositories.readCounter(key, limit.windowMs, now)
  if (count < effectiveMaximum(limit, services)) return null
  return { by: limitMetricLabel(limit, guess.caller), waitSeconds: secondsLeft(limit.windowMs, now) }
}

export async function findExceededGuessLimit(
  guess: GuessAttempt,
  services: Dependencies,
): Promise<ExceededLimit | null> {
  for (const limit of misses[guess.call] ?? []) {
    const over = await spentLimit(limit, guess, services)
    if (over) return requireVisibleCheck(guess.call, over, services)
  }
  return null
}

/** Counts a wrong guess, or a quote that was read by its number alone, against all limits of the call. */
export async function countMiss(guess: GuessAttempt, services: Dependencies): Promise<void> {
  const limitBeforeVisibleCheck = missesBeforeVisibleCheck[guess.call]
  for (const limit of [...(misses[guess.call] ?? []), limitBeforeVisibleCheck]) {
    const key = limit && missKey(limit, guess)
    if (key) await services.repositories.incrementCounter(key, limit.windowMs, services.now())
  }
}

/** The limit that a call with a valid captcha token exceeds; it is higher with the marker of the visible check. */
export async function checkCaptchaGuessLimit(
  guess: GuessAttempt,
  token: string | undefined,
  services: Dependencies,
): Promise<ExceededLimit | null> {
  const { call, caller } = guess
  if (services.captcha.kind === 'off') return null
  const hasPassedVisibleCheck = token === captchaPassedMarker
  const missed = (hasPassedVisibleCheck ? missesAfterVisibleCheck : missesBeforeVisibleCheck)[call]
  const spent = missed ? await spentLimit(missed, guess, services) : null
  if (spent) return hasPassedVisibleCheck ? spent : { ...spent, by: 'visible_check' }
  const callLimit = hasPassedVisibleCheck ? undefined : callsBeforeVisibleCheck[call]
  const over =
    callLimit && (await consumeLimits(`${call}|before-visible-check`, [callLimit], caller, services))
  return over ? { ...over, by: 'visible_check' } : null
}
