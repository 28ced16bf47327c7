/** Creates the link that logs in to a quote, for the registration response and the mail of a saved quote. */
import type { Repositories } from '#db/repositories.ts'
import { quoteValidDays } from '#journey/cover.ts'
import { entryPath } from '#journey/page-paths.ts'
import { hashToken, newToken } from '#server/lib/crypto.ts'
import { dayMs } from '#server/lib/durations.ts'

/** A day more than a quote priced today, whose last day lasts until midnight; one priced later takes its links along. */
const linkMs = (quoteValidDays + 1) * dayMs

/** Keeps the token and gives back the address it stands in. */
export async function quoteLink(
  quote: {
    readonly quoteId: string
    readonly origin: string
    /** The session that asks for it; null for a mail, and for a client that has none. */
    readonly sidHash: Buffer | null
    readonly showsPeople: boolean
    /** The one that an earlier try of the same mail carried; else a new one is made. */
    readonly token?: string
  },
  books: Repositories,
  now: Date,
): Promise<string> {
  const { quoteId, origin, sidHash, showsPeople, token = newToken() } = quote
  await books.keepLoginToken({
    tokenHash: hashToken(token),
    quoteId,
    kind: 'link',
    sidHash,
    showsPeople,
    expiresAt: new Date(now.getTime() + linkMs),
  })
  return `${origin}${entryPath}?id=${quoteId}&token=${token}`
}
