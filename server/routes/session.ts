/** GET /session: 'Extend Session' keeps the session alive and gets a fresh token (SHELL-07). Asking is the touch. */

import { sessionToken } from '#server/access/log-in.ts'
import { type Handler, reply } from '#server/lib/context.ts'
import { quoteOfToken } from '#server/quotes/editable-quote.ts'

export const session: Handler<'session'> = async ({ visitor }, services) =>
  reply({
    JWT: await sessionToken(
      quoteOfToken(visitor),
      visitor.tokenLevel ?? 'LINKED',
      visitor,
      services,
      visitor.tokenIssuedAt,
    ),
  })
