/** Session tokens as the calls hand them out: good for the visitor's browser session, or alone where there is none. */
import type { Services, Visitor } from './context.ts'
import { type BearerLevel, makeToken } from './http/tokens.ts'
import { sessionIdleSeconds } from './http/visitor.ts'

export const sessionToken = (
  quoteId: string,
  level: BearerLevel,
  visitor: Visitor,
  services: Services,
): Promise<string> =>
  makeToken(
    services.keys,
    { quoteId, brandKey: visitor.brand.key, sidHash: visitor.sidHash, level },
    services.now(),
    sessionIdleSeconds(services),
  )
