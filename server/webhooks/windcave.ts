/**
 * The route for a card partner that sends its webhooks to one URL per payment, as Windcave does. Only the token and
 * the session id are used; no other content is trusted. The job that asks the partner is stored before we send 200.
 */
import type { FastifyInstance } from 'fastify'
import type { Payment } from '#db/repositories/payments.ts'
import { rateLimitNetwork } from '#server/lib/client-network.ts'
import { hashToken } from '#server/lib/crypto.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import { queuePaymentSync } from '#server/purchase/sync-payment.ts'
import { logSecurityEvent } from '#server/telemetry/security-events.ts'

/** True once the job is stored; false if the payment is unknown, perhaps only for now. */
export async function handleWindcaveWebhook(
  webhook: { token: string; query: Readonly<Record<string, string>>; body: unknown },
  services: Dependencies,
): Promise<boolean> {
  const payment = await services.repositories.findPaymentByWebhookToken(hashToken(webhook.token))
  const session = services.cards.sessionOf?.(webhook) ?? null
  if (!payment || (session !== null && !(await belongsTo(payment, session, services)))) return false
  await queuePaymentSync(payment, session, services)
  return true
}

/** A restored database may lack the session of a row, unless its page is still being created. */
async function belongsTo(
  payment: Payment,
  session: string,
  { repositories }: Dependencies,
): Promise<boolean> {
  if (payment.card_session_id !== null) return payment.card_session_id === session
  return payment.state !== 'CREATED' && (await repositories.findPaymentByCardSession(session)) === undefined
}

/** Unknown webhooks that one network may send in a minute: each costs a look-up, and webhooks have reserved capacity. */
const maximumUnknownWebhooks = 30

/** Null if the body is missing or invalid: the address alone identifies the payment. */
function bodyOf(type: string | undefined, text: string): unknown {
  if (type?.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(text))
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export function windcaveWebhook(app: FastifyInstance, services: Dependencies): void {
  const { rateLimiter, now } = services
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('*', { parseAs: 'string' }, ({ headers }, text, done) =>
    done(null, bodyOf(headers['content-type'], text)),
  )
  app.route<{ Params: { token: string }; Querystring: Record<string, string> }>({
    method: ['GET', 'POST'],
    // Stripe has the path of its webhook registered, and open Windcave sessions hold theirs: the paths keep the word 'notices'.
    url: '/edge/notices/card/:token',
    schema: { hide: true },
    handler: async (request, response) => {
      const { params, query, body, ip } = request
      const line = rateLimitNetwork(ip)
      const sender = line && `unknown-webhook|${line}`
      // The partner retries a real webhook, and the poller asks meanwhile.
      const wait = sender && rateLimiter.peek(sender, now(), maximumUnknownWebhooks)
      if (wait) return response.code(503).header('retry-after', String(wait)).send()
      if (!(await handleWindcaveWebhook({ token: params.token, query, body }, services))) {
        if (sender) rateLimiter.consume(sender, now(), maximumUnknownWebhooks)
        logSecurityEvent('UNKNOWN_WEBHOOK', request, null, services)
        // Not 404: the partner does not retry after it, and our row may come later.
        return response.code(503).header('retry-after', '5').send()
      }
      return response.code(200).send()
    },
  })
}
