/** Rate limits per call: their table, and the functions that count a request; used by call-guards.ts and handlers. */
import { type Endpoint, type Endpoints, endpoints } from '#contract/endpoints.ts'
import type { EndpointName } from '#contract/routes.ts'
import { rateLimitNetwork, subscriberNetwork } from '#server/lib/client-network.ts'
import type { Dependencies, RateLimitLabel } from '#server/lib/dependencies.ts'
import { hourMs, minuteMs, secondsLeft } from '#server/lib/durations.ts'
import type { RequestContext } from '#server/lib/handler-types.ts'

export interface Limit {
  /**
   * - `session`: the browser session, or the quote of a token that works without one. A log-in resets its
   *   count.
   * - `browser`: the same, but a log-in does not reset it.
   * - `address`: the IP address, or the /64 of IPv6. A mobile carrier has thousands of customers behind one
   *   IPv4 address, so a call over this limit must pass the visible check. It is rejected only if the call
   *   has no captcha, or the captcha is off.
   * - `anonymous`: the address, for clients without a session.
   * - `caller`: the session, or the address of a client without one.
   * - `quote`: the quote named in the request, per requesting address, so that others cannot lock out its
   *   owner.
   */
  readonly per: 'session' | 'browser' | 'address' | 'anonymous' | 'caller' | 'quote'
  readonly maximum: number
  readonly windowMs: number
}

export interface ExceededLimit {
  readonly by: RateLimitLabel
  readonly waitSeconds: number
}

/** Calls of one kind that one session may make per minute. */
const callsPerMinute = 60

/** This limit is per address and node. It stops a flood without cookies before the database counts. */
const anonymousCallsPerMinute = 300

const perHour = (maxima: Partial<Record<Limit['per'], number>>): readonly Limit[] =>
  Object.entries(maxima).map(([per, maximum]) => ({ per: per as Limit['per'], maximum, windowMs: hourMs }))

/**
 * Searches cost a partner's fee. They are limited by address too, because a log-in resets the session's count. An
 * office of a hundred people sees no check.
 */
const search = perHour({ session: 30, address: 300 })

/**
 * Look-ups that reveal a car. By address, twice the plates that `vehicleDetails` allows: one for each transmission.
 */
const carLookups = perHour({ session: 30, address: 120 })

/** Calls that need neither cookie nor token; the type requires a row for each of them. */
type WithoutToken = { [N in EndpointName]: Endpoints[N]['access'] extends 'bearer' ? never : N }[EndpointName]
type LimitsByCall = Partial<Record<EndpointName, readonly Limit[]>> & Record<WithoutToken, readonly Limit[]>

/** An empty row: the call costs no fee and reveals nothing to guesses, so only the per-minute limit applies. */
const limits: LimitsByCall = {
  vehicleDetails: perHour({ session: 20, address: 60 }),
  registration: perHour({ session: 5, address: 20 }),
  // No captcha protects this call, so a low limit by address would lock out a carrier's customers.
  login: perHour({ browser: 120, anonymous: 2400 }),
  vehicleLookup: carLookups,
  addressRisk: search,
  addressPostal: search,
  // No captcha protects this call: the limit by address allows a carrier six thousand searches.
  addressSuggest: [
    { per: 'session', maximum: 600, windowMs: 10 * minuteMs },
    ...perHour({ browser: 6000, address: 120_000 }),
  ],
  // By address alone: every page load calls it. Misses are also counted by session (brute-force-guard.ts).
  prospectCar: [{ per: 'address', maximum: 120, windowMs: 15 * minuteMs }],
  quoteRetrieve: perHour({ session: 10, address: 30 }),
  emailQuote: perHour({ session: 5, address: 20 }),
  // A puzzle is made locally and costs less than the row that would count it.
  captchaChallenge: [],
  // A client without a session gets one from this call.
  validateRecaptcha: perHour({ session: 20, anonymous: 1200 }),
  // The server polls the partner about each card page for days.
  paymentCreate: perHour({ session: 30, address: 120 }),
  // Also by address: clients without a session call it too, and each of their captcha tokens is verified.
  paymentRetry: perHour({ session: 10, address: 60 }),
  // Callers without access get an empty response. Polling the partner is limited in consumePaymentPoll.
  policyRetrieve: [],
  documentRetrieve: perHour({ session: 10, address: 60 }),
  // Callers with neither cookie nor token get no calendar, so a limit by session is enough.
  calendarRetrieve: perHour({ session: 20 }),
}

const limitsOf = (call: EndpointName): readonly Limit[] => limits[call] ?? []

const unguardedOnly: readonly Limit[] = [{ per: 'session', maximum: callsPerMinute, windowMs: minuteMs }]
const unguardedShare = 0.1

const hasVisibleCheck = (call: EndpointName, { captcha }: Dependencies): boolean =>
  (endpoints[call] as Endpoint).captcha !== null && captcha.kind !== 'off'

