/** Creates the link that logs in to a quote, for the registration response and the mail of a saved quote. */
import { quoteValidDays } from '#journey/cover.ts'
import { entryPath } from '#journey/page-paths.ts'
import { hashToken, newToken } from '#server/lib/crypto.ts'
import type { Tx } from '#server/lib/dependencies.ts'
import { dayMs } from '#server/lib/durations.ts'

/**
 * One day longer than a quote is valid, because its last day ends at midnight. A quote that is priced later
 * extends its links.
 */
const linkMs = (quoteValidDays + 1) * dayMs

/** Stores the token, with the quote locked or new, and returns the URL that contains it. */
export async function createQuoteLink(
  quote: {
    readonly quoteId: string
    readonly origin: string
    /** The session that requests the link; null for a mail, and for a client without a session. */
    readonly sessionId: string | null
    readonly showsPeople: boolean
    /** The token of an earlier attempt at the same mail; by default a new one is created. */
    readonly token?: string
  },
  tx: Tx,
  now: Date,
): Promise<string> {
  const { quoteId, origin, sessionId, showsPeople, token = newToken() } = quote
  await tx.insertLoginToken({
    tokenHash: hashToken(token),
    quoteId,
    kind: 'link',
    sessionId,
    showsPeople,
    expiresAt: new Date(now.getTime() + linkMs),
  })
  return `${origin}${entryPath}?id=${quoteId}&token=${token}`
}
