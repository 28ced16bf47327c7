/**
 * Every path that a browser may open. The server prepares a page for each, except the return from a
 * cancelled card page; commands that check pages from outside use the same list.
 */
import { pathOfStep, steps } from './steps.ts'

/** Where a customer begins, and where the links lead that bring one back to a quote. */
export const entryPath = '/vehicle'

/** The policy page after a purchase by direct debit, or opened from the policy's mail. */
export const successPath = '/paymentsuccess'

/** Where the card partner sends the browser back to, by how its page ended. */
export const cardReturnPaths = {
  approved: '/cc-payment-success',
  declined: '/cc-payment-failure',
  cancelled: '/cc-payment-cancel',
} as const

export const sessionExpiredPath = '/session-expired'
export const notFoundPath = '/page-not-found'

/** The pages outside the wizard. */
export const outcomePaths = [
  successPath,
  cardReturnPaths.approved,
  cardReturnPaths.declined,
  sessionExpiredPath,
  '/converted',
  '/expired',
  notFoundPath,
  '/turners/page-not-found',
  '/error-occurred',
] as const
export type OutcomePath = (typeof outcomePaths)[number]

/** The legal documents of a brand: pages that need no script and start no session. */
export const legalPaths = { privacy: '/privacy', terms: '/terms' } as const
export type LegalPath = (typeof legalPaths)[keyof typeof legalPaths]

export const isLegalPath = (path: string): path is LegalPath =>
  path === legalPaths.privacy || path === legalPaths.terms

export const pagePaths: readonly string[] = [
  entryPath,
  ...steps.map(pathOfStep),
  ...outcomePaths,
  ...Object.values(legalPaths),
]
