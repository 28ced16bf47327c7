/** Access control of the calls that need a bearer token: the token, its quote, then the quote that the body names. */
import type { FastifyInstance } from 'fastify'
import { routes } from '#contract/routes.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import { refuseCall } from './problem-details.ts'
import { callOf, sourceOfQuote, textField } from './request-context.ts'

export function requireToken(app: FastifyInstance, services: Dependencies): void {
  app.addHook('onRequest', async (request, response) => {
    const call = callOf(request)
    if (routes[call].access === 'bearer' && request.caller.quoteId === null)
      return refuseCall(request, response, { refused: 'NOT_LOGGED_IN' }, services)
    if (sourceOfQuote(call) === 'token' && request.quoteAccess === null)
      return refuseCall(request, response, { refused: 'NOT_READY' }, services)
  })
  // A bearer call may name only the quote of its token; another quote is not looked up.
  app.addHook('preHandler', async (request, response) => {
    if (routes[callOf(request)].access !== 'bearer') return
    const named = textField(request.body, 'id')
    if (named !== undefined && named !== request.caller.quoteId)
      return refuseCall(request, response, { refused: 'NOT_FOUND' }, services)
  })
}
