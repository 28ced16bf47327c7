/** Reads the parameters of the status pages' addresses, removes the token from them, and builds their links. */
import { cardReturnPaths } from '#journey/page-paths.ts'
import type { PublicBrand } from '#web/lib/page-settings.ts'

/** The value of one query parameter; '' if it is missing, and on the server. */
export const getQueryParameter = (name: string): string =>
  typeof location === 'undefined' ? '' : (new URLSearchParams(location.search).get(name) ?? '')

/** A text that this page stored in its history entry; '' if it is missing, and on the server. */
export const getHistoryText = (name: 'quoteId' | 'returnCode'): string =>
  typeof history === 'undefined' ? '' : String(history.state?.[name] ?? '')

/** The quote id from the URL (card page redirect, link of the e-mail) or the history entry, else ''. */
export const readQuoteId = (): string =>
  getQueryParameter('uuid') || getQueryParameter('id') || getHistoryText('quoteId')

/** The URL of the page that shows a successful card payment, or polls for it. */
export const paymentResultPath = (id: string): string =>
  `${cardReturnPaths.approved}?id=${encodeURIComponent(id)}`

/**
 * Removes the token, which opens a quote, from the address: it must not stay in a screenshot or a referrer.
 * @param entry the new state of the history entry
 */
export function removeTokenFromUrl(entry: unknown = history.state): void {
  const url = new URL(location.href)
  url.searchParams.delete('token')
  history.replaceState(entry, '', url)
}

const utmNames = ['medium', 'source', 'campaign', 'content'] as const

/** A link with the four utm parameters; the rest of the address stays as it is. */
export function addUtmParameters(address: string, utm: PublicBrand['utm']): string {
  const query = new URLSearchParams(utmNames.map(name => [`utm_${name}`, utm[name]]))
  return `${address}${address.includes('?') ? '&' : '?'}${query}`
}
