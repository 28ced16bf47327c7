/**
 * Brute-force guard for link tokens, quote ids, quote numbers and plates. It counts misses, and also each
 * read of a quote by its number alone from a visitor without a binding; a visitor with a binding is never
 * counted. After too many, the next guess is refused before it is looked up.
 */
import type { EndpointName } from '#contract/endpoints.ts'
import { verifiedMarker } from '#contract/public-constants.ts'
import { hashToken } from '#server/lib/crypto.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import { hourMs, minuteMs, secondsLeft } from '#server/lib/durations.ts'
import type { RequestContext } from '#server/lib/handler-types.ts'
import {
  consumeLimits,
  keyOf,
  type Limit,
  limitedByOf,
  maximumOf,
  type OverLimit,
  withVisibleCheck,
} from '#server/plugins/rate-limits.ts'

/**
 * Misses after which the visible check is required: a person passes it, a script with a list of numbers
 * does not.
 */
const missesUnseen: Partial<Record<EndpointName, Limit>> = {
  prospectCar: { per: 'visitor', maximum: 5, windowMs: 15 * minuteMs },
}

/** Misses after which the visible check no longer helps. They share the count of missesUnseen. */
const missesSeen: typeof missesUnseen = {
  prospectCar: { per: 'visitor', maximum: 30, windowMs: 15 * minuteMs },
}

/** Calls, hit or miss, that are allowed with invisible captcha tokens. */
const callsUnseen: Partial<Record<EndpointName, Limit>> = {
  vehicleDetails: { per: 'visitor', maximum: 5, windowMs: hourMs },
}

const misses: Partial<Record<EndpointName, readonly Limit[]>> = {
  prospectCar: [{ per: 'address', maximum: 30, windowMs: 15 * minuteMs }],
  // A link token has 256 bits, so guessing is hopeless. No captcha protects log-in, so neighbours behind one
  // address are not counted together.
  login: [
    { per: 'name', maximum: 10, windowMs: hourMs },
    { per: 'visitor', maximum: 30, windowMs: hourMs },
  ],
}

export interface Guess {
  readonly call: EndpointName
  readonly visitor: RequestContext
  /** The quote id in the request, as typed. */
  readonly named: string | null
}

const missKey = (limit: Limit, { call, visitor, named }: Guess): string | null =>
  keyOf(`${call}|missed`, limit, visitor, named && hashToken(named.toLowerCase()).toString('base64url'))

async function isSpent(limit: Limit, guess: Guess, services: Dependencies): Promise<boolean> {
  const key = missKey(limit, guess)
  if (key === null) return false
  const count = await services.repositories.eventCount(key, limit.windowMs, services.now())
  return count >= maximumOf(limit, services)
}

/** The limit of misses that is exceeded; null if the guess may be looked up. */
export async function isLockedOut(guess: Guess, services: Dependencies): Promise<OverLimit | null> {
  const { call, visitor } = guess
  for (const limit of misses[call] ?? [])
    if (await isSpent(limit, guess, services)) {
      const waitSeconds = secondsLeft(limit.windowMs, services.now())
      return withVisibleCheck(call, { by: limitedByOf(limit, visitor), waitSeconds }, services)
    }
  return null
}

export async function recordGuess(guess: Guess, services: Dependencies): Promise<void> {
  const unseen = missesUnseen[guess.call]
  for (const limit of [...(misses[guess.call] ?? []), ...(unseen ? [unseen] : [])]) {
    const key = missKey(limit, guess)
    if (key !== null) await services.repositories.countEvent(key, limit.windowMs, services.now())
  }
}

/**
 * The limit that a call with a valid captcha token exceeds. Without the marker of the visible check, the
 * call must be repeated with it; with the marker a higher limit applies.
 */
export async function checkGuessLimit(
  guess: Guess,
  token: string | undefined,
  services: Dependencies,
): Promise<OverLimit | null> {
  const { call, visitor } = guess
  if (services.captcha.kind === 'off') return null
  const isSeen = token === verifiedMarker
  const missed = (isSeen ? missesSeen : missesUnseen)[call]
  if (missed && (await isSpent(missed, guess, services)))
    return {
      by: isSeen ? limitedByOf(missed, visitor) : 'visible_check',
      waitSeconds: secondsLeft(missed.windowMs, services.now()),
    }
  const unseen = isSeen ? undefined : callsUnseen[call]
  const over = unseen && (await consumeLimits(`${call}|unseen`, [unseen], visitor, services))
  return over ? { ...over, by: 'visible_check' } : null
}
