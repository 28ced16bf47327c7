/**
 * Access control: the level at which a visitor knows a quote, by browser session or stand-alone bearer
 * token, and what each level permits.
 */
import type { Brand } from '#brands/brand.ts'
import type { Policy } from '#db/repositories/policies.ts'
import type { Quote } from '#db/repositories/quotes.ts'
import { type AccessLevel, levelAtLeast } from '#journey/access-level.ts'
import type { Dependencies, RequestContext } from '#server/lib/context.ts'

/** How well this visitor is known to a quote; null for a stranger. */
export async function accessLevelFor(
  visitor: RequestContext,
  quoteId: string,
  services: Dependencies,
): Promise<AccessLevel | null> {
  const bound =
    visitor.preloaded?.quoteId === quoteId
      ? visitor.preloaded.level
      : await services.repositories.levelOf(visitor.sidHash, quoteId)
  if (visitor.quoteId !== quoteId || visitor.tokenLevel === null) return bound
  const byToken = await tokenLevel(visitor.tokenLevel, visitor.tokenIssuedAt, quoteId, services)
  return levelAtLeast(bound, byToken) ? bound : byToken
}

/**
 * What a token that works alone is worth: a link's, if somebody else's people came into the quote after its log-in. Who
 * brought them in, by a link too, has typed them.
 */
async function tokenLevel(
  level: AccessLevel,
  since: Date | null,
  quoteId: string,
  { repositories }: Dependencies,
): Promise<AccessLevel> {
  const others = level === 'BOUGHT' ? null : await repositories.othersSince(quoteId)
  if (others === null) return level
  if (since !== null && since.getTime() === others.by?.getTime())
    return canViewPersonalData(level) ? level : 'CREATED'
  return since !== null && since > others.at ? level : 'LINKED'
}

/** Names, birth dates, addresses and incidents go only to who typed them, confirmed them, or bought here (D2). */
export const canViewPersonalData = (level: AccessLevel | null): boolean => levelAtLeast(level, 'CREATED')

/**
 * While nobody has answered anything there is only the person that a partner registered: who was given the link sees them, to
 * confirm them. Whoever saves step 1 hands it over (D2), and the link alone shows nobody any more.
 */
export const isUnanswered = (quote: Pick<Quote, 'people_at' | 'others_since' | 'risk_address'>): boolean =>
  quote.people_at === null && quote.others_since === null && quote.risk_address === null

/**
 * A quote with people in it is changed and bought by whoever may see them: who merely holds a link would get them with the
 * policy, or put the owner out by typing somebody else in.
 */
export const canEdit = (level: AccessLevel | null, quote: Pick<Quote, 'people_at'>): boolean =>
  quote.people_at === null || canViewPersonalData(level)

/**
 * A caller without a browser session can be remembered no other way than by the token it holds: the one that registered
 * owns what it bought, the one that came by a mailed link or by birth date and postcode only saw the quote. Once other
 * people came in its token is a link's (`accessLevelFor`), and what they buy is theirs.
 */
export const ownsPolicy = (level: AccessLevel | null, visitor: RequestContext): boolean =>
  levelAtLeast(level, 'BOUGHT') ||
  (visitor.sidHash === null && visitor.tokenLevel === 'CREATED' && canViewPersonalData(level))

/** The policy a quote became, to its owner at the brand that sold it; null to everybody else, and where there is none. */
export async function findOwnedPolicy(
  visitor: RequestContext,
  quoteId: string,
  services: Dependencies,
): Promise<{ readonly policy: Policy; readonly brand: Brand } | null> {
  const level = await accessLevelFor(visitor, quoteId, services)
  const policy = ownsPolicy(level, visitor) ? await services.repositories.findPolicy(quoteId) : undefined
  return policy?.brand === visitor.brand.key ? { policy, brand: visitor.brand } : null
}
