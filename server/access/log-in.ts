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
  /** To be put into the answer: what the session goes on under. Who came without one is given nothing here. */
  readonly cookie: { readonly sid?: string }
}

interface LogIn {
  readonly quoteId: string
  readonly level: AccessLevel
  readonly now: Date
  /** From the card page, which the session was waited for at (decision 0004). */
  readonly isBack?: boolean
}

/** For a transaction with the quote locked: a right that other people's answers end in this moment is not given out after them. */
export async function bindSessionToQuote(
  visitor: RequestContext,
  { quoteId, level, now, isBack = false }: LogIn,
  { repositories }: Pick<Dependencies, 'repositories'>,
): Promise<LoggedIn> {
  const { sidHash, bindSessionHash } = visitor
  if (sidHash === null) {
    if (bindSessionHash) await repositories.bindSession({ sidHash: bindSessionHash, quoteId, level, now })
    return { visitor, cookie: {} }
  }
  if (isBack) {
    // Only the session that was sent there may come back, so it stays under its cookie: if this answer is lost on its way,
    // whose code is spent, the visitor still has what opens their quote.
    await repositories.endWait(sidHash, now)
    await repositories.bindSession({ sidHash, quoteId, level, now })
    return { visitor, cookie: {} }
  }
  // A cookie that somebody planted before the login must not be worth anything after it.
  const sid = newToken()
  const to = hashToken(sid)
  const isRenewed = await repositories.renewSession(sidHash, to)
  // Of log-ins sent at once the first takes the session along. The others begin one that opens their own quote and no more.
  if (!isRenewed) await repositories.createSession({ sidHash: to, brand: visitor.brand.key, now })
  await repositories.bindSession({ sidHash: to, quoteId, level, now })
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
