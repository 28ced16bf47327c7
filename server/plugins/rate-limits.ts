/**
 * How often a call may be made: a table by call; what is dear or guards a secret is counted in the database, so that all nodes
 * count together. Where something else is counted than calls, its limit stands beside it: misses (brute-force-guard.ts), tries at one
 * quote number (calls/quote-retrieve.ts), card pages (purchase/open-card-page.ts), mails (daily-mail-limit.ts), sessions that pages
 * begin (pages.ts), notices of the card partner (notices/card.ts) and reports of browsers (csp-report.ts,
 * logged-events.ts).
 */
import { type Endpoint, type EndpointName, type Endpoints, endpoints } from '#contract/endpoints.ts'
import type { Dependencies, LimitedBy, RequestContext } from '#server/lib/context.ts'
import { hourMs, minuteMs, secondsLeft } from '#server/lib/durations.ts'
import { rateLimitNetwork, subscriberNetwork } from './client-network.ts'

export interface Limit {
  /**
   * - `session`: the browser session, or the quote of a token that works without one. A log-in begins its count again.
   * - `browser`: the same, and a log-in does not.
   * - `address`: of IPv6 the /64. A mobile carrier puts thousands of customers behind one IPv4 address, so beyond this limit a
   *   call has to pass the visible check. It is refused only where there is no such check: the call has no captcha, or none is on.
   * - `stranger`: the address of all who have no session.
   * - `visitor`: the session, or the address of a stranger.
   * - `name`: the quote that the request names, for each address that asks: nobody keeps its owner out.
   */
  readonly per: 'session' | 'browser' | 'address' | 'stranger' | 'visitor' | 'name'
  readonly maximum: number
  readonly windowMs: number
}

export interface OverLimit {
  readonly by: LimitedBy
  readonly waitSeconds: number
}

/** Calls of one kind that one session may make in a minute. */
export const callsPerMinute = 60

/**
 * As many that strangers at one address make on one node in a minute: a flood without cookies, for no page of ours calls so.
 * It is refused before anything is counted in the database.
 */
const strangersAMinute = 300

/** Calls that cost a partner's fee. */
const dear: readonly Limit[] = [{ per: 'session', maximum: 30, windowMs: hourMs }]

/** By address as well, because a log-in begins a session's count again: an office whose hundred people search thrice sees no check. */
const search: readonly Limit[] = [...dear, { per: 'address', maximum: 300, windowMs: hourMs }]

/** It tells of the car behind a plate, whichever that is: both transmissions of as many plates as an address may check. */
const carLookUps: readonly Limit[] = [...dear, { per: 'address', maximum: 120, windowMs: hourMs }]

/** These may come with neither cookie nor token: so each has its row, or nothing compiles. */
type WithoutToken = { [N in EndpointName]: Endpoints[N]['access'] extends 'bearer' ? never : N }[EndpointName]
type LimitsByCall = Partial<Record<EndpointName, readonly Limit[]>> & Record<WithoutToken, readonly Limit[]>

