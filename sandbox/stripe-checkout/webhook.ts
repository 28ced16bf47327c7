/** The signed webhooks of the Checkout sandbox, sent to the shop's endpoint. */
import { createHash, createHmac } from 'node:crypto'
import type { WebhookSource } from '#sandbox/webhook-sender.ts'
import { sessionBody } from './responses.ts'
import type { CheckoutSession, Ending } from './session.ts'
import type { CheckoutStore } from './store.ts'

export interface WebhookOptions {
  readonly secret: string
  /** The path on the host of the session's success URL, because one sandbox serves many shops. */
  readonly path: string
  readonly now: () => Date
  readonly origin: () => string
}

const eventTypes = { complete: 'checkout.session.completed', expired: 'checkout.session.expired' } as const

/** The same id for every retry of an event. */
const eventId = (sessionId: string, type: string): string =>
  `evt_${createHash('sha256').update(`${sessionId} ${type}`).digest('hex').slice(0, 24)}`

function eventOf(session: CheckoutSession, ended: Ending, origin: string, created: number) {
  const type = eventTypes[ended.state]
  const id = eventId(session.id, type)
  return {
    id,
    object: 'event',
    type,
    created,
    livemode: false,
    data: { object: sessionBody(session, ended, origin) },
  }
}

/** The signature header 't=1763683200,v1=…' over 't.payload'. */
export const signatureOf = (payload: string, secret: string, seconds: number): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')}`

export const createStripeWebhooks = (
  store: CheckoutStore,
  { secret, path, now, origin }: WebhookOptions,
): WebhookSource => ({
  async requestFor(sessionId) {
    const session = await store.session(sessionId)
    const ended = session && (await store.endingOf(session))
    if (!ended) return null
    const seconds = Math.floor(now().getTime() / 1000)
    const body = JSON.stringify(eventOf(session, ended, origin(), seconds))
    return new Request(new URL(path, session.request.success_url), {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signatureOf(body, secret, seconds),
      },
      body,
    })
  },
  isFinal: status => status >= 200 && status < 300,
  markDelivered: store.markDelivered,
  undelivered: store.untold,
})
