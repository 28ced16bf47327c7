/** The routes of the Stripe Checkout sandbox that Stripe's library calls, with stored responses per Idempotency-Key. */
import { createHash, timingSafeEqual } from 'node:crypto'
import formBody from '@fastify/formbody'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { metadata, refundBody, refundListBody, sessionBody, sessionRequest } from './api-objects.ts'
import type { CheckoutStore, StoredResponse } from './store.ts'

interface CheckoutRoutesOptions {
  readonly store: CheckoutStore
  /** Sends the webhook of a session. */
  readonly notify: (sessionId: string) => void
  readonly secretKey: string
  readonly origin: () => string
}

type Answer = Pick<StoredResponse, 'status' | 'body'>

const ok = (body: unknown): Answer => ({ status: 200, body })
const refusal = (status: number, message: string, more: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  body: { error: { type: 'invalid_request_error', message, ...more } },
})
const missing = (what: string, id: string) =>
  refusal(404, `No such ${what}: '${id}'`, { code: 'resource_missing', param: what })

const sessionId = z.object({ id: z.string().regex(/^cs_test_[0-9a-f]{58}$/) }).catch({ id: '' })
const refundsAsked = z.strictObject({ payment_intent: z.string().regex(/^pi_[0-9a-f]{24}$/) })
const refundRequest = refundsAsked.extend({
  amount: z.coerce.number().int().min(1),
  metadata: metadata.default({}),
})
const expansions = z.strictObject({
  expand: z.array(z.literal('payment_intent.latest_charge')).default([]),
})

const hash = (text: string) => createHash('sha256').update(text).digest()

type Tree = Map<string, string | Tree>

const maximumDepth = 8
const namePattern = /^(\w+)((?:\[\w+\])*)$/

/**
 * Parses the bracketed fields of Stripe's library, such as `line_items[0][price_data][currency]=nzd`. Returns objects
 * without prototypes and lists of strings; null if the names are invalid or contradictory.
 */
export function parseBracketedFields(text: string): unknown {
  const root: Tree = new Map()
  for (const [name, value] of new URLSearchParams(text)) {
    const [, first, rest = ''] = namePattern.exec(name) ?? []
    if (first === undefined) return null
    const path = [first, ...[...rest.matchAll(/\[(\w+)\]/g)].map(([, key = '']) => key)]
    if (path.length > maximumDepth || !put(root, path, value)) return null
  }
  return plain(root)
}

function put(tree: Tree, [key = '', ...rest]: readonly string[], value: string): boolean {
  const there = tree.get(key)
  if (rest.length === 0) {
    if (there !== undefined) return false
    tree.set(key, value)
    return true
  }
  if (typeof there === 'string') return false
  const below: Tree = there ?? new Map()
  tree.set(key, below)
  return put(below, rest, value)
}

/** Converts a tree whose keys count from 0 to a list. */
function plain(tree: Tree): unknown {
  const entries = [...tree].map(
    ([key, value]) => [key, typeof value === 'string' ? value : plain(value)] as const,
  )
  if (entries.length > 0 && entries.every(([key], at) => key === String(at)))
    return entries.map(([, value]) => value)
  return Object.assign(Object.create(null), Object.fromEntries(entries))
}

const queryOf = ({ url }: FastifyRequest): unknown => parseBracketedFields(url.split('?')[1] ?? '')

/** The first invalid parameter, named as Stripe does. */
function wrongParameter(error: z.ZodError): Answer {
  const [issue] = error.issues
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys : []
  const param = [...(issue?.path ?? []), ...unknown]
    .map((part, at) => (at === 0 ? part : `[${String(part)}]`))
    .join('')
  const code = unknown.length > 0 ? 'parameter_unknown' : 'parameter_invalid'
  return refusal(400, `Invalid parameter: ${param}`, { code, param })
}

