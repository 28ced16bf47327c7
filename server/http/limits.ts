/** How often a call may be made, as one table; counted in the database, so that all nodes count together. */
import type { CallName } from '#contract/calls.ts'
import type { Services, Visitor } from '#server/context.ts'

interface Limit {
  readonly per: 'session' | 'address'
  readonly most: number
  readonly windowMs: number
}

const hour = 3_600_000
const minute = 60_000

const limits: Partial<Record<CallName, readonly Limit[]>> = {
  vehicleDetails: [
    { per: 'session', most: 20, windowMs: hour },
    { per: 'address', most: 60, windowMs: hour },
  ],
  registration: [
    { per: 'session', most: 20, windowMs: hour },
    { per: 'address', most: 60, windowMs: hour },
  ],
  login: [{ per: 'address', most: 120, windowMs: hour }],
  vehicleLookup: [{ per: 'session', most: 30, windowMs: hour }],
  addressSuggest: [{ per: 'session', most: 600, windowMs: 10 * minute }],
  prospectCar: [{ per: 'address', most: 120, windowMs: 15 * minute }],
  quoteRetrieve: [
    { per: 'session', most: 10, windowMs: hour },
    { per: 'address', most: 30, windowMs: hour },
  ],
  emailQuote: [
    { per: 'session', most: 5, windowMs: hour },
    { per: 'address', most: 20, windowMs: hour },
  ],
  validateRecaptcha: [{ per: 'session', most: 20, windowMs: hour }],
  paymentRetry: [{ per: 'session', most: 10, windowMs: hour }],
  documentRetrieve: [{ per: 'session', most: 20, windowMs: hour }],
  calendarRetrieve: [{ per: 'session', most: 20, windowMs: hour }],
}

/** A loopback address is a proxy on this machine (or a developer): who is behind it cannot be told apart by address. */
const isLoopback = (ip: string): boolean => ip === '::1' || /^(::ffff:)?127\./.test(ip)

/** What a call without a row may do while nobody tells people from programs. */
const unguardedOnly: readonly Limit[] = [{ per: 'session', most: 60, windowMs: minute }]
const unguardedShare = 0.1

/** Counts this call; the seconds to wait when it is one too many, else null. */
export const tooMany = (call: CallName, visitor: Visitor, services: Services): Promise<number | null> =>
  countedOut(call, limits[call] ?? [], visitor, services)

/** The same at a tenth, for a call the captcha could not judge because its partner is out (decision D3). */
export const tooManyUnguarded = (
  call: CallName,
  visitor: Visitor,
  services: Services,
): Promise<number | null> =>
  countedOut(
    `${call}|unguarded`,
    (limits[call] ?? unguardedOnly).map(limit => ({
      ...limit,
      most: Math.ceil(limit.most * unguardedShare),
    })),
    visitor,
    services,
  )

async function countedOut(
  call: string,
  under: readonly Limit[],
  visitor: Visitor,
  services: Services,
): Promise<number | null> {
  const now = services.now()
  for (const limit of under) {
    const who = limit.per === 'session' ? visitor.sidHash?.toString('base64url') : visitor.ip
    if (who === undefined || (limit.per === 'address' && isLoopback(visitor.ip))) continue
    const count = await services.books.countEvent(`${call}|${limit.per}|${who}`, limit.windowMs, now)
    if (count > limit.most) return Math.ceil((limit.windowMs - (now.getTime() % limit.windowMs)) / 1000)
  }
  return null
}
