/** The Windcave sandbox as a Fastify plugin: sessions and refunds, payment page, webhooks and test cards. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { wireToCents } from '#journey/money.ts'
import cards from '#sandbox/data/test-cards.json' with { type: 'json' }
import { type TestCard, testCard, testCardSchemes } from '#sandbox/hosted-page/card-form-validation.ts'
import { type HostedPageGateway, registerHostedPageRoutes } from '#sandbox/hosted-page/routes.ts'
import { openRecordStore } from '#sandbox/record-store.ts'
import { createWebhookSender, type WebhookOptions, type WebhookSource } from '#sandbox/webhooks.ts'

const amount = z.string().regex(/^\d{1,9}\.\d{2}$/)
const webAddress = z.url({ protocol: /^https?$/ }).max(2000)

/** The body of POST /sessions. Other fields of the real gateway are accepted and ignored. */
const sessionRequest = z
  .object({
    type: z.literal('purchase'),
    amount: amount.refine(text => Number(text) > 0),
    currency: z.literal('NZD'),
    merchantReference: z.string().min(1).max(64),
    cardTypes: z
      .array(z.enum(testCardSchemes))
      .min(1)
      .default([...testCardSchemes]),
    callbackUrls: z.object({ approved: webAddress, declined: webAddress, cancelled: webAddress }),
    notificationUrl: webAddress.optional(),
    storedCardIndicator: z.literal('recurringinitial').optional(),
    recurringFrequency: z.enum(['monthly', 'every2weeks']).optional(),
    recurringExpiry: z.iso.date().optional(),
  })
  // A card that is charged again needs a frequency and an expiry.
  .refine(
    ({ storedCardIndicator, recurringFrequency, recurringExpiry }) =>
      storedCardIndicator === undefined ||
      (recurringFrequency !== undefined && recurringExpiry !== undefined),
    { path: ['recurringExpiry'] },
  )

/** The body of POST /transactions. */
const refundRequest = z.object({
  type: z.literal('refund'),
  amount,
  currency: z.literal('NZD'),
  transactionId: z.string(),
})

const bankResponse = z.object({
  authorised: z.boolean(),
  reCo: z.string(),
  allowRetry: z.boolean(),
})
type BankResponse = z.output<typeof bankResponse>

const transaction = bankResponse.extend({
  id: z.string(),
  type: z.enum(['purchase', 'refund']),
  dateTimeUtc: z.string(),
  amount,
  currency: z.string(),
  /** The number is masked: '411111........11'. */
  card: z.object({ cardNumber: z.string(), type: z.enum(testCardSchemes) }),
})
type CardTransaction = z.output<typeof transaction>

const cardSession = z.object({
  id: z.string(),
  expires: z.string(),
  request: sessionRequest,
  state: z.enum(['init', 'complete', 'cancelled']),
  /** Null until a card was charged or declined. */
  purchase: transaction.nullable(),
  refunds: z.array(transaction),
  isWebhookDone: z.boolean(),
})
export type CardSession = z.output<typeof cardSession>

/** The URL of the redirect after a session has ended. */
function returnUrl({ id, request, purchase }: CardSession): string {
  const outcome = purchase === null ? 'cancelled' : purchase.authorised ? 'approved' : 'declined'
  return withSessionId(request.callbackUrls[outcome], id)
}

function withSessionId(address: string, sessionId: string): string {
  const url = new URL(address)
  url.searchParams.append('sessionId', sessionId)
  return url.href
}

const createdSessionBody = ({ id }: CardSession, origin: string) => ({
  id,
  state: 'init',
  links: [
    { href: `${origin}/api/v1/sessions/${id}`, rel: 'self', method: 'GET' },
    { href: `${origin}/pay/${id}`, rel: 'hpp', method: 'REDIRECT' },
  ],
})

const sessionBody = (session: CardSession, state: string, origin: string) => ({
  ...createdSessionBody(session, origin),
  ...session.request,
  expires: session.expires,
  state,
  transactions: session.purchase ? [session.purchase] : [],
})

const openForMs = 3 * 86_400_000

const digest = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length)

const cents = ({ amount }: { readonly amount: string }): number => wireToCents(Number(amount))

/** '4111111111111111' → '411111........11' */
const maskedNumber = (number: string): string =>
  `${number.slice(0, 6)}${'.'.repeat(number.length - 8)}${number.slice(-2)}`

type WindcaveStore = ReturnType<typeof openWindcaveStore>

/** Sessions with their purchase and refunds. A session ends only once. */
export function openWindcaveStore(dir: string, now: () => Date) {
  const sessions = openRecordStore(dir, 'windcave-sessions', cardSession)

  /** Of two concurrent endings, the first one wins. */
  function end(session: CardSession, ended: Pick<CardSession, 'state' | 'purchase'>): CardSession {
    const current = sessions.find(session.id) ?? session
    return current.state === 'init' ? sessions.save({ ...current, ...ended }) : current
  }

  return {
    sessions,

    stateOf: ({ state, expires }: CardSession) =>
      state === 'init' && now().toISOString() >= expires ? 'expired' : state,

    /** A repeated key returns its first session, whatever the new request contains. */
    createSession(key: string, request: z.output<typeof sessionRequest>): CardSession {
      const id = digest(`session ${key}`, 32)
      const expires = new Date(now().getTime() + openForMs).toISOString()
      const fresh = { state: 'init' as const, purchase: null, refunds: [], isWebhookDone: false }
      return sessions.find(id) ?? sessions.save({ id, expires, request, ...fresh })
    },

    charge(session: CardSession, { number, scheme }: TestCard, bank: BankResponse): CardSession {
      const { amount, currency } = session.request
      const purchase: CardTransaction = {
        ...bank,
        id: randomBytes(8).toString('hex'),
        type: 'purchase',
        amount,
        currency,
        dateTimeUtc: now().toISOString(),
        card: { cardNumber: maskedNumber(number), type: scheme },
      }
      return end(session, { state: 'complete', purchase })
    },

    cancel: (session: CardSession) => end(session, { state: 'cancelled', purchase: null }),

    /** A repeated key returns its first refund. */
    refund(
      key: string,
      { transactionId, amount }: z.output<typeof refundRequest>,
    ): CardTransaction | 'no-such-transaction' | 'too-much' {
      const session = sessions.all().find(({ purchase }) => purchase?.id === transactionId)
      if (!session?.purchase?.authorised) return 'no-such-transaction'
      const { purchase, refunds } = session
      const id = digest(`refund ${key}`, 16)
      const earlier = refunds.find(one => one.id === id)
      if (earlier) return earlier
      const refund = { ...purchase, id, type: 'refund', amount, dateTimeUtc: now().toISOString() } as const
      const refunded = [...refunds, refund].reduce((sum, one) => sum + cents(one), 0)
      if (refunded > cents(purchase)) return 'too-much'
      sessions.save({ ...session, refunds: [...refunds, refund] })
      return refund
    },
  }
}

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
  await app.register(page => registerHostedPageRoutes(page, pageGateway(store, sendWebhook), now))
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
function responseTo({ reCo: ofCard, allowRetry }: GatewayCard, amount: string): BankResponse {
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
        const bank = isConfirmed ? responseTo(card, amount) : challengeFailed
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
