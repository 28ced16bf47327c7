/** The pages the server holds ready: the entry, the five steps, the outcomes and the legal documents, each once. */
import { expect, it } from 'vitest'
import { pagePaths } from './page-paths.ts'

it('[SHELL-01] [BUS-04] the pages are those that were asked for', () => {
  expect(pagePaths).toEqual([
    '/vehicle',
    '/vehicle/step1',
    '/vehicle/step2',
    '/vehicle/step3',
    '/vehicle/step4',
    '/vehicle/step5',
    '/paymentsuccess',
    '/cc-payment-success',
    '/cc-payment-failure',
    '/session-expired',
    '/converted',
    '/expired',
    '/page-not-found',
    '/turners/page-not-found',
    '/error-occurred',
    '/privacy',
    '/terms',
  ])
})
