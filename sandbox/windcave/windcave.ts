/** The Windcave sandbox as a Fastify plugin: payment page, webhooks and test cards. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { z } from 'zod'
import { wireToCents } from '#journey/money.ts'
import cards from '#sandbox/data/test-cards.json' with { type: 'json' }
import type { TestCard } from '#sandbox/hosted-page/card-form-validation.ts'
import { type HostedPageGateway, hostedPage } from '#sandbox/hosted-page/routes.ts'
import { jsonFiles } from '#sandbox/json-files.ts'
import { createWebhookSender, type WebhookOptions, type WebhookSource } from '#sandbox/webhooks.ts'
import {
  type BankResponse,
  createdBody,
  refundRequest,
  returnUrl,
  sessionBody,
  sessionRequest,
  transactionBody,
  withSessionId,
} from './session.ts'
import { openWindcaveStore, type WindcaveStore } from './store.ts'

export interface WindcaveSandboxOptions extends WebhookOptions {
  readonly dir: string
  readonly username: string
  readonly apiKey: string
  readonly origin: () => string
  readonly now: () => Date
}

export const windcaveSandbox: FastifyPluginAsync<WindcaveSandboxOptions> = async (app, options) => {
  const { dir, username, apiKey, origin, now } = options
  const files = await jsonFiles(dir)
  const store = openWindcaveStore(files, now)
  const notify = createWebhookSender(app, files, notifications(store), options)
  await app.register(windcaveRoutes, { store, username, apiKey, origin, now })
  await app.register(page => hostedPage(page, { gateway: pageGateway(store, notify), files, now }))
}

/** Accepted, or the shop does not exist. Other statuses are retried. */
const finalStatuses: ReadonlySet<number> = new Set([200, 201, 302, 303, 404, 502])

/** An unsigned GET to the shop's URL with the session id. */
const notifications = (store: WindcaveStore): WebhookSource => ({
  async requestFor(sessionId) {
    const address = (await store.session(sessionId))?.request.notificationUrl
    return address ? new Request(withSessionId(address, sessionId)) : null
  },
  isFinal: status => finalStatuses.has(status),
})

type GatewayCard = TestCard & Omit<BankResponse, 'authorised'>

const testCards: readonly GatewayCard[] = cards.cards
const testCardsNote =
  'Any expiry date in the future, any security code of the right length. An amount ending in .76 is declined.'

const challengeFailed: BankResponse = {
  authorised: false,
  reCo: '05',
  responseText: '3-D SECURE NOT PASSED',
  allowRetry: false,
}

/** Amounts ending in .76 are always declined, so that tests need no special card. */
function bankResponse(number: string, amount: string): BankResponse {
  const card = testCards.find(one => one.number === number)
  if (!card) throw new Error('the page let an unknown card through')
  const { reCo, responseText, allowRetry } = card
  if (reCo === '00' && amount.endsWith('.76'))
    return { authorised: false, reCo: '76', responseText: 'DECLINED', allowRetry: false }
  return { authorised: reCo === '00', reCo, responseText, allowRetry }
}

const prefix = '/pay'
const idPattern = /^[0-9a-f]{32}$/

/** One card per session; then every request redirects to the shop. */
function pageGateway(store: WindcaveStore, notify: (sessionId: string) => void): HostedPageGateway {
  const sessionOf = async (id: string) => (idPattern.test(id) ? store.session(id) : null)

  async function knownSession(id: string) {
    const session = await sessionOf(id)
    if (!session) throw new Error('the page let an unknown session through')
    return session
  }

  return {
    prefix,
    async find(id) {
      const session = await sessionOf(id)
      if (!session) return null
      const ended = await store.endingOf(id)
      if (ended) return { state: 'ended', location: returnUrl(session, ended) }
      if (store.isExpired(session)) return { state: 'expired' }
      const { amount, merchantReference, cardTypes, callbackUrls } = session.request
      const order = {
        amountCents: wireToCents(Number(amount)),
        reference: merchantReference,
        acceptedTypes: cardTypes,
        path: `${prefix}/${id}`,
        cancelAddress: `${prefix}/${id}/cancel`,
        testCards,
        testCardsNote,
      }
      return { state: 'open', order, shop: Object.values(callbackUrls) }
    },
    async charge(id, card, isConfirmed) {
      const session = await knownSession(id)
      const bank = isConfirmed ? bankResponse(card.number, session.request.amount) : challengeFailed
      const ended = await store.charge(session, card, bank)
      notify(id)
      return { location: returnUrl(session, ended) }
    },
    async cancel(id) {
      const session = await knownSession(id)
      const ended = await store.cancel(id)
      notify(id)
      return returnUrl(session, ended)
    },
  }
}

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

const windcaveRoutes: FastifyPluginAsync<GatewayRoutesOptions> = async (app, options) => {
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
