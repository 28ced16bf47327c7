/** POST /login: a link token or a return code for one quote becomes a session token (EDGE-01, ENTRY-03). */
import type { LoginToken } from '#db/login-tokens.ts'
import type { SessionLevel } from '#journey/session-level.ts'
import { type Answer, type Handler, refuse, reply, type Services, type Visitor } from '#server/context.ts'
import { isQuoteId } from '#server/quote/quote-at-hand.ts'
import { hashToken, newToken } from '#server/secrets.ts'
import { sessionToken } from '#server/session-token.ts'

export const login: Handler<'login'> = async ({ body, query, visitor }, services) => {
  const quoteId = (body?.user_id ?? query.user_id ?? '').toLowerCase()
  const password = body?.password ?? query.password ?? ''
  if (!isQuoteId(quoteId) || password === '') return refuse('NOT_LOGGED_IN')
  const now = services.now()
  const found = await services.books.findQuote(quoteId)
  // A quote that is not here is asked for a token that nobody has: who guesses waits as long as for one that is (T1).
  const tokenHash = hashToken(found?.brand === visitor.brand.key ? password : newToken())
  return services.transact(books => logIn(tokenHash, quoteId, now, visitor, { ...services, books }))
}

/** With the quote locked: a right that other people's answers end in this moment is not given out after them. */
async function logIn(
  tokenHash: Buffer,
  quoteId: string,
  now: Date,
  visitor: Visitor,
  services: Services,
): Promise<Answer<'login'>> {
  const { books } = services
  await books.lockQuote(quoteId)
  const { sidHash, bindTo } = visitor
  const token = await books.redeemLoginToken(tokenHash, quoteId, sidHash, now)
  if (!token) return refuse('NOT_LOGGED_IN')
  const sameSession = sidHash === null ? token.sidHash === null : token.sidHash?.equals(sidHash) === true
  const level = token.outlived ? 'LINKED' : levelBy(token, sameSession)
  if (sidHash === null) {
    if (bindTo) await books.bindSession({ sidHash: bindTo, quoteId, level, now })
    return reply({ JWT: await sessionToken(quoteId, level, visitor, services) })
  }
  // A cookie that somebody planted before the login must not be worth anything after it.
  const sid = newToken()
  const to = hashToken(sid)
  const isRenewed = await books.renewSession(sidHash, to)
  // Of log-ins sent at once the first takes the session along. The others begin one that opens their own quote and no more.
  if (!isRenewed) await books.createSession({ sidHash: to, brand: visitor.brand.key, now })
  await books.bindSession({ sidHash: to, quoteId, level, now })
  const firstHash = isRenewed ? visitor.firstHash : to
  const renewed = { ...visitor, sidHash: to, bindTo: to, firstHash }
  return { ...reply({ JWT: await sessionToken(quoteId, level, renewed, services) }), sid }
}

/**
 * What came by our own mail after the people were typed shows them; a link that was passed on does not. The mails are
 * asked first: they are made for no session, as are the links of clients that have none.
 */
function levelBy(token: LoginToken, sameSession: boolean): SessionLevel {
  if (token.kind === 'documents') return 'BOUGHT'
  if (token.showsPeople) return 'VERIFIED'
  return sameSession ? 'CREATED' : 'LINKED'
}
