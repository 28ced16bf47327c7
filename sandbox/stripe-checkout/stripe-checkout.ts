/** Stripe Checkout as a Fastify plugin of the sandbox: REST routes, a hosted page, and signed webhooks. */
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
  /** The path of the shop's webhook endpoint. */
  readonly webhookPath: string
  readonly origin: () => string
  readonly now: () => Date
  readonly faults?: Faults
  readonly noticePausesMs?: readonly number[]
}

export const checkout: FastifyPluginAsync<CheckoutOptions> = async (app, options) => {
  const { dir, secretKey, webhookSecret, webhookPath, origin, now, faults, noticePausesMs } = options
  const store = await openCheckoutStore(dir, now)
  const source = createStripeWebhooks(store, { secret: webhookSecret, path: webhookPath, now, origin })
  const notices = createWebhookSender(source, {
    onError: error => app.log.error(error, 'a webhook could not be sent'),
    ...(faults ? { faults } : {}),
    ...(noticePausesMs ? { pausesMs: noticePausesMs } : {}),
  })
  await app.register(checkoutRest, { store, notices, secretKey, origin })
  await app.register(page => paymentPage(page, { till: cardPageHandler(store, notices), now }))
  app.addHook('onListen', () => notices.resume())
  app.addHook('preClose', () => notices.close())
}
