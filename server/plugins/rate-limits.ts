/**
 * How often a call may be made: a table by call; what is dear or guards a secret is counted in the database, so that all nodes
 * count together. Where something else is counted than calls, its limit stands beside it: misses (brute-force-guard.ts), tries at one
 * quote number (calls/quote-retrieve.ts), card pages (purchase/open-card-page.ts), mails (daily-mail-limit.ts), sessions that pages
 * begin (pages.ts), notices of the card partner (notices/card.ts) and reports of browsers (csp-report.ts,
 * logged-events.ts).
 */
import { type Call, type CallName, type Calls, calls } from '#contract/endpoints.ts'
import type { LimitedBy, Services, Visitor } from '#server/lib/context.ts'
import { hourMs, minuteMs, secondsLeft } from '#server/lib/durations.ts'
import { countedLine, lineOf } from './client-network.ts'

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
  readonly most: number
  readonly windowMs: number
}

export interface OverLimit {
  readonly by: LimitedBy
  readonly waitSeconds: number
}

/** Calls of one kind that one session may make in a minute. */
export const callsAMinute = 60

/**
 * As many that strangers at one address make on one node in a minute: a flood without cookies, for no page of ours calls so.
 * It is refused before anything is counted in the database.
 */
const strangersAMinute = 300

/** Calls that cost a partner's fee. */
const dear: readonly Limit[] = [{ per: 'session', most: 30, windowMs: hourMs }]

/** By address as well, because a log-in begins a session's count again: an office whose hundred people search thrice sees no check. */
const search: readonly Limit[] = [...dear, { per: 'address', most: 300, windowMs: hourMs }]

/** It tells of the car behind a plate, whichever that is: both transmissions of as many plates as an address may check. */
const carLookUps: readonly Limit[] = [...dear, { per: 'address', most: 120, windowMs: hourMs }]

/** These may come with neither cookie nor token: so each has its row, or nothing compiles. */
type WithoutToken = { [N in CallName]: Calls[N]['who'] extends 'bearer' ? never : N }[CallName]
type LimitsByCall = Partial<Record<CallName, readonly Limit[]>> & Record<WithoutToken, readonly Limit[]>

/** An empty row is for what costs neither a partner's fee nor a guess: it is held to a pace alone. */
const limits: LimitsByCall = {
  vehicleDetails: [
    { per: 'session', most: 20, windowMs: hourMs },
    { per: 'address', most: 60, windowMs: hourMs },
  ],
  registration: [
    { per: 'session', most: 5, windowMs: hourMs },
    { per: 'address', most: 20, windowMs: hourMs },
  ],
  // No captcha stands before it: an address that is refused would shut a carrier's customers out.
  login: [
    { per: 'browser', most: 120, windowMs: hourMs },
    { per: 'stranger', most: 2400, windowMs: hourMs },
  ],
  vehicleLookup: carLookUps,
  addressRisk: search,
  addressPostal: search,
  // No captcha stands before it either, and it asks a partner: the address of a carrier has room for six thousand searches.
  addressSuggest: [
    { per: 'session', most: 600, windowMs: 10 * minuteMs },
    { per: 'browser', most: 6000, windowMs: hourMs },
    { per: 'address', most: 120_000, windowMs: hourMs },
  ],
  // By address alone: every page begins with it, and a row a session would cost more. Misses count by session too (brute-force-guard.ts).
  prospectCar: [{ per: 'address', most: 120, windowMs: 15 * minuteMs }],
  quoteRetrieve: [
    { per: 'session', most: 10, windowMs: hourMs },
    { per: 'address', most: 30, windowMs: hourMs },
  ],
  emailQuote: [
    { per: 'session', most: 5, windowMs: hourMs },
    { per: 'address', most: 20, windowMs: hourMs },
  ],
  // A puzzle is made here and costs less than the row that would count it.
  captchaChallenge: [],
  // Who has no session begins one with it.
  validateRecaptcha: [
    { per: 'session', most: 20, windowMs: hourMs },
    { per: 'stranger', most: 1200, windowMs: hourMs },
  ],
  // Each page that is begun is asked about for days, at the partner's.
  paymentCreate: [
    { per: 'session', most: 30, windowMs: hourMs },
    { per: 'address', most: 120, windowMs: hourMs },
  ],
  // By address as well: strangers come without a session, and each of their captcha tokens is looked at.
  paymentRetry: [
    { per: 'session', most: 10, windowMs: hourMs },
    { per: 'address', most: 60, windowMs: hourMs },
  ],
  // A stranger hears nothing; what asks the partner is counted (mayAskOfPayment).
  policyRetrieve: [],
  documentRetrieve: [
    { per: 'session', most: 10, windowMs: hourMs },
    { per: 'address', most: 60, windowMs: hourMs },
  ],
  // Whoever comes with neither cookie nor token is given none.
  calendarRetrieve: [{ per: 'session', most: 20, windowMs: hourMs }],
}

const limitsOf = (call: CallName): readonly Limit[] => limits[call] ?? []

/** What a call without limits may do while nobody tells people from programs. */
const unguardedOnly: readonly Limit[] = [{ per: 'session', most: callsAMinute, windowMs: minuteMs }]
const unguardedShare = 0.1

