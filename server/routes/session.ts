/**
 * GET /session: 'Extend Session' keeps the session alive and gets a new token. The call itself counts as
 * activity.
 */
import { createSessionToken } from '#server/access/log-in.ts'
import { type Handler, reply } from '#server/lib/handler-types.ts'

export const session: Handler<'session'> = async ({ quoteId, caller }, services) =>
  reply({
    JWT: await createSessionToken(
      quoteId,
      caller.token?.level ?? 'VIEW_SUMMARY',
      caller,
      services,
      caller.token?.issuedAt ?? null,
    ),
  })