/** An empty row is for what costs neither a partner's fee nor a guess: it is held to a pace alone. */
const limits: LimitsByCall = {
  vehicleDetails: [
    { per: 'session', maximum: 20, windowMs: hourMs },
    { per: 'address', maximum: 60, windowMs: hourMs },
  ],
  registration: [
    { per: 'session', maximum: 5, windowMs: hourMs },
    { per: 'address', maximum: 20, windowMs: hourMs },
  ],
  // No captcha stands before it: an address that is refused would shut a carrier's customers out.
  login: [
    { per: 'browser', maximum: 120, windowMs: hourMs },
    { per: 'stranger', maximum: 2400, windowMs: hourMs },
  ],
  vehicleLookup: carLookUps,
  addressRisk: search,
  addressPostal: search,
  // No captcha stands before it either, and it asks a partner: the address of a carrier has room for six thousand searches.
  addressSuggest: [
    { per: 'session', maximum: 600, windowMs: 10 * minuteMs },
    { per: 'browser', maximum: 6000, windowMs: hourMs },
    { per: 'address', maximum: 120_000, windowMs: hourMs },
  ],
  // By address alone: every page begins with it, and a row a session would cost more. Misses count by session too (brute-force-guard.ts).
  prospectCar: [{ per: 'address', maximum: 120, windowMs: 15 * minuteMs }],
  quoteRetrieve: [
    { per: 'session', maximum: 10, windowMs: hourMs },
    { per: 'address', maximum: 30, windowMs: hourMs },
  ],
  emailQuote: [
    { per: 'session', maximum: 5, windowMs: hourMs },
    { per: 'address', maximum: 20, windowMs: hourMs },
  ],
  // A puzzle is made here and costs less than the row that would count it.
  captchaChallenge: [],
  // Who has no session begins one with it.
  validateRecaptcha: [
    { per: 'session', maximum: 20, windowMs: hourMs },
    { per: 'stranger', maximum: 1200, windowMs: hourMs },
  ],
  // Each page that is begun is asked about for days, at the partner's.
  paymentCreate: [
    { per: 'session', maximum: 30, windowMs: hourMs },
    { per: 'address', maximum: 120, windowMs: hourMs },
  ],
  // By address as well: strangers come without a session, and each of their captcha tokens is looked at.
  paymentRetry: [
    { per: 'session', maximum: 10, windowMs: hourMs },
    { per: 'address', maximum: 60, windowMs: hourMs },
  ],
  // A stranger hears nothing; what asks the partner is counted (mayPollPayment).
  policyRetrieve: [],
  documentRetrieve: [
    { per: 'session', maximum: 10, windowMs: hourMs },
    { per: 'address', maximum: 60, windowMs: hourMs },
  ],
  // Whoever comes with neither cookie nor token is given none.
  calendarRetrieve: [{ per: 'session', maximum: 20, windowMs: hourMs }],
}

const limitsOf = (call: EndpointName): readonly Limit[] => limits[call] ?? []

/** What a call without limits may do while nobody tells people from programs. */
const unguardedOnly: readonly Limit[] = [{ per: 'session', maximum: callsPerMinute, windowMs: minuteMs }]
const unguardedShare = 0.1

/** Whether the visible check can be asked for instead of a refusal. */
const hasVisibleCheck = (call: EndpointName, { captcha }: Dependencies): boolean =>
  (endpoints[call] as Endpoint).captcha !== null && captcha.kind !== 'off'

/** Counts this call; what it is over, if it is one too many. */
export async function checkRateLimit(
  call: EndpointName,
  visitor: RequestContext,
  services: Dependencies,
): Promise<OverLimit | null> {
  const session = sessionOf(visitor)
  const { rateLimiter, config, now } = services
  const line = session === null ? rateLimitNetwork(visitor.ip) : null
  if (line !== null) {
    const wait = rateLimiter.consume(`${call}|${line}`, now(), strangersAMinute * config.limitFactor)
    if (wait !== null) return { by: 'address', waitSeconds: wait }
  }
  const under = limitsOf(call)
  // What has limits of its own may come in quick succession: typing an address does.
  if (under.length === 0 && session !== null) {
    const wait = rateLimiter.consume(`${call}|${session}`, now())
    return wait === null ? null : { by: 'session', waitSeconds: wait }
  }
  return withVisibleCheck(call, await consumeLimits(call, under, visitor, services), services)
}

/** The refusal of a call that is over a limit: it waits, or passes the visible check first. The metric tells which. */
export function rateLimitRefusal(
  call: EndpointName,
  { by, waitSeconds }: OverLimit,
  { rateLimited }: Dependencies,
) {
  rateLimited(call, by)
  return by === 'visible_check'
    ? ({ refused: 'CAPTCHA_REQUIRED' } as const)
    : ({ refused: 'TOO_MANY_REQUESTS', retryAfterSeconds: waitSeconds } as const)
}

