/**
 * Reads the URL that a customer opens /vehicle with, and decides where to redirect before the page is
 * shown.
 */

import { cancelledParameter } from '#journey/page-paths.ts'
import { readPartnerId } from '#journey/partner-id.ts'

export interface QuoteLink {
  readonly id: string
  readonly token: string
  readonly partnerId: string | null
  /** back=yes: the visitor comes from the card page and wants the policyholder step. */
  readonly back: boolean
}

export type Arrival =
  | { readonly kind: 'link'; readonly link: QuoteLink }
  | { readonly kind: 'no-token' }
  /** A partner sends somebody who has no quote yet: the form greets them, not 'Welcome Back'. */
  | { readonly kind: 'partner'; readonly partnerId: string }
  | { readonly kind: 'no-link'; readonly back: boolean }

/** @param search the query of the address, with or without its question mark */
export function readArrival(search: string): Arrival {
  const query = new URLSearchParams(search)
  const id = query.get('id')
  const token = query.get('token')
  const back = query.get('back') === 'yes'
  const named = query.get('partnerId')
  const partnerId = named ? readPartnerId(named) : null
  if (!id) return partnerId && !back ? { kind: 'partner', partnerId } : { kind: 'no-link', back }
  if (!token) return { kind: 'no-token' }
  return { kind: 'link', link: { id, token, partnerId, back } }
}

/** The address without what opens a quote, and without what is said once: it must not stay in the history, in a screenshot or in a referrer. */
export function withoutLink(address: string): string {
  const url = new URL(address)
  for (const name of ['id', 'token', 'partnerId', 'back']) url.searchParams.delete(name)
  return `${url.pathname}${url.search}${url.hash === cancelledParameter ? '' : url.hash}`
}

/** ENTRY-05, ENTRY-08: is enough known to fill the form without asking for the quote number? */
export const opensAtOnce = (link: QuoteLink, knownQuoteNumber: string | null): boolean =>
  link.partnerId !== null || link.back || knownQuoteNumber !== null
