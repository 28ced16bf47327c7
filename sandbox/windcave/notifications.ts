/** The Windcave sandbox's notifications: an unsigned GET to the shop's URL with the session id. */
import type { WebhookSource } from '#sandbox/webhook-sender.ts'
import { withSessionId } from './session.ts'
import type { WindcaveStore } from './store.ts'

/** Accepted, or the shop does not exist. Other statuses are retried. */
const finalStatuses: ReadonlySet<number> = new Set([200, 201, 302, 303, 404, 502])

export const createNotifications = (store: WindcaveStore): WebhookSource => ({
  async requestFor(sessionId) {
    const session = await store.session(sessionId)
    const address = session?.request.notificationUrl
    return address ? new Request(withSessionId(address, sessionId)) : null
  },
  isFinal: status => finalStatuses.has(status),
  markDelivered: store.markNoticed,
  undelivered: store.pendingNotifications,
})