/** Whether the visible check can be asked for instead of a refusal. */
const hasVisibleCheck = (call: CallName, { captcha }: Services): boolean =>
  (calls[call] as Call).captcha !== null && captcha.kind !== 'off'

/** Counts this call; what it is over, if it is one too many. */
export async function tooMany(
  call: CallName,
  visitor: Visitor,
  services: Services,
): Promise<OverLimit | null> {
  const session = sessionOf(visitor)
  const { pace, config, now } = services
  const line = session === null ? countedLine(visitor.ip) : null
  if (line !== null) {
    const wait = pace.tooFast(`${call}|${line}`, now(), strangersAMinute * config.limitFactor)
    if (wait !== null) return { by: 'address', waitSeconds: wait }
  }
  const under = limitsOf(call)
  // What has limits of its own may come in quick succession: typing an address does.
  if (under.length === 0 && session !== null) {
    const wait = pace.tooFast(`${call}|${session}`, now())
    return wait === null ? null : { by: 'session', waitSeconds: wait }
  }
  return withVisibleCheck(call, await counted(call, under, visitor, services), services)
}

/** The refusal of a call that is over a limit: it waits, or passes the visible check first. The metric tells which. */
export function limited(call: CallName, { by, waitSeconds }: OverLimit, { rateLimited }: Services) {
  rateLimited(call, by)
  return by === 'visible_check'
    ? ({ refused: 'CAPTCHA_REQUIRED' } as const)
    : ({ refused: 'TOO_MANY_REQUESTS', retryAfterSeconds: waitSeconds } as const)
}

/** An address that is over its limit is asked for the visible check, where there is one. */
export const withVisibleCheck = (
  call: CallName,
  over: OverLimit | null,
  services: Services,
): OverLimit | null =>
  over?.by === 'address' && hasVisibleCheck(call, services) ? { ...over, by: 'visible_check' } : over

/**
 * The same for a car that is saved: the register is asked about it as at a look-up (T20). Counted by itself, so that whoever
 * has looked up all they may can still save what they found.
 */
export const tooManyCarsSaved = async (visitor: Visitor, services: Services): Promise<OverLimit | null> =>
  withVisibleCheck('quoteCreate', await counted('saveCar', carLookUps, visitor, services), services)

/** One a second and session: what a visitor's page asks of the card partner, about each payment (T12). */
const askings: readonly Limit[] = [{ per: 'session', most: 600, windowMs: 10 * minuteMs }]

/** No captcha stands before policyRetrieve. Most of its calls ask nobody, and are not counted. */
export const mayAskOfPayment = async (visitor: Visitor, services: Services): Promise<boolean> =>
  (await counted('askOfPayment', askings, visitor, services)) === null

/** The same at a tenth, for a call the captcha could not judge because its partner is out (D3). */
export const tooManyUnguarded = (
  call: CallName,
  visitor: Visitor,
  services: Services,
): Promise<OverLimit | null> =>
  counted(
    `${call}|unguarded`,
    (limitsOf(call).length > 0 ? limitsOf(call) : unguardedOnly).map(limit => ({
      ...limit,
      most: Math.ceil(limit.most * unguardedShare),
    })),
    visitor,
    services,
  )

/** A client without a browser session is told apart by the quote its token is for. */
const sessionOf = ({ sidHash, quoteId }: Visitor): string | null => sidHash?.toString('base64url') ?? quoteId

function countedOf(per: Limit['per'], visitor: Visitor, named: string | null): string | null {
  const session = sessionOf(visitor)
  if (per === 'session') return session
  if (per === 'browser') return visitor.firstHash?.toString('base64url') ?? session
  if (per === 'name') return named && `${named}|${lineOf(visitor.ip)}`
  if (per === 'visitor' && session !== null) return session
  return per === 'stranger' && session !== null ? null : countedLine(visitor.ip)
}

/** Under which key a limit counts this visitor; null where it does not apply to them. */
export function keyOf(what: string, { per }: Limit, visitor: Visitor, named: string | null): string | null {
  const who = countedOf(per, visitor, named)
  return who === null ? null : `${what}|${per}|${who}`
}

/** What being over this limit is told as. */
export const byOf = ({ per }: Limit, visitor: Visitor): LimitedBy =>
  per === 'session' || per === 'browser' || (per === 'visitor' && sessionOf(visitor) !== null)
    ? 'session'
    : 'address'

export const mostOf = ({ most }: Limit, { config }: Services): number => most * config.limitFactor

/** Counts one event under each of these limits; the first that it is one too many for. */
export async function counted(
  what: string,
  under: readonly Limit[],
  visitor: Visitor,
  services: Services,
): Promise<OverLimit | null> {
  const now = services.now()
  for (const limit of under) {
    const key = keyOf(what, limit, visitor, null)
    if (key === null) continue
    const count = await services.books.countEvent(key, limit.windowMs, now)
    if (count > mostOf(limit, services))
      return { by: byOf(limit, visitor), waitSeconds: secondsLeft(limit.windowMs, now) }
  }
  return null
}
