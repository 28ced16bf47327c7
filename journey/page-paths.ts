/** Every address a browser may open: what the server holds ready and the commands that look at pages from outside go by. */
import { pathOfStep, steps } from './steps.ts'

export const pagePaths: readonly string[] = [
  '/vehicle',
  ...steps.map(pathOfStep),
  '/paymentsuccess',
  '/cc-payment-success',
  '/cc-payment-failure',
  '/cc-payment-cancel',
  '/session-expired',
  '/converted',
  '/expired',
  '/page-not-found',
  '/turners/page-not-found',
  '/error-occurred',
]
