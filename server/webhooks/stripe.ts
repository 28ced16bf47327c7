/** The route for a card partner that signs its webhooks and sends all of them to one URL, as Stripe does. */
import type { FastifyInstance } from 'fastify'
import type { Repositories } from '#db/repositories.ts'
import type { CardPayments } from '#partners/payment/port.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import { queuePaymentSync } from '#server/purchase/sync-payment.ts'
import { logSecurityEvent } from '#server/telemetry/security-events.ts'

const maximumBytes = 256 * 1024

type Webhook = NonNullable<ReturnType<NonNullable<CardPayments['readSignedWebhook']>>>

/** The payment of the webhook's session; undefined for other events, and if our payment has another session. */
async function findPaymentOf({ sessionId, paymentKey }: Webhook, repositories: Repositories) {
  if (sessionId === null) return undefined
  const known = await repositories.findPaymentByCardSession(sessionId)
  if (known || paymentKey === null) return known
  const payment = await repositories.findPaymentByIdempotencyKey(paymentKey)
  // Without a session our row is not complete yet.
  return payment?.card_session_id === null ? payment : undefined
}

/** The route does not exist if the configured partner does not sign webhooks. */
export async function stripeWebhook(app: FastifyInstance, services: Dependencies): Promise<void> {
  const { repositories, cards } = services
  if (!cards.readSignedWebhook) return
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
      const payment = await findPaymentOf(webhook, repositories)
      // The webhook may arrive before our row has its session: the partner then retries it.
      if (payment?.state === 'CREATED') return response.code(503).header('retry-after', '5').send()
      if (payment) await queuePaymentSync(payment, webhook.sessionId, services)
      // Also for a webhook that we ignore: the partner would retry it for days.
      return response.code(200).send()
    },
  })
}
