/**
 * GET /session: 'Extend Session' keeps the session alive and gets a new token. The call itself counts as
 * activity.
 */
import { sessionToken } from '#server/access/log-in.ts'
import { type Handler, reply } from '#server/lib/handler-types.ts'

export const session: Handler<'session'> = async ({ quoteId, visitor }, services) =>
  reply({
    JWT: await sessionToken(
      quoteId,
      visitor.token?.level ?? 'VIEW_SUMMARY',
      visitor,
      services,
      visitor.token?.issuedAt ?? null,
    ),
  })
