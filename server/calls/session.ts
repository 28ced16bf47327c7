/** GET /session: 'Extend Session' keeps the session alive and gets a fresh token (SHELL-07). Asking is the touch. */
import { type Handler, reply } from '#server/context.ts'
import { sessionToken } from '#server/log-in.ts'
import { bearerQuote } from '#server/quote/quote-at-hand.ts'

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
