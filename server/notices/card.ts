/**
 * The card partner's notice that something happened to a session. It is kept, acknowledged, and only then looked into;
 * what it says beyond that is not believed. An unknown one gets 503, because 404 would end the partner's repeats (s4).
 */
import type { FastifyInstance } from 'fastify'
import type { Services } from '../context.ts'
import { hashToken } from '../secrets.ts'

export function cardNotices(app: FastifyInstance, services: Services): void {
  app.route<{ Params: { token: string }; Querystring: Record<string, string> }>({
    method: ['GET', 'POST'],
    url: '/edge/notices/card/:token',
    schema: { hide: true },
    handler: async (request, answer) => {
      const payment = await services.books.findPaymentByNotice(hashToken(request.params.token))
      const session = services.cards.sessionOf({ query: request.query, body: request.body })
      if (!payment || (session !== null && payment.psp_session !== null && session !== payment.psp_session))
        return answer.code(503).header('retry-after', '5').send()
      await services.transact(async (books, jobs) => {
        await books.keepNotice('card', `${payment.id}|${session ?? ''}`, services.now())
        await jobs.put('settle-payment', payment.id)
      })
      return answer.code(200).send()
    },
  })
}
