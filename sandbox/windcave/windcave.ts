/** The Windcave sandbox as a Fastify plugin: payment page, webhooks and test cards. */
import type { FastifyPluginAsync } from 'fastify'
import { wireToCents } from '#journey/money.ts'
import cards from '#sandbox/data/test-cards.json' with { type: 'json' }
import type { TestCard } from '#sandbox/hosted-page/card-form-validation.ts'
import { type HostedPageGateway, hostedPage } from '#sandbox/hosted-page/routes.ts'
import { jsonFiles } from '#sandbox/json-files.ts'
import { createWebhookSender, type WebhookOptions, type WebhookSource } from '#sandbox/webhooks.ts'
import { windcaveRoutes } from './routes.ts'
import { type BankResponse, returnUrl, withSessionId } from './session.ts'
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
