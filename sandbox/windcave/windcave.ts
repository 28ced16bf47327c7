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
  type CardSession,
  createdSessionBody,
  refundRequest,
  returnUrl,
  sessionBody,
  sessionRequest,
  withSessionId,
} from './api-objects.ts'
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
  const sendWebhook = createWebhookSender(app, webhooks(store), options)
  await app.register(windcaveRoutes, options)
  await app.register(page => hostedPage(page, pageGateway(store, sendWebhook), now))
}

/** Accepted, or the shop does not exist. Other statuses are retried. */
const finalStatuses: ReadonlySet<number> = new Set([200, 201, 302, 303, 404, 502])

/** An unsigned GET to the shop's URL with the session id. */
const webhooks = (store: WindcaveStore): WebhookSource<CardSession> => ({
  sessions: store.sessions,
  isOpen: ({ state }) => state === 'init',
  requestFor: ({ id, request: { notificationUrl } }) =>
    notificationUrl === undefined ? null : new Request(withSessionId(notificationUrl, id)),
  isFinal: status => finalStatuses.has(status),
})

const gatewayCard = testCard.extend({ reCo: z.string(), allowRetry: z.boolean() })
type GatewayCard = z.output<typeof gatewayCard>

const challengeFailed: BankResponse = { authorised: false, reCo: '05', allowRetry: false }

/** Amounts ending in .76 are always declined, so that tests need no special card. */
function bankResponse({ reCo: ofCard, allowRetry }: GatewayCard, amount: string): BankResponse {
  const reCo = ofCard === '00' && amount.endsWith('.76') ? '76' : ofCard
  return { authorised: reCo === '00', reCo, allowRetry }
}

/** One card per session; then every request redirects to the shop. */
const pageGateway = (
  store: WindcaveStore,
  sendWebhook: (ended: CardSession) => void,
): HostedPageGateway<GatewayCard> => ({
  prefix: '/pay',
  testCards: z.array(gatewayCard).parse(cards.cards),
  testCardsNote:
    'Any expiry date in the future, any security code of the right length. An amount ending in .76 is declined.',
  find(id) {
    const session = store.sessions.find(id)
    if (!session) return null
    if (session.state !== 'init') return { state: 'ended', location: returnUrl(session) }
    if (store.stateOf(session) === 'expired') return { state: 'expired' }
    const { amount, merchantReference, cardTypes, callbackUrls } = session.request
    const leave = (ended: CardSession) => {
      sendWebhook(ended)
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

  /** @param targets the invalid parts of the request */
  const refuse = (reply: FastifyReply, status: number, ...targets: readonly string[]) =>
    reply.code(status).send({
      requestId: reply.request.id,
      timestampUtc: options.now().toISOString(),
      errors: targets.map(target => ({ target, message: `Invalid value for ${target || 'request'}` })),
    })

  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.authorization !== expected) await refuse(reply, 401, 'authorization')
  })

  app.setErrorHandler((error, _, reply) => {
    if (!(error instanceof z.ZodError)) throw error
    const targets = new Set(error.issues.map(issue => issue.path.join('.')))
    return refuse(reply, 400, ...targets)
  })

  app.post('/api/v1/sessions', async (request, reply) => {
    const session = store.createSession(keyOf(request), sessionRequest.parse(request.body))
    return reply.code(202).send(createdSessionBody(session, origin()))
  })

  app.get<{ Params: { id: string } }>('/api/v1/sessions/:id', async (request, reply) => {
    const session = store.sessions.find(request.params.id)
    if (!session) return refuse(reply, 404, 'id')
    return sessionBody(session, store.stateOf(session), origin())
  })

  app.post('/api/v1/transactions', async (request, reply) => {
    const refund = store.refund(keyOf(request), refundRequest.parse(request.body))
    if (typeof refund === 'object') return reply.code(201).send(refund)
    return refuse(reply, 400, refund === 'too-much' ? 'amount' : 'transactionId')
  })
}
