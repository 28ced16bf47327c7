/** The route for a card partner that signs its webhooks and sends all of them to one URL, as Stripe does. */
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '#server/lib/dependencies.ts'
import { queuePaymentSync } from '#server/purchase/sync-payment.ts'
import { logSecurityEvent } from '#server/telemetry/security-events.ts'

const maximumBytes = 256 * 1024

/** The route does not exist if the configured partner does not sign webhooks. */
export async function stripeWebhook(app: FastifyInstance, services: Dependencies): Promise<void> {
  const { repositories, cards } = services
  if (!cards.readSignedWebhook) return
  const paymentOf = async (sessionId: string, key: string | null) =>
    (await repositories.findPaymentByCardSession(sessionId)) ??
    (key === null ? undefined : await repositories.findPaymentByIdempotencyKey(key))
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: maximumBytes },
    (_request, body, done) => done(null, body),
  )
  app.route<{ Body: unknown }>({
    method: 'POST',
    url: '/edge/notices/stripe',
    schema: { hide: true },
    handler: async (request, response) => {
      const rawBody = request.body instanceof Uint8Array ? request.body : new Uint8Array()
      const webhook = cards.readSignedWebhook?.({ rawBody, headers: request.headers })
      if (!webhook) {
        logSecurityEvent('UNSIGNED_WEBHOOK', request, null, services)
        return response.code(400).send()
      }
      // The partner's account has other events too; they are ignored here.
      if (webhook.sessionId === null) return response.code(200).send()
      const { sessionId } = webhook
      const payment = await paymentOf(sessionId, webhook.paymentKey)
      // The webhook may arrive before our row has its session: the partner then retries it.
      if (payment?.state === 'CREATED') return response.code(503).header('retry-after', '5').send()
      // A webhook about another session gets 200: the partner would retry it for days.
      if (!payment || (payment.card_session_id ?? sessionId) !== sessionId) return response.code(200).send()
      await queuePaymentSync(payment, sessionId, services)
      return response.code(200).send()
    },
  })
}
