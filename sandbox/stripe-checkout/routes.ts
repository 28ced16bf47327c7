/** The routes of the Stripe Checkout sandbox that Stripe's library calls, with stored responses per Idempotency-Key. */
import formBody from '@fastify/formbody'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  amountOf,
  type CheckoutSession,
  type CheckoutStore,
  indexedFormList,
  refundBody,
  refundedCents,
  refundListBody,
  refundListRequest,
  refundRequest,
  type StoredResponse,
  sessionBody,
  sessionRequest,
} from './store.ts'

interface CheckoutRoutesOptions {
  readonly store: CheckoutStore
  /** Sends the webhook of a session. */
  readonly sendWebhook: (ended: CheckoutSession) => void
  readonly secretKey: string
  readonly origin: () => string
}

type StripeResponse = Pick<StoredResponse, 'status' | 'body'>

const ok = (body: unknown): StripeResponse => ({ status: 200, body })
const refusal = (
  status: number,
  message: string,
  more: Readonly<Record<string, string>> = {},
): StripeResponse => ({
  status,
  body: { error: { type: 'invalid_request_error', message, ...more } },
})
const missing = (what: string, id: string) =>
  refusal(404, `No such ${what}: '${id}'`, { code: 'resource_missing', param: what })

const expansions = z.strictObject({ expand: indexedFormList(z.literal('payment_intent.latest_charge')) })

type Fields = Record<string, unknown>

/** Parses the fields of Stripe's library, such as `line_items[0][price_data][currency]=nzd`. */
function parseBracketedFields(text: string): Fields {
  const root: Fields = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const keys = name.replaceAll(']', '').split('[')
    const last = keys.pop() ?? ''
    let fields = root
    for (const key of keys) {
      fields[key] ??= Object.create(null)
      fields = fields[key] as Fields
    }
    fields[last] = value
  }
  return root
}

const queryOf = ({ url }: FastifyRequest) => parseBracketedFields(url.split('?')[1] ?? '')

/** The first invalid parameter, named as Stripe does. */
function wrongParameter(error: z.ZodError): StripeResponse {
  const [issue] = error.issues
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys : []
  const param = [...(issue?.path ?? []), ...unknown]
    .map((part, at) => (at === 0 ? part : `[${String(part)}]`))
    .join('')
  const code = unknown.length > 0 ? 'parameter_unknown' : 'parameter_invalid'
  return refusal(400, `Invalid parameter: ${param}`, { code, param })
}

const keyReused = refusal(
  400,
  'Keys for idempotent requests can only be used with the same parameters they were first used with',
  { type: 'idempotency_error' },
)

export const checkoutRoutes: FastifyPluginAsync<CheckoutRoutesOptions> = async (
  app,
  { store, sendWebhook, secretKey, origin },
) => {
  await app.register(formBody, { bodyLimit: 32 * 1024, parser: parseBracketedFields })

  const send = (reply: FastifyReply, { status, body }: StripeResponse) =>
    reply.code(status).header('request-id', `req_${reply.request.id}`).send(body)

  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.authorization !== `Bearer ${secretKey}`)
      await send(reply, refusal(401, 'Invalid API Key provided'))
  })

  app.setErrorHandler((error, _, reply) => {
    if (!(error instanceof z.ZodError)) throw error
    return send(reply, wrongParameter(error))
  })

  /**
   * Handles a POST once per key. A repeat gets the first response; another request with the same key is rejected. An
   * invalid request does not use up its key.
   */
  function once(request: FastifyRequest, reply: FastifyReply, work: () => StripeResponse) {
    const key = request.headers['idempotency-key']
    if (typeof key !== 'string') return send(reply, work())
    const fingerprint = JSON.stringify([request.url, request.body])
    const stored = store.responses.find(key)
    if (stored && stored.fingerprint !== fingerprint) return send(reply, keyReused)
    if (stored) return send(reply.header('idempotent-replayed', 'true'), stored)
    const response = work()
    if (response.status === 200) store.responses.save({ id: key, fingerprint, ...response })
    return send(reply, response)
  }

  app.post('/v1/checkout/sessions', async (request, reply) =>
    once(request, reply, () =>
      ok(sessionBody(store.createSession(sessionRequest.parse(request.body)), origin())),
    ),
  )

  app.get<{ Params: { id: string } }>('/v1/checkout/sessions/:id', async (request, reply) => {
    const { id } = request.params
    const { expand } = expansions.parse(queryOf(request))
    const session = store.find(id)
    if (!session) return send(reply, missing('checkout.session', id))
    return send(reply, ok(sessionBody(session, origin(), expand.length > 0)))
  })

  app.post<{ Params: { id: string } }>('/v1/checkout/sessions/:id/expire', async (request, reply) =>
    once(request, reply, () => {
      const { id } = request.params
      const session = store.find(id)
      if (!session) return missing('checkout.session', id)
      const { status } = session
      if (status !== 'open') return refusal(400, `Only open sessions can be expired; this one is ${status}`)
      const expired = store.sessions.save({ ...session, status: 'expired' })
      sendWebhook(expired)
      return ok(sessionBody(expired, origin()))
    }),
  )

  app.post('/v1/refunds', async (request, reply) =>
    once(request, reply, () => {
      const { payment_intent, ...wanted } = refundRequest.parse(request.body)
      const paid = store.findByPayment(payment_intent)
      if (!paid) return missing('payment_intent', payment_intent)
      const refund = store.refund(paid, wanted)
      if (refund) return ok(refundBody(refund))
      return refundedCents(paid) === amountOf(paid.request)
        ? refusal(400, 'The charge has already been refunded.', { code: 'charge_already_refunded' })
        : refusal(400, 'Refund amount is greater than unrefunded amount on charge', { param: 'amount' })
    }),
  )

  app.get('/v1/refunds', async (request, reply) => {
    const { payment_intent } = refundListRequest.parse(queryOf(request))
    return send(reply, ok(refundListBody(store.findByPayment(payment_intent)?.refunds ?? [])))
  })
}
