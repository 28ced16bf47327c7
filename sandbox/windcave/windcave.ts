/** The Windcave sandbox as a Fastify plugin: payment page, webhooks and test cards. */
import { randomUUID } from 'node:crypto'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { wireToCents } from '#journey/money.ts'
import cards from '#sandbox/data/test-cards.json' with { type: 'json' }
import { testCard } from '#sandbox/hosted-page/card-form-validation.ts'
import { type HostedPageGateway, hostedPage } from '#sandbox/hosted-page/routes.ts'
import { createWebhookSender, type WebhookOptions, type WebhookSource } from '#sandbox/webhooks.ts'
import {
  type BankResponse,
  createdBody,
  refundRequest,
  returnUrl,
  sessionBody,
  sessionRequest,
  withSessionId,
} from './session.ts'
import type { WindcaveStore } from './store.ts'

export interface WindcaveSandboxOptions extends WebhookOptions {
  readonly store: WindcaveStore
  readonly username: string
  readonly apiKey: string
  /** The gateway's origin, known once it listens. */
  readonly origin: () => string
  readonly now: () => Date
}

export const windcaveSandbox: FastifyPluginAsync<WindcaveSandboxOptions> = async (app, options) => {
  const { store, now } = options
  const notify = createWebhookSender(app, notifications(store), options)
  await app.register(windcaveRoutes, options)
  await app.register(page => hostedPage(page, pageGateway(store, notify), now))
}

/** Accepted, or the shop does not exist. Other statuses are retried. */
const finalStatuses: ReadonlySet<number> = new Set([200, 201, 302, 303, 404, 502])

/** An unsigned GET to the shop's URL with the session id. */
const notifications = (store: WindcaveStore): WebhookSource => ({
  pending: () => store.sessions().flatMap(one => (one.state === 'init' || one.isNotified ? [] : [one.id])),
  finish(id) {
    const session = store.session(id)
    if (session) store.save({ ...session, isNotified: true })
  },
  requestFor(id) {
    const address = store.session(id)?.request.notificationUrl
    return address ? new Request(withSessionId(address, id)) : null
  },
  isFinal: status => finalStatuses.has(status),
})

const gatewayCard = testCard.extend({ reCo: z.string(), responseText: z.string(), allowRetry: z.boolean() })
type GatewayCard = z.output<typeof gatewayCard>

const challengeFailed: BankResponse = {
  authorised: false,
  reCo: '05',
  responseText: '3-D SECURE NOT PASSED',
  allowRetry: false,
}

/** Amounts ending in .76 are always declined, so that tests need no special card. */
function bankResponse({ reCo, responseText, allowRetry }: GatewayCard, amount: string): BankResponse {
  if (reCo === '00' && amount.endsWith('.76'))
    return { authorised: false, reCo: '76', responseText: 'DECLINED', allowRetry: false }
  return { authorised: reCo === '00', reCo, responseText, allowRetry }
}

/** One card per session; then every request redirects to the shop. */
const pageGateway = (
  store: WindcaveStore,
  notify: (sessionId: string) => void,
): HostedPageGateway<GatewayCard> => ({
  prefix: '/pay',
  testCards: z.array(gatewayCard).parse(cards.cards),
  testCardsNote:
    'Any expiry date in the future, any security code of the right length. An amount ending in .76 is declined.',
  find(id) {
    const session = store.session(id)
    if (!session) return null
    if (session.state !== 'init') return { state: 'ended', location: returnUrl(session) }
    if (store.stateOf(session) === 'expired') return { state: 'expired' }
    const { amount, merchantReference, cardTypes, callbackUrls } = session.request
    const leave = (ended: typeof session) => {
      notify(id)
      return returnUrl(ended)
    }
    return {
      state: 'open',
      order: {
        amountCents: wireToCents(Number(amount)),
        reference: merchantReference,
        acceptedTypes: cardTypes,
        path: `/pay/${id}`,
        cancelAddress: `/pay/${id}/cancel`,
      },
      shop: Object.values(callbackUrls),
      charge(card, isConfirmed) {
        const bank = isConfirmed ? bankResponse(card, amount) : challengeFailed
        return { location: leave(store.charge(session, card, bank)) }
      },
      cancel: () => leave(store.cancel(session)),
    }
  },
})

const keyOf = ({ headers }: FastifyRequest) => String(headers['x-id'] ?? randomUUID())

const windcaveRoutes: FastifyPluginAsync<WindcaveSandboxOptions> = async (app, options) => {
  const { store, origin } = options
  const expected = `Basic ${Buffer.from(`${options.username}:${options.apiKey}`).toString('base64')}`

  const refuse = (
    reply: FastifyReply,
    status: number,
    errors: readonly { target: string; message: string }[],
  ) => {
    const timestampUtc = options.now().toISOString()
    return reply.code(status).send({ requestId: reply.request.id, timestampUtc, errors })
  }

  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.authorization !== expected)
      await refuse(reply, 401, [{ target: 'authorization', message: 'Unauthorised' }])
  })

  app.post('/api/v1/sessions', async (request, reply) => {
    const parsed = sessionRequest.safeParse(request.body)
    if (!parsed.success) return refuse(reply, 400, errorsOf(parsed.error))
    const session = store.createSession(keyOf(request), parsed.data)
    return reply.code(202).send(createdBody(session, origin()))
  })

  app.get<{ Params: { id: string } }>('/api/v1/sessions/:id', async (request, reply) => {
    const session = store.session(request.params.id)
    if (!session) return refuse(reply, 404, [{ target: 'id', message: 'Session not found' }])
    return sessionBody(session, store.stateOf(session), origin())
  })

  app.post('/api/v1/transactions', async (request, reply) => {
    const parsed = refundRequest.safeParse(request.body)
    if (!parsed.success) return refuse(reply, 400, errorsOf(parsed.error))
    const refund = store.refund(keyOf(request), parsed.data)
    if (typeof refund === 'object') return reply.code(201).send(refund)
    const target = refund === 'too-much' ? 'amount' : 'transactionId'
    return refuse(reply, 400, [{ target, message: `Invalid value for ${target}` }])
  })
}

function errorsOf(error: z.ZodError): { target: string; message: string }[] {
  const targets = new Set(error.issues.map(issue => issue.path.join('.')))
  return [...targets].map(target => ({ target, message: `Invalid value for ${target || 'request'}` }))
}
