/** The Windcave notification: an unsigned GET to the shop's address, with the session id appended. */
import type { WebhookSource } from '#sandbox/webhook-sender.ts'
import { withSessionId } from './session.ts'
import type { WindcaveStore } from './store.ts'

/** Taken, or the shop is plainly not there. Anything else is tried again. */
const finalStatuses: ReadonlySet<number> = new Set([200, 201, 302, 303, 404, 502])

export const createNotifications = (ledger: WindcaveStore): WebhookSource => ({
  async requestFor(sessionId) {
    const session = await ledger.session(sessionId)
    const address = session?.request.notificationUrl
    return address ? new Request(withSessionId(address, sessionId)) : null
  },
  isFinal: status => finalStatuses.has(status),
  markDelivered: ledger.markNoticed,
  undelivered: ledger.unnoticed,
})
