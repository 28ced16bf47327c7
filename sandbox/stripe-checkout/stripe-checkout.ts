/** The Stripe Checkout sandbox as a Fastify plugin: payment page, signed webhooks and test cards. */
import { createHmac } from 'node:crypto'
import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import cards from '#sandbox/data/checkout-cards.json' with { type: 'json' }
import { testCard } from '#sandbox/hosted-page/card-form-validation.ts'
import { type HostedPageGateway, registerHostedPageRoutes } from '#sandbox/hosted-page/routes.ts'
import { createWebhookSender, type WebhookOptions, type WebhookSource } from '#sandbox/webhooks.ts'
import { checkoutRoutes } from './routes.ts'
import {
  allowedCardSchemes,
  amountOf,
  type CheckoutSession,
  type CheckoutStore,
  openCheckoutStore,
  sessionBody,
  successUrl,
} from './store.ts'

export interface StripeCheckoutSandboxOptions extends WebhookOptions {
  readonly dir: string
  readonly secretKey: string
  readonly webhookSecret: string
  readonly origin: () => string
  readonly now: () => Date
}

export const stripeCheckoutSandbox: FastifyPluginAsync<StripeCheckoutSandboxOptions> = async (
  app,
  options,
) => {
  const { dir, secretKey, origin, now } = options
  const store = openCheckoutStore(dir, now)
  const sendWebhook = createWebhookSender(app, webhooks(store, options), options)
  await app.register(checkoutRoutes, { store, sendWebhook, secretKey, origin })
  await app.register(page => registerHostedPageRoutes(page, pageGateway(store, sendWebhook), now))
}

/** The signature header 't=1763683200,v1=…' over 't.payload'. */
export const signWebhook = (payload: string, secret: string, seconds: number): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')}`

const eventTypes = { complete: 'checkout.session.completed', expired: 'checkout.session.expired' } as const

/** The path on the host of a session's success URL, because one sandbox serves many shops. */
const webhookPath = '/edge/notices/stripe'

const webhooks = (
  store: CheckoutStore,
  options: StripeCheckoutSandboxOptions,
): WebhookSource<CheckoutSession> => ({
  sessions: store.sessions,
  isOpen: ({ status }) => status === 'open',
  requestFor(session) {
    if (session.status === 'open') return null
    const created = Math.floor(options.now().getTime() / 1000)
    const body = JSON.stringify({
      // A session has one event; every retry has the same id.
      id: session.id.replace('cs_test', 'evt'),
      object: 'event',
      type: eventTypes[session.status],
      created,
      data: { object: sessionBody(session, options.origin()) },
    })
    return new Request(new URL(webhookPath, session.request.success_url), {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signWebhook(body, options.webhookSecret, created),
      },
      body,
    })
  },
  isFinal: status => status >= 200 && status < 300,
})

/** The decline code is '' for a card that is accepted. */
const checkoutCard = testCard.extend({ declineCode: z.string() })

const declineTexts: Readonly<Record<string, string>> = {
  insufficient_funds: 'Your card has insufficient funds. Try another card',
  expired_card: 'Your card has expired. Try another card',
}

/** After a declined card the page stays open; cancelling only redirects. */
const pageGateway = (
  store: CheckoutStore,
  sendWebhook: (ended: CheckoutSession) => void,
): HostedPageGateway<z.output<typeof checkoutCard>> => ({
  prefix: '/c/pay',
  testCards: z.array(checkoutCard).parse(cards.cards),
  testCardsNote: 'Any expiry date in the future, any security code of the right length.',
  find(id) {
    const session = store.find(id)
    if (!session) return null
    const { request } = session
    if (session.status === 'complete') return { state: 'ended', location: successUrl(session) }
    if (session.status === 'expired') return { state: 'expired' }
    return {
      state: 'open',
      order: {
        amountCents: amountOf(request),
        reference: request.client_reference_id,
        acceptedTypes: allowedCardSchemes(request),
        path: `/c/pay/${id}`,
        cancelAddress: request.cancel_url,
      },
      shop: [request.success_url, request.cancel_url],
      charge(card, isConfirmed) {
        if (!isConfirmed) return { declined: 'Your bank could not confirm that it was you. Try another card' }
        if (card.declineCode !== '')
          return { declined: declineTexts[card.declineCode] ?? 'Your card was declined. Try another card' }
        const ended = store.pay(session, card)
        if (ended.status === 'expired') return { location: request.cancel_url }
        sendWebhook(ended)
        return { location: successUrl(ended) }
      },
    }
  },
})
