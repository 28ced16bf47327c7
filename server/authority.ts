/** Who may see and do what with a quote: bindings of the browser session, or a bearer token that works alone. */
import { levelAtLeast, type SessionLevel } from '#journey/session-level.ts'
import type { Services, Visitor } from '#server/context.ts'

/** How well this visitor is known to a quote; null for a stranger. */
export async function levelFor(
  visitor: Visitor,
  quoteId: string,
  services: Services,
): Promise<SessionLevel | null> {
  const bound = await services.books.levelOf(visitor.sidHash, quoteId)
  if (visitor.quoteId !== quoteId || visitor.bearerLevel === null) return bound
  return levelAtLeast(bound, visitor.bearerLevel) ? bound : visitor.bearerLevel
}

/** Names, birth dates, addresses and incidents go only to who typed them, confirmed them, or bought here (decision D2). */
export const seesPeople = (level: SessionLevel | null): boolean => levelAtLeast(level, 'CREATED')

/** A caller without a browser session can be remembered no other way than by the token it holds. */
export const ownsPolicy = (level: SessionLevel | null, visitor: Visitor): boolean =>
  levelAtLeast(level, 'BOUGHT') || (visitor.sidHash === null && visitor.bearerLevel === 'CREATED')
