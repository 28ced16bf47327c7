/** Every path that a browser may open, the paths of the wordings, and the paths that return a customer to a quote. */
import type { CoverType } from './cover.ts'
import { pathOfStep, steps } from './steps.ts'

export const startPath = '/vehicle'

/** The policy page after a purchase by direct debit, or opened from the policy's e-mail. */
export const policyPath = '/paymentsuccess'

/** @param id of the quote that became the policy */
export const policyPathOf = (id: string): string => `${policyPath}?id=${encodeURIComponent(id)}`

/** The paths to which the card partner returns the browser, by the result of its page. */
export const cardReturnPaths = {
  approved: '/cc-payment-success',
  declined: '/cc-payment-failure',
  cancelled: '/cc-payment-cancel',
} as const

export const sessionExpiredPath = '/session-expired'
export const notFoundPath = '/page-not-found'

/** The pages of a quote that was bought already, and of one that can no longer be bought. */
export const quoteConvertedPath = '/converted'
export const quoteExpiredPath = '/expired'

export const errorPath = '/error-occurred'

export const statusPaths = [
  policyPath,
  cardReturnPaths.approved,
  cardReturnPaths.declined,
  sessionExpiredPath,
  quoteConvertedPath,
  quoteExpiredPath,
  notFoundPath,
  '/turners/page-not-found',
  errorPath,
] as const

export const legalPaths = { privacy: '/privacy', terms: '/terms' } as const
export type LegalPath = (typeof legalPaths)[keyof typeof legalPaths]

export const isLegalPath = (path: string): path is LegalPath =>
  path === legalPaths.privacy || path === legalPaths.terms

export const pagePaths: readonly string[] = [
  startPath,
  ...steps.map(pathOfStep),
  ...statusPaths,
  ...Object.values(legalPaths),
]

export function resumePath(id: string, token: string, back?: 'yes'): string {
  const query = new URLSearchParams()
  if (id) query.set('id', id)
  if (token) query.set('token', token)
  if (back) query.set('back', back)
  return `${startPath}?${query}`.replace(/\?$/, '')
}

/** True if the address is a quote's link; the page then opens that quote and asks nothing meanwhile (ENTRY-03). */
export const hasQuoteLink = (query: URLSearchParams): boolean =>
  Boolean(query.get('id') && query.get('token'))

/** Follows a cancelled card page. `back=yes` may be in any link; only this fragment shows that nothing was charged. */
export const cancelledFragment = '#payment-cancelled'

/** The path to step 4 of the quote. Without a token the id opens nothing, so the tab's own answers are shown. */
export function pathAfterCancelledCardPage(query: URLSearchParams): string {
  const token = query.get('token') ?? ''
  const id = query.get('uuid') || query.get('id') || ''
  return `${resumePath(token && id, token, 'yes')}${cancelledFragment}`
}

export const wordingPath = (cover: CoverType): string =>
  `/wording/${cover.toLowerCase().replaceAll('_', '-')}.pdf`
