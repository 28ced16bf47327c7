/**
 * Stripe Checkout as one sandbox plugin: REST routes for the shop's server, a hosted page for the
 * customer, and signed webhooks. Its data is in a directory and outlives the process.
 */
import type { FastifyPluginAsync } from 'fastify'
import type { Faults } from '#sandbox/faults.ts'
import { paymentPage } from '#sandbox/hosted-page/payment-page.ts'
import { createWebhookSender } from '#sandbox/webhook-sender.ts'
import { cardPageHandler } from './card-page.ts'
import { checkoutRest } from './rest.ts'
import { openCheckoutStore } from './store.ts'
import { createStripeWebhooks } from './webhook.ts'

export interface CheckoutOptions {
  readonly dir: string
  readonly secretKey: string
  readonly webhookSecret: string
  /** Path of the shop's endpoint. */
  readonly webhookPath: string
  readonly origin: () => string
  readonly now: () => Date
  readonly faults?: Faults
  readonly noticePausesMs?: readonly number[]
}

export const checkout: FastifyPluginAsync<CheckoutOptions> = async (app, options) => {
  const { dir, secretKey, webhookSecret, webhookPath, origin, now, faults, noticePausesMs } = options
  const ledger = await openCheckoutStore(dir, now)
  const source = createStripeWebhooks(ledger, { secret: webhookSecret, path: webhookPath, now, origin })
  const notices = createWebhookSender(source, {
    onError: error => app.log.error(error, 'a notice could not be told'),
    ...(faults ? { faults } : {}),
    ...(noticePausesMs ? { pausesMs: noticePausesMs } : {}),
  })
  await app.register(checkoutRest, { ledger, notices, secretKey, origin })
  await app.register(page => paymentPage(page, { till: cardPageHandler(ledger, notices), now }))
  app.addHook('onListen', () => notices.resume())
  app.addHook('preClose', () => notices.close())
}
