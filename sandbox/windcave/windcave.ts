/**
 * The Windcave gateway as one sandbox plugin: REST routes for the shop's server, a hosted page for the
 * customer, and notifications. Its data is in a directory and outlives the process.
 */
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
  const ledger = await openWindcaveStore(dir, now)
  const notices = createWebhookSender(createNotifications(ledger), {
    onError: error => app.log.error(error, 'a notice could not be told'),
    ...(faults ? { faults } : {}),
    ...(noticePausesMs ? { pausesMs: noticePausesMs } : {}),
  })
  await app.register(gatewayRest, { ledger, username, apiKey, origin, now })
  await app.register(page => paymentPage(page, { till: cardPageHandler(ledger, notices), now }))
  app.addHook('onListen', () => notices.resume())
  app.addHook('preClose', () => notices.close())
}