export const checkoutRoutes: FastifyPluginAsync<CheckoutRoutesOptions> = async (
  app,
  { store, notify, secretKey, origin },
) => {
  const expected = hash(`Bearer ${secretKey}`)
  const underWay = new Set<string>()
  await app.register(formBody, {
    bodyLimit: 32 * 1024,
    parser: text => parseBracketedFields(text) as Record<string, unknown>,
  })

  const send = (reply: FastifyReply, { status, body }: Answer) =>
    reply.code(status).header('request-id', `req_${reply.request.id}`).send(body)

  app.addHook('onRequest', async (request, reply) => {
    if (!timingSafeEqual(hash(request.headers.authorization ?? ''), expected))
      await send(reply, refusal(401, 'Invalid API Key provided'))
  })

  /**
   * Handles a POST once per key. A repeat gets the first response; another request with the same key is rejected; a
   * concurrent one gets a conflict. An invalid request does not use up its key.
   */
  async function once(request: FastifyRequest, reply: FastifyReply, work: () => Promise<Answer>) {
    const key = request.headers['idempotency-key']
    if (typeof key !== 'string') return send(reply, await work())
    if (key.length > 255) return send(reply, refusal(400, 'Keys may be at most 255 characters long'))
    const print = hash(JSON.stringify([request.url, request.body])).toString('hex')
    const kept = await store.answerUnder(key)
    if (kept && kept.print !== print) {
      const message =
        'Keys for idempotent requests can only be used with the same parameters they were first used with'
      return send(reply, refusal(400, message, { type: 'idempotency_error' }))
    }
    if (kept) return send(reply.header('idempotent-replayed', 'true'), kept)
    if (underWay.has(key)) {
      const code = 'idempotency_key_in_use'
      return send(
        reply,
        refusal(409, 'There is another request under this key at work', { type: 'idempotency_error', code }),
      )
    }
    underWay.add(key)
    try {
      const answer = await work()
      if (answer.status === 200) await store.keepAnswer(key, { print, ...answer })
      return send(reply.header('idempotency-key', key), answer)
    } finally {
      underWay.delete(key)
    }
  }

  app.post('/v1/checkout/sessions', (request, reply) =>
    once(request, reply, async () => {
      const parsed = sessionRequest.safeParse(request.body)
      if (!parsed.success) return wrongParameter(parsed.error)
      return ok(sessionBody(await store.createSession(parsed.data), null, origin()))
    }),
  )

  app.get('/v1/checkout/sessions/:id', async (request, reply) => {
    const { id } = sessionId.parse(request.params)
    const parsed = expansions.safeParse(queryOf(request))
    if (!parsed.success) return send(reply, wrongParameter(parsed.error))
    const found = id && (await store.session(id))
    if (!found) return send(reply, missing('checkout.session', id))
    const ended = await store.endingOf(found)
    const refundedCents = ended?.state === 'complete' ? await store.refundedCentsOf(ended.intent) : 0
    const isExpanded = parsed.data.expand.length > 0
    return send(reply, ok(sessionBody(found, ended, origin(), isExpanded ? { refundedCents } : null)))
  })

  app.post('/v1/checkout/sessions/:id/expire', (request, reply) =>
    once(request, reply, async () => {
      const { id } = sessionId.parse(request.params)
      const found = id && (await store.session(id))
      if (!found) return missing('checkout.session', id)
      const before = await store.endingOf(found)
      const ended = before ?? (await store.expire(found))
      // A concurrent payment counts as an earlier one.
      if (before || ended.state !== 'expired')
        return refusal(
          400,
          `Only Checkout Sessions that are open can be expired, and this one is ${ended.state}`,
        )
      notify(id)
      return ok(sessionBody(found, ended, origin()))
    }),
  )

  app.post('/v1/refunds', (request, reply) =>
    once(request, reply, async () => {
      const parsed = refundRequest.safeParse(request.body)
      if (!parsed.success) return wrongParameter(parsed.error)
      const paid = await store.intentOf(parsed.data.payment_intent)
      if (!paid) return missing('payment_intent', parsed.data.payment_intent)
      const { amount: amountCents, ...noted } = parsed.data
      const made = await store.refundOf(paid, { amountCents, metadata: noted.metadata })
      if (made) return ok(refundBody(made))
      if ((await store.refundedCentsOf(paid)) === paid.amountCents)
        return refusal(400, `Charge ${paid.chargeId} has already been refunded.`, {
          code: 'charge_already_refunded',
        })
      return refusal(400, 'Refund amount is greater than unrefunded amount on charge', { param: 'amount' })
    }),
  )

  app.get('/v1/refunds', async (request, reply) => {
    const parsed = refundsAsked.safeParse(queryOf(request))
    if (!parsed.success) return send(reply, wrongParameter(parsed.error))
    const paid = await store.intentOf(parsed.data.payment_intent)
    return send(reply, ok(refundListBody(paid ? await store.refundsOf(paid) : [])))
  })
}
