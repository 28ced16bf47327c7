/** Creates the link of a quote, and logs a client in to it: access of its session, a new cookie and a token. */
import type { AccessLevel } from '#journey/access-level.ts'
import { quoteValidDays } from '#journey/cover.ts'
import { startPath } from '#journey/page-paths.ts'
import { hashToken, newToken } from '#server/lib/crypto.ts'
import type { Dependencies, Tx } from '#server/lib/dependencies.ts'
import { dayMs } from '#server/lib/durations.ts'
import type { RequestContext } from '#server/lib/handler-types.ts'
import { sessionIdleSeconds } from './browser-session.ts'
import { sessionCookieOf } from './find-access-level.ts'
import { signSessionToken } from './session-tokens.ts'

interface LoggedIn {
  readonly caller: RequestContext
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

/** The quote is locked: a log-in cannot restore access that a concurrent change of people has just revoked. */
export async function logInSession(
  caller: RequestContext,
  { quoteId, level, now, isBack = false }: LogIn,
  tx: Tx,
): Promise<LoggedIn> {
  const { openedSessionId } = caller
  const former = sessionCookieOf(caller)
  if (former === null) {
    if (openedSessionId) await tx.grantAccess({ sessionId: openedSessionId, quoteId, level, now })
    return { caller, cookie: {} }
  }
  if (isBack) {
    // Only the session that went to the card page can use this code; its cookie stays in case this response is
    // lost.
    await tx.restoreIdleTimeout(former.sessionId, now)
    await tx.grantAccess({ sessionId: former.sessionId, quoteId, level, now })
    return { caller, cookie: {} }
  }
  // Session fixation: a cookie planted before the log-in must be worthless after it.
  const sid = newToken()
  const sidHash = hashToken(sid)
  // The first of concurrent log-ins rotates the cookie; the others start a session that opens only their own
  // quote.
  const sessionId = (await tx.rotateSession(former, sidHash))
    ? former.sessionId
    : await tx.createSession({ sidHash, brand: caller.brand.key, now })
  await tx.grantAccess({ sessionId, quoteId, level, now })
  return { caller: { ...caller, sessionId, sidHash }, cookie: { sid } }
}

/** @param level for a token that stands alone; that of a session is in the database */
export const createSessionToken = (
  quoteId: string,
  level: AccessLevel,
  caller: RequestContext,
  services: Pick<Dependencies, 'keys' | 'config' | 'now'>,
  since: Date | null = null,
): Promise<string> =>
  signSessionToken(
    services.keys,
    { quoteId, brandKey: caller.brand.key, sessionId: caller.sessionId, level, since },
    services.now(),
    sessionIdleSeconds(services),
  )

/** One day longer than a quote is valid, because its last day ends at midnight. */
const linkMs = (quoteValidDays + 1) * dayMs

/** Stores the token, with the quote locked or new, and returns the URL that contains it. */
export async function createQuoteLink(
  quote: {
    readonly quoteId: string
    readonly origin: string
    /** The session that requests the link; null for a mail, and for a client without a session. */
    readonly sessionId: string | null
    readonly showsPeople: boolean
    /** The token of an earlier attempt at the same mail; by default a new one is created. */
    readonly token?: string
  },
  tx: Tx,
  now: Date,
): Promise<string> {
  const { quoteId, origin, sessionId, showsPeople, token = newToken() } = quote
  await tx.upsertLoginToken({
    tokenHash: hashToken(token),
    quoteId,
    kind: 'link',
    sessionId,
    showsPeople,
    expiresAt: new Date(now.getTime() + linkMs),
  })
  return `${origin}${startPath}?id=${quoteId}&token=${token}`
}
