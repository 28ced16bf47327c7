/** What a log-in gives: the quote bound to the visitor's browser session, its new cookie, and a token good for that session, or alone where there is none. */
import type { SessionLevel } from '#journey/access-level.ts'
import type { Services, Visitor } from '#server/lib/context.ts'
import { hashToken, newToken } from '#server/lib/crypto.ts'
import { sessionIdleSeconds } from '#server/plugins/request-context.ts'
import { makeToken } from './tokens.ts'

interface LoggedIn {
  readonly visitor: Visitor
  /** To be put into the answer: what the session goes on under. Who came without one is given nothing here. */
  readonly cookie: { readonly sid?: string }
}

interface LogIn {
  readonly quoteId: string
  readonly level: SessionLevel
  readonly now: Date
  /** From the card page, which the session was waited for at (decision 0004). */
  readonly isBack?: boolean
}

/** For a transaction with the quote locked: a right that other people's answers end in this moment is not given out after them. */
export async function bindAtLogIn(
  visitor: Visitor,
  { quoteId, level, now, isBack = false }: LogIn,
  { books }: Pick<Services, 'books'>,
): Promise<LoggedIn> {
  const { sidHash, bindTo } = visitor
  if (sidHash === null) {
    if (bindTo) await books.bindSession({ sidHash: bindTo, quoteId, level, now })
    return { visitor, cookie: {} }
  }
  if (isBack) {
    // Only the session that was sent there may come back, so it stays under its cookie: if this answer is lost on its way,
    // whose code is spent, the visitor still has what opens their quote.
    await books.endWait(sidHash, now)
    await books.bindSession({ sidHash, quoteId, level, now })
    return { visitor, cookie: {} }
  }
  // A cookie that somebody planted before the login must not be worth anything after it.
  const sid = newToken()
  const to = hashToken(sid)
  const isRenewed = await books.renewSession(sidHash, to)
  // Of log-ins sent at once the first takes the session along. The others begin one that opens their own quote and no more.
  if (!isRenewed) await books.createSession({ sidHash: to, brand: visitor.brand.key, now })
  await books.bindSession({ sidHash: to, quoteId, level, now })
  const firstHash = isRenewed ? visitor.firstHash : to
  return { visitor: { ...visitor, sidHash: to, bindTo: to, firstHash }, cookie: { sid } }
}

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
