/** The Stripe Checkout sandbox as a Fastify plugin: payment page, signed webhooks and test cards. */
import { createHash, createHmac } from 'node:crypto'
import type { FastifyPluginAsync } from 'fastify'
import cards from '#sandbox/data/checkout-cards.json' with { type: 'json' }
import type { TestCard } from '#sandbox/hosted-page/card-form-validation.ts'
import { type HostedPageGateway, hostedPage } from '#sandbox/hosted-page/routes.ts'
import { jsonFiles } from '#sandbox/json-files.ts'
import { createWebhookSender, type WebhookOptions, type WebhookSource } from '#sandbox/webhooks.ts'
import { allowedCardSchemes, amountOf, sessionBody, successUrl } from './api-objects.ts'
import { checkoutRoutes } from './routes.ts'
import { type CheckoutStore, openCheckoutStore } from './store.ts'

export interface StripeCheckoutSandboxOptions extends WebhookOptions {
  readonly dir: string
  readonly secretKey: string
  readonly webhookSecret: string
  /** The path on the host of a session's success URL, because one sandbox serves many shops. */
  readonly webhookPath: string
  readonly origin: () => string
  readonly now: () => Date
}

export const stripeCheckoutSandbox: FastifyPluginAsync<StripeCheckoutSandboxOptions> = async (
  app,
  options,
) => {
  const { dir, secretKey, origin, now } = options
  const files = await jsonFiles(dir)
  const store = openCheckoutStore(files, now)
  const notify = createWebhookSender(app, files, webhooks(store, options), options)
  await app.register(checkoutRoutes, { store, notify, secretKey, origin })
  await app.register(page => hostedPage(page, { gateway: pageGateway(store, notify), files, now }))
}

/** The signature header 't=1763683200,v1=…' over 't.payload'. */
export const signWebhook = (payload: string, secret: string, seconds: number): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')}`

const eventTypes = { complete: 'checkout.session.completed', expired: 'checkout.session.expired' } as const

/** The same id for every retry of an event. */
const eventId = (sessionId: string, type: string): string =>
  `evt_${createHash('sha256').update(`${sessionId} ${type}`).digest('hex').slice(0, 24)}`

const webhooks = (store: CheckoutStore, options: StripeCheckoutSandboxOptions): WebhookSource => ({
  async requestFor(sessionId) {
    const session = await store.session(sessionId)
    const ended = session && (await store.endingOf(session))
    if (!ended) return null
    const created = Math.floor(options.now().getTime() / 1000)
    const type = eventTypes[ended.state]
    const body = JSON.stringify({
      ...{ id: eventId(session.id, type), object: 'event', type, created, livemode: false },
      data: { object: sessionBody(session, ended, options.origin()) },
    })
    return new Request(new URL(options.webhookPath, session.request.success_url), {
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

interface CheckoutCard extends TestCard {
  /** '' for a card that is accepted. */
  readonly declineCode: string
}

const prefix = '/c/pay'
const idPattern = /^cs_test_[0-9a-f]{58}$/
const testCards: readonly CheckoutCard[] = cards.cards
const testCardsNote = 'Any expiry date in the future, any security code of the right length.'

const declineTexts: Readonly<Record<string, string>> = {
  insufficient_funds: 'Your card has insufficient funds. Try another card',
  expired_card: 'Your card has expired. Try another card',
}

/** After a declined card the page stays open; cancelling only redirects. */
function pageGateway(store: CheckoutStore, notify: (sessionId: string) => void): HostedPageGateway {
  const sessionOf = async (id: string) => (idPattern.test(id) ? store.session(id) : null)

  return {
    prefix,
    async find(id) {
      const session = await sessionOf(id)
      if (!session) return null
      const { request } = session
      const ended = await store.endingOf(session)
      if (ended?.state === 'complete') return { state: 'ended', location: successUrl(session) }
      if (ended) return { state: 'expired' }
      const order = {
        amountCents: amountOf(request),
        reference: request.client_reference_id,
        acceptedTypes: allowedCardSchemes(request),
        path: `${prefix}/${id}`,
        cancelAddress: request.cancel_url,
        testCards,
        testCardsNote,
      }
      return { state: 'open', order, shop: [request.success_url, request.cancel_url] }
    },
    async charge(id, card, isConfirmed) {
      const session = await sessionOf(id)
      const testCard = testCards.find(({ number }) => number === card.number)
      if (!session || !testCard) throw new Error('the page let an unknown session or card through')
      if (!isConfirmed) return { declined: 'Your bank could not confirm that it was you. Try another card' }
      if (testCard.declineCode !== '')
        return { declined: declineTexts[testCard.declineCode] ?? 'Your card was declined. Try another card' }
      const ended = await store.pay(session, card)
      if (ended.state === 'expired') return { location: session.request.cancel_url }
      notify(id)
      return { location: successUrl(session) }
    },
  }
}
