/**
 * How often a call may be made: a table by call; what is dear or guards a secret is counted in the database, so that all nodes
 * count together. Where something else is counted than calls, its limit stands beside it: misses (guesses.ts), tries at one
 * quote number (calls/quote-retrieve.ts), card pages (purchase/open-card-page.ts), mails (mails-a-day.ts), sessions that pages
 * begin (pages.ts), notices of the card partner (notices/card.ts) and reports of browsers (csp-report.ts,
 * logged-events.ts).
 */
import type { CallName, Calls } from '#contract/calls.ts'
import type { Services, Visitor } from '#server/context.ts'
import { hourMs, minuteMs, secondsLeft } from '#server/durations.ts'
import { countedLine, lineOf } from './network.ts'

export interface Limit {
  /**
   * `address`: of IPv6 the line. `visitor`: the session, or the address of all who send no cookie. `name`: the quote that the
   * request names, for each address that asks: nobody keeps its owner out.
   */
  readonly per: 'session' | 'address' | 'visitor' | 'name'
  readonly most: number
  readonly windowMs: number
}

/** Calls of one kind that one session may make in a minute. */
export const callsAMinute = 60

/** Calls that cost a partner's fee. */
const dear: readonly Limit[] = [{ per: 'session', most: 30, windowMs: hourMs }]

/** By address as well, because a log-in begins a session's count again: room for an office whose hundred people search thrice. */
const search: readonly Limit[] = [...dear, { per: 'address', most: 300, windowMs: hourMs }]

/** It tells of the car behind a plate, whichever that is: both transmissions of as many plates as an address may check. */
const carLookUps: readonly Limit[] = [...dear, { per: 'address', most: 120, windowMs: hourMs }]

/** These may come with neither cookie nor token, and then are held to no pace: so each has its row, or nothing compiles. */
type WithoutToken = { [N in CallName]: Calls[N]['who'] extends 'bearer' ? never : N }[CallName]
type LimitsByCall = Partial<Record<CallName, readonly Limit[]>> & Record<WithoutToken, readonly Limit[]>

/** An empty row is for what costs neither a partner's fee nor a guess: it is held to the pace of its session alone. */
const limits: LimitsByCall = {
  vehicleDetails: [
    { per: 'session', most: 20, windowMs: hourMs },
    { per: 'address', most: 60, windowMs: hourMs },
  ],
  registration: [
    { per: 'session', most: 5, windowMs: hourMs },
    { per: 'address', most: 20, windowMs: hourMs },
  ],
  login: [{ per: 'address', most: 120, windowMs: hourMs }],
  vehicleLookup: carLookUps,
  addressRisk: search,
  addressPostal: search,
  // The same people, at twenty letters a search.
  addressSuggest: [
    { per: 'session', most: 600, windowMs: 10 * minuteMs },
    { per: 'address', most: 6000, windowMs: hourMs },
  ],
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
  // By address as well, because who has no session begins one with it.
  validateRecaptcha: [
    { per: 'session', most: 20, windowMs: hourMs },
    { per: 'address', most: 120, windowMs: hourMs },
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
  // Many wait behind one address, and a stranger hears nothing: what asks the partner is counted (mayAskOfPayment).
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

/** Counts this call; the seconds to wait when it is one too many, else null. */
export async function tooMany(call: CallName, visitor: Visitor, services: Services): Promise<number | null> {
  const who = visitor.sidHash?.toString('base64url') ?? visitor.quoteId
  // What has limits of its own may come in quick succession: typing an address does.
  const under = limitsOf(call)
  if (under.length === 0 && who !== null) return services.pace.tooFast(`${call}|${who}`, services.now())
  return countedOut(call, under, visitor, services)
}

/**
 * The same for a car that is saved: the register is asked about it as at a look-up (T20). Counted by itself, so that whoever
 * has looked up all they may can still save what they found.
 */
export const tooManyCarsSaved = (visitor: Visitor, services: Services): Promise<number | null> =>
  countedOut('saveCar', carLookUps, visitor, services)

/** One a second and address: what a visitor's page asks of the card partner, about each payment (T12). */
const askings: readonly Limit[] = [{ per: 'address', most: 600, windowMs: 10 * minuteMs }]

/** No captcha stands before policyRetrieve. Most of its calls ask nobody, and are not counted. */
export const mayAskOfPayment = async (visitor: Visitor, services: Services): Promise<boolean> =>
  (await countedOut('askOfPayment', askings, visitor, services)) === null

/** The same at a tenth, for a call the captcha could not judge because its partner is out (D3). */
export const tooManyUnguarded = (
  call: CallName,
  visitor: Visitor,
  services: Services,
): Promise<number | null> =>
  countedOut(
    `${call}|unguarded`,
    (limitsOf(call).length > 0 ? limitsOf(call) : unguardedOnly).map(limit => ({
      ...limit,
      most: Math.ceil(limit.most * unguardedShare),
    })),
    visitor,
    services,
  )

/** Under which key a limit counts this visitor; null where it does not apply to them. */
export function keyOf(what: string, { per }: Limit, visitor: Visitor, named: string | null): string | null {
  // A client without a browser session is told apart by the quote its token is for.
  const session = visitor.sidHash?.toString('base64url') ?? visitor.quoteId
  const isByLine = per === 'address' || (per === 'visitor' && session === null)
  const who = isByLine
    ? countedLine(visitor.ip)
    : per === 'name'
      ? named && `${named}|${lineOf(visitor.ip)}`
      : session
  return who === null ? null : `${what}|${per}|${who}`
}

export const mostOf = ({ most }: Limit, { config }: Services): number => most * config.limitFactor

export async function countedOut(
  what: string,
  under: readonly Limit[],
  visitor: Visitor,
  services: Services,
): Promise<number | null> {
  const now = services.now()
  for (const limit of under) {
    const key = keyOf(what, limit, visitor, null)
    if (key === null) continue
    const count = await services.books.countEvent(key, limit.windowMs, now)
    if (count > mostOf(limit, services)) return secondsLeft(limit.windowMs, now)
  }
  return null
}
