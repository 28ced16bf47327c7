/** GET /session: 'Extend Session' keeps the session alive and gets a fresh token (SHELL-07). Asking is the touch. */

import { sessionToken } from '#server/access/log-in.ts'
import { type Handler, reply } from '#server/lib/context.ts'
import { bearerQuote } from '#server/quotes/editable-quote.ts'

export const session: Handler<'session'> = async ({ visitor }, services) =>
  reply({
    JWT: await sessionToken(
      bearerQuote(visitor),
      visitor.bearerLevel ?? 'LINKED',
      visitor,
      services,
      visitor.bearerSince,
    ),
  })
