/** Session tokens as the calls hand them out: good for the visitor's browser session, or alone where there is none. */
import type { SessionLevel } from '#journey/session-level.ts'
import type { Services, Visitor } from './context.ts'
import { makeToken } from './http/tokens.ts'
import { sessionIdleSeconds } from './http/visitor.ts'

export const sessionToken = (
  quoteId: string,
  level: SessionLevel,
  visitor: Visitor,
  services: Services,
  since: Date | null = null,
): Promise<string> =>
  makeToken(
    services.keys,
    { quoteId, brandKey: visitor.brand.key, sidHash: visitor.firstHash, level, since },
    services.now(),
    sessionIdleSeconds(services),
  )
