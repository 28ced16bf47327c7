/** POST /login: a link token or a return code for one quote becomes a session token (EDGE-01, ENTRY-03). */
import { type Handler, refuse, reply } from '#server/context.ts'
import { hashToken } from '#server/secrets.ts'
import { sessionToken } from '../session-token.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export const login: Handler<'login'> = async ({ body, query, visitor }, services) => {
  const quoteId = (body?.user_id ?? query.user_id ?? '').toLowerCase()
  const password = body?.password ?? query.password ?? ''
  if (!uuid.test(quoteId) || password === '') return refuse('NOT_LOGGED_IN')
  const now = services.now()
  const found = await services.books.findQuote(quoteId)
  if (!found || found.brand !== visitor.brand.key) return refuse('NOT_LOGGED_IN')
  const token = await services.books.redeemLoginToken(hashToken(password), quoteId, now)
  const { sidHash, bindTo } = visitor
  const sameSession =
    token !== null && (sidHash === null ? token.sidHash === null : token.sidHash?.equals(sidHash) === true)
  if (!token || (token.kind === 'return' && !sameSession)) return refuse('NOT_LOGGED_IN')
  if (bindTo) {
    // What came by our own mail after the people were typed shows them; a link that was passed on does not.
    const level =
      token.kind === 'documents'
        ? 'BOUGHT'
        : sameSession
          ? 'CREATED'
          : token.showsPeople
            ? 'VERIFIED'
            : 'LINKED'
    await services.books.bindSession({ sidHash: bindTo, quoteId, level, now })
  }
  const level = sameSession || token.showsPeople || token.kind === 'documents' ? 'CREATED' : 'LINKED'
  return reply({ JWT: await sessionToken(quoteId, level, visitor, services) })
}
