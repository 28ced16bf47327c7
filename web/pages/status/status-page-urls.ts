/** The query parameters of the status pages, and the URLs that these pages link to. */

import { successPath } from '#journey/page-paths.ts'

/** The value of one query parameter; '' on the server and where it is missing. */
export const queryValue = (name: string): string =>
  typeof location === 'undefined' ? '' : (new URLSearchParams(location.search).get(name) ?? '')

/** The quote of the card page's redirect or the e-mail's link, or of the history entry; '' on the server and if missing. */
export const quoteIdFromUrl = (): string => queryValue('uuid') || queryValue('id') || quoteInHistoryEntry()

function quoteInHistoryEntry(): string {
  const entry: { quoteId?: unknown } | null = typeof history === 'undefined' ? null : history.state
  return typeof entry?.quoteId === 'string' ? entry.quoteId : ''
}

/** Moves the quote's id from the success page's address to its history entry, where foreign scripts do not read it. */
export const moveQuoteIdToHistoryState = (quoteId: string): void =>
  history.replaceState({ ...history.state, quoteId }, '', successPath)

/**
 * Removes the token, which opens a quote, from the address: it must not stay in a screenshot or a referrer.
 * @param entry the new state of the history entry
 */
export function stripToken(entry: unknown = history.state): void {
  const url = new URL(location.href)
  url.searchParams.delete('token')
  history.replaceState(entry, '', url)
}

export interface Utm {
  readonly medium: string
  readonly source: string
  readonly campaign: string
  readonly content: string
}

/** A link with the four utm parameters; the rest of the address stays as it is. */
export function withUtm(address: string, { medium, source, campaign, content }: Utm): string {
  const query = new URLSearchParams({
    utm_medium: medium,
    utm_source: source,
    utm_campaign: campaign,
    utm_content: content,
  })
  return `${address}${address.includes('?') ? '&' : '?'}${query}`
}