/** An address that is over its limit is asked for the visible check, where there is one. */
export const withVisibleCheck = (
  call: EndpointName,
  over: OverLimit | null,
  services: Dependencies,
): OverLimit | null =>
  over?.by === 'address' && hasVisibleCheck(call, services) ? { ...over, by: 'visible_check' } : over

/**
 * The same for a car that is saved: the register is asked about it as at a look-up (T20). Counted by itself, so that whoever
 * has looked up all they may can still save what they found.
 */
export const checkCarSaveLimit = async (
  visitor: RequestContext,
  services: Dependencies,
): Promise<OverLimit | null> =>
  withVisibleCheck('quoteCreate', await consumeLimits('saveCar', carLookUps, visitor, services), services)

/** One a second and session: what a visitor's page asks of the card partner, about each payment (T12). */
const askings: readonly Limit[] = [{ per: 'session', maximum: 600, windowMs: 10 * minuteMs }]

/** No captcha stands before policyRetrieve. Most of its calls ask nobody, and are not counted. */
export const mayPollPayment = async (visitor: RequestContext, services: Dependencies): Promise<boolean> =>
  (await consumeLimits('askOfPayment', askings, visitor, services)) === null

/** The same at a tenth, for a call the captcha could not judge because its partner is out (D3). */
export const checkUnguardedLimit = (
  call: EndpointName,
  visitor: RequestContext,
  services: Dependencies,
): Promise<OverLimit | null> =>
  consumeLimits(
    `${call}|unguarded`,
    (limitsOf(call).length > 0 ? limitsOf(call) : unguardedOnly).map(limit => ({
      ...limit,
      maximum: Math.ceil(limit.maximum * unguardedShare),
    })),
    visitor,
    services,
  )

/** A client without a browser session is told apart by the quote its token is for. */
const sessionOf = ({ sidHash, quoteId }: RequestContext): string | null =>
  sidHash?.toString('base64url') ?? quoteId

function countedOf(per: Limit['per'], visitor: RequestContext, named: string | null): string | null {
  const session = sessionOf(visitor)
  if (per === 'session') return session
  if (per === 'browser') return visitor.originalSidHash?.toString('base64url') ?? session
  if (per === 'name') return named && `${named}|${subscriberNetwork(visitor.ip)}`
  if (per === 'visitor' && session !== null) return session
  return per === 'stranger' && session !== null ? null : rateLimitNetwork(visitor.ip)
}

/** Under which key a limit counts this visitor; null where it does not apply to them. */
export function keyOf(
  what: string,
  { per }: Limit,
  visitor: RequestContext,
  named: string | null,
): string | null {
  const who = countedOf(per, visitor, named)
  return who === null ? null : `${what}|${per}|${who}`
}

/** What being over this limit is told as. */
export const limitedByOf = ({ per }: Limit, visitor: RequestContext): LimitedBy =>
  per === 'session' || per === 'browser' || (per === 'visitor' && sessionOf(visitor) !== null)
    ? 'session'
    : 'address'

export const maximumOf = ({ maximum }: Limit, { config }: Dependencies): number =>
  maximum * config.limitFactor

/** Counts one event under each of these limits; the first that it is one too many for. */
export async function consumeLimits(
  what: string,
  under: readonly Limit[],
  visitor: RequestContext,
  services: Dependencies,
): Promise<OverLimit | null> {
  const now = services.now()
  for (const limit of under) {
    const key = keyOf(what, limit, visitor, null)
    if (key === null) continue
    const count = await services.repositories.countEvent(key, limit.windowMs, now)
    if (count > maximumOf(limit, services))
      return { by: limitedByOf(limit, visitor), waitSeconds: secondsLeft(limit.windowMs, now) }
  }
  return null
}
