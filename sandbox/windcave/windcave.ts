/** Windcave as a Fastify plugin of the sandbox: REST routes, a hosted page, and notifications. */
import type { FastifyPluginAsync } from 'fastify'
import type { Faults } from '#sandbox/faults.ts'
import { paymentPage } from '#sandbox/hosted-page/payment-page.ts'
import { createWebhookSender } from '#sandbox/webhook-sender.ts'
import { cardPageHandler } from './card-page.ts'
import { createNotifications } from './notifications.ts'
import { gatewayRest } from './rest.ts'
import { openWindcaveStore } from './store.ts'

export interface CardGatewayOptions {
  readonly dir: string
  readonly username: string
  readonly apiKey: string
  readonly origin: () => string
  readonly now: () => Date
  readonly faults?: Faults
  /** Milliseconds between the retries of an unacknowledged notification. */
  readonly noticePausesMs?: readonly number[]
}

export const cardGateway: FastifyPluginAsync<CardGatewayOptions> = async (app, options) => {
  const { dir, username, apiKey, origin, now, faults, noticePausesMs } = options
  const store = await openWindcaveStore(dir, now)
  const notices = createWebhookSender(createNotifications(store), {
    onError: error => app.log.error(error, 'a webhook could not be sent'),
    ...(faults ? { faults } : {}),
    ...(noticePausesMs ? { pausesMs: noticePausesMs } : {}),
  })
  await app.register(gatewayRest, { store, username, apiKey, origin, now })
  await app.register(page => paymentPage(page, { till: cardPageHandler(store, notices), now }))
  app.addHook('onListen', () => notices.resume())
  app.addHook('preClose', () => notices.close())
}