export async function checkRateLimit(
  call: EndpointName,
  caller: RequestContext,
  services: Dependencies,
): Promise<ExceededLimit | null> {
  const session = sessionOf(caller)
  const { rateLimiter, config, now } = services
  const line = session === null ? rateLimitNetwork(caller.ip) : null
  if (line !== null) {
    const wait = rateLimiter.consume(`${call}|${line}`, now(), anonymousCallsPerMinute * config.limitFactor)
    if (wait !== null) return { by: 'address', waitSeconds: wait }
  }
  const callLimits = limitsOf(call)
  // Calls with limits of their own may come in quick succession, as typing an address does.
  if (callLimits.length === 0 && session !== null) {
    const wait = rateLimiter.consume(`${call}|${session}`, now(), callsPerMinute * config.limitFactor)
    return wait === null ? null : { by: 'session', waitSeconds: wait }
  }
  return requireVisibleCheck(call, await consumeLimits(call, callLimits, caller, services), services)
}

/** Rejection of a call over a limit: wait, or pass the visible check first. Also counts it in the metrics. */
export function rateLimitProblem(
  call: EndpointName,
  { by, waitSeconds }: ExceededLimit,
  { rateLimited }: Dependencies,
) {
  rateLimited(call, by)
  return by === 'visible_check'
    ? ({ refused: 'CAPTCHA_REQUIRED' } as const)
    : ({ refused: 'TOO_MANY_REQUESTS', retryAfterSeconds: waitSeconds } as const)
}

/** Replaces a limit by address by the visible check, if the call has one. */
export const requireVisibleCheck = (
  call: EndpointName,
  over: ExceededLimit | null,
  services: Dependencies,
): ExceededLimit | null =>
  over?.by === 'address' && hasVisibleCheck(call, services) ? { ...over, by: 'visible_check' } : over

/** Saving a car has its own count, so a customer who has used up all look-ups can still save the car. */
export const checkCarSaveLimit = async (
  caller: RequestContext,
  services: Dependencies,
): Promise<ExceededLimit | null> =>
  requireVisibleCheck('quoteCreate', await consumeLimits('saveCar', carLookups, caller, services), services)

/** On average one poll a second, over all payments of a session. */
const paymentPolls: readonly Limit[] = [{ per: 'session', maximum: 600, windowMs: 10 * minuteMs }]

/** For policyRetrieve, which no captcha protects. Calls that do not reach the partner are not counted. */
export const consumePaymentPoll = async (caller: RequestContext, services: Dependencies): Promise<boolean> =>
  (await consumeLimits('askOfPayment', paymentPolls, caller, services)) === null

/** A tenth of the usual limits, for a call whose captcha could not be verified because its partner is down. */
export const checkLimitWithoutCaptcha = (
  call: EndpointName,
  caller: RequestContext,
  services: Dependencies,
): Promise<ExceededLimit | null> =>
  consumeLimits(
    `${call}|unguarded`,
    (limitsOf(call).length > 0 ? limitsOf(call) : unguardedOnly).map(limit => ({
      ...limit,
      maximum: Math.ceil(limit.maximum * unguardedShare),
    })),
    caller,
    services,
  )

/** A client without a browser session is identified by the quote of its token. */
const sessionOf = ({ sidHash, quoteId }: RequestContext): string | null =>
  sidHash?.toString('base64url') ?? quoteId

function countedOf(per: Limit['per'], caller: RequestContext, named: string | null): string | null {
  const session = sessionOf(caller)
  if (per === 'session') return session
  if (per === 'browser') return caller.sessionId ?? session
  if (per === 'quote') return named && `${named}|${subscriberNetwork(caller.ip)}`
  if (per === 'caller' && session !== null) return session
  return per === 'anonymous' && session !== null ? null : rateLimitNetwork(caller.ip)
}

/** The key under which a limit counts this client; null if the limit does not apply to it. */
export function rateLimitKey(
  what: string,
  { per }: Limit,
  caller: RequestContext,
  named: string | null,
): string | null {
  const who = countedOf(per, caller, named)
  return who === null ? null : `${what}|${per}|${who}`
}

export const limitMetricLabel = ({ per }: Limit, caller: RequestContext): RateLimitLabel =>
  per === 'session' || per === 'browser' || (per === 'caller' && sessionOf(caller) !== null)
    ? 'session'
    : 'address'

export const effectiveMaximum = ({ maximum }: Limit, { config }: Dependencies): number =>
  maximum * config.limitFactor

/** Counts one event against each limit; returns the first that is exceeded, or null. */
export async function consumeLimits(
  what: string,
  callLimits: readonly Limit[],
  caller: RequestContext,
  services: Dependencies,
): Promise<ExceededLimit | null> {
  const now = services.now()
  for (const limit of callLimits) {
    const key = rateLimitKey(what, limit, caller, null)
    if (key === null) continue
    const count = await services.repositories.incrementCounter(key, limit.windowMs, now)
    if (count > effectiveMaximum(limit, services))
      return { by: limitMetricLabel(limit, caller), waitSeconds: secondsLeft(limit.windowMs, now) }
  }
  return null
}
