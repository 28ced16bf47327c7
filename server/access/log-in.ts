/**
 * Log-in to a quote: binds it to the browser session, rotates the session cookie, and creates a token. The
 * token belongs to that session, or stands alone for a client without one.
 */
import type { AccessLevel } from '#journey/access-level.ts'
import type { Dependencies, RequestContext } from '#server/lib/context.ts'
import { hashToken, newToken } from '#server/lib/crypto.ts'
import { sessionIdleSeconds } from '#server/plugins/request-context.ts'
import { createToken } from './tokens.ts'

interface LoggedIn {
  readonly visitor: RequestContext
  /** The new session cookie for the response; empty for a client that came without a session. */
  readonly cookie: { readonly sid?: string }
}

interface LogIn {
  readonly quoteId: string
  readonly level: AccessLevel
  readonly now: Date
  /** True on return from the card page; the session was kept alive for that. */
  readonly isBack?: boolean
}

/**
 * Call it in a transaction with the quote locked: a right that another person's data ends at this moment
 * must not be granted after that.
 */
export async function bindSessionToQuote(
  visitor: RequestContext,
  { quoteId, level, now, isBack = false }: LogIn,
  { repositories }: Pick<Dependencies, 'repositories'>,
): Promise<LoggedIn> {
  const { sidHash, bindSessionHash } = visitor
  if (sidHash === null) {
    if (bindSessionHash) await repositories.grantAccess({ sidHash: bindSessionHash, quoteId, level, now })
    return { visitor, cookie: {} }
  }
  if (isBack) {
    // Only the session that went to the card page can return with this code, so its cookie stays. If this
    // response is lost, the code is spent, but the visitor still has the session.
    await repositories.resetActivity(sidHash, now)
    await repositories.grantAccess({ sidHash, quoteId, level, now })
    return { visitor, cookie: {} }
  }
  // Session fixation: a cookie planted before the log-in must be worthless after it.
  const sid = newToken()
  const to = hashToken(sid)
  const isRenewed = await repositories.rotateSession(sidHash, to)
  // Of concurrent log-ins, the first renews the session. The others start a new session that opens only
  // their own quote.
  if (!isRenewed) await repositories.createSession({ sidHash: to, brand: visitor.brand.key, now })
  await repositories.grantAccess({ sidHash: to, quoteId, level, now })
  const originalSidHash = isRenewed ? visitor.originalSidHash : to
  return { visitor: { ...visitor, sidHash: to, bindSessionHash: to, originalSidHash }, cookie: { sid } }
}

export const sessionToken = (
  quoteId: string,
  level: AccessLevel,
  visitor: RequestContext,
  services: Dependencies,
  since: Date | null = null,
): Promise<string> =>
  createToken(
    services.keys,
    { quoteId, brandKey: visitor.brand.key, sidHash: visitor.originalSidHash, level, since },
    services.now(),
    sessionIdleSeconds(services),
  )
