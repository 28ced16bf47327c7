/** A priced quote as a page gets it from create, amend and retrieve. */
import type { QuoteAttributes } from '#web/features/draft/draft-state.ts'

export const quoteAttributes = {
  policyComponent: {
    premium: { grossPremium: 950.2, installmentAmount: 38.2 },
    coverages: [
      { policyCoverType: 'COMPREHENSIVE', imposedExcess: 300, voluntaryExcess: 0, compensations: [] },
    ],
  },
  policyDetails: { quoteNum: 'Q123', billingInfo: { frequency: 'FORTNIGHTLY' } },
  policyHistory: { lastModifiedDatetime: '2026-11-21T01:00:00Z', lastModifiedUserId: 'web' },
  policyInceptionDate: '2026-11-21',
  carValue: 15_000,
  priceSteps: [],
  priceTable: null,
  validUntil: '2026-12-21',
} as const satisfies QuoteAttributes
