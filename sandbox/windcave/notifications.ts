/** This gateway's notice: an unsigned GET to the address the shop gave, with the session's id appended. */
import type { NoticeSource } from '#sandbox/webhook-sender.ts'
import { withSessionId } from './session.ts'
import type { Ledger } from './store.ts'

/** Taken, or the shop is plainly not there. Anything else is tried again. */
const finalStatuses: ReadonlySet<number> = new Set([200, 201, 302, 303, 404, 502])

export const noticesOf = (ledger: Ledger): NoticeSource => ({
  async requestFor(sessionId) {
    const session = await ledger.session(sessionId)
    const address = session?.request.notificationUrl
    return address ? new Request(withSessionId(address, sessionId)) : null
  },
  isFinal: status => finalStatuses.has(status),
  markTold: ledger.markNoticed,
  untold: ledger.unnoticed,
})
