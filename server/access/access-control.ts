/**
 * Access control: the level at which a visitor knows a quote, by browser session or stand-alone bearer
 * token, and what each level permits.
 */
import type { Brand } from '#brands/brand.ts'
import type { Policy } from '#db/repositories/policies.ts'
import type { Quote } from '#db/repositories/quotes.ts'
import { type AccessLevel, levelAtLeast } from '#journey/access-level.ts'
import type { Dependencies, RequestContext } from '#server/lib/context.ts'

/** The access level of this visitor for a quote; null without any access. */
export async function accessLevelFor(
  visitor: RequestContext,
  quoteId: string,
  services: Dependencies,
): Promise<AccessLevel | null> {
  const bound =
    visitor.preloaded?.quoteId === quoteId
      ? visitor.preloaded.level
      : await services.repositories.accessLevelOf(visitor.sidHash, quoteId)
  if (visitor.quoteId !== quoteId || visitor.tokenLevel === null) return bound
  const byToken = await tokenLevel(visitor.tokenLevel, visitor.tokenIssuedAt, quoteId, services)
  return levelAtLeast(bound, byToken) ? bound : byToken
}

/**
 * The level of a stand-alone token. It drops to that of a link if another person's data was entered into
 * the quote after the token's log-in. The visitor who entered that data, even through a link, has CREATED.
 */
async function tokenLevel(
  level: AccessLevel,
  since: Date | null,
  quoteId: string,
  { repositories }: Dependencies,
): Promise<AccessLevel> {
  const othersData = level === 'BOUGHT' ? null : await repositories.ownershipChangedAt(quoteId)
  if (othersData === null) return level
  if (since !== null && since.getTime() === othersData.by?.getTime())
    return canViewPersonalData(level) ? level : 'CREATED'
  return since !== null && since > othersData.at ? level : 'LINKED'
}

/**
 * Names, dates of birth, addresses and incidents are shown only to a visitor who typed them, confirmed
 * them, or bought here.
 */
export const canViewPersonalData = (level: AccessLevel | null): boolean => levelAtLeast(level, 'CREATED')

/**
 * True while the quote holds only the person that a partner registered. The holder of the link may see that
 * person, to confirm the data. Once a visitor saves step 1, the quote belongs to that visitor, and the link
 * alone shows no person.
 */
export const isUnanswered = (quote: Pick<Quote, 'people_at' | 'others_since' | 'risk_address'>): boolean =>
  quote.people_at === null && quote.others_since === null && quote.risk_address === null

/**
 * A quote with people in it may be changed and bought only by a visitor who may see them. Otherwise the
 * holder of a link would get their data with the policy, or replace the owner by typing another person.
 */
export const canEdit = (level: AccessLevel | null, quote: Pick<Quote, 'people_at'>): boolean =>
  quote.people_at === null || canViewPersonalData(level)

/**
 * True if the visitor owns the policy of this quote. A client without a browser session is known by its
 * token alone: the client that registered owns what it bought; a client with a mailed link, or with date of
 * birth and postcode, only viewed the quote. Once another person's data is in the quote, the token counts
 * as a link (`accessLevelFor`), and the policy belongs to that person.
 */
export const ownsPolicy = (level: AccessLevel | null, visitor: RequestContext): boolean =>
  levelAtLeast(level, 'BOUGHT') ||
  (visitor.sidHash === null && visitor.tokenLevel === 'CREATED' && canViewPersonalData(level))

/** The policy of a quote, for its owner at the brand that sold it; otherwise null. */
export async function findOwnedPolicy(
  visitor: RequestContext,
  quoteId: string,
  services: Dependencies,
): Promise<{ readonly policy: Policy; readonly brand: Brand } | null> {
  const level = await accessLevelFor(visitor, quoteId, services)
  const policy = ownsPolicy(level, visitor) ? await services.repositories.findPolicy(quoteId) : undefined
  return policy?.brand === visitor.brand.key ? { policy, brand: visitor.brand } : null
}
