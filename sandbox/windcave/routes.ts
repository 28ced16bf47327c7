/** The routes of the Windcave sandbox for a shop's server: sessions, transactions and refunds. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { z } from 'zod'
import { createdBody, refundRequest, sessionBody, sessionRequest, transactionBody } from './session.ts'
import type { WindcaveStore } from './store.ts'

interface GatewayRoutesOptions {
  readonly store: WindcaveStore
  readonly username: string
  readonly apiKey: string
  /** The gateway's origin, known once it listens. */
  readonly origin: () => string
  readonly now: () => Date
}

const idParams = z.object({ id: z.string().regex(/^[0-9a-f]{32}$/) })
const xId = z.string().min(1).max(200).optional()

const hash = (text: string) => createHash('sha256').update(text).digest()

export const windcaveRoutes: FastifyPluginAsync<GatewayRoutesOptions> = async (app, options) => {
  const { store, origin } = options
  const expected = hash(`Basic ${Buffer.from(`${options.username}:${options.apiKey}`).toString('base64')}`)

  const refuse = (
    reply: FastifyReply,
    status: number,
    errors: readonly { target: string; message: string }[],
  ) => {
    const timestampUtc = options.now().toISOString()
    return reply.code(status).send({ requestId: reply.request.id, timestampUtc, errors })
  }

  app.addHook('onRequest', async (request, reply) => {
    const received = hash(request.headers.authorization ?? '')
    if (!timingSafeEqual(received, expected))
      await refuse(reply, 401, [{ target: 'authorization', message: 'Unauthorised' }])
  })

  app.post('/api/v1/sessions', async (request, reply) => {
    const key = xId.safeParse(request.headers['x-id'])
    const parsed = sessionRequest.safeParse(request.body)
    if (!parsed.success || !key.success) return refuse(reply, 400, errorsOf(parsed.error ?? key.error))
    const session = await store.createSession(key.data ?? null, parsed.data)
    return reply.code(202).send(createdBody(session, origin()))
  })

  app.get('/api/v1/sessions/:id', async (request, reply) => {
    const params = idParams.safeParse(request.params)
    const session = params.success ? await store.session(params.data.id) : null
    if (!session) return refuse(reply, 404, [{ target: 'id', message: 'Session not found' }])
    return sessionBody(session, await store.endingOf(session.id), store.isExpired(session), origin())
  })

  app.post('/api/v1/transactions', async (request, reply) => {
    const key = xId.safeParse(request.headers['x-id'])
    const parsed = refundRequest.safeParse(request.body)
    if (!parsed.success || !key.success) return refuse(reply, 400, errorsOf(parsed.error ?? key.error))
    const answer = await store.refund(key.data ?? null, parsed.data)
    if (answer.outcome === 'refunded') return reply.code(201).send(transactionBody(answer.refund))
    const target = answer.outcome === 'too-much' ? 'amount' : 'transactionId'
    return refuse(reply, 400, [{ target, message: `Invalid value for ${target}` }])
  })
}

function errorsOf(error: z.ZodError | undefined): { target: string; message: string }[] {
  const targets = new Set((error?.issues ?? []).map(issue => issue.path.join('.')))
  return [...targets].map(target => ({ target, message: `Invalid value for ${target || 'request'}` }))
}
