/** Every address a browser may open: the server holds a page ready for each, and the commands that look at pages from outside go by them. */
import { pathOfStep, steps } from './steps.ts'

/** Where the card partner sends the browser back to, by how its page ended. */
export const cardReturnPaths = {
  approved: '/cc-payment-success',
  declined: '/cc-payment-failure',
  cancelled: '/cc-payment-cancel',
} as const

/** The pages outside the wizard. */
export const outcomePaths = [
  '/paymentsuccess',
  cardReturnPaths.approved,
  cardReturnPaths.declined,
  cardReturnPaths.cancelled,
  '/session-expired',
  '/converted',
  '/expired',
  '/page-not-found',
  '/turners/page-not-found',
  '/error-occurred',
] as const
export type OutcomePath = (typeof outcomePaths)[number]

export const pagePaths: readonly string[] = ['/vehicle', ...steps.map(pathOfStep), ...outcomePaths]
